// Users with client certificates: your own authority signs them, and the plane trusts the authority.
// TLS ends in this program: its server requests certificates, and the plane verifies them.
import 'reflect-metadata'
import { constants } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import * as x509 from '@peculiar/x509'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createClientCertificateAuthenticator } from 'binnacle/authn'
import { connect } from 'binnacle/client/node'

// An authority, and what it signs. In production its key is elsewhere.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hour = 3_600_000
async function certificate(subject, extensions, issuer) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.subject ?? subject,
    notBefore: new Date(Date.now() - hour),
    notAfter: new Date(Date.now() + 24 * hour),
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: algorithm,
    extensions,
  })
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { subject, keys, cert: made.toString('pem'), key }
}
const mayBe = (usage) => [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[usage]])]
const authority = await certificate('CN=people of example.com', [new x509.BasicConstraintsExtension(true, undefined, true)])
const localhost = new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])
const server = await certificate('CN=plane', [...mayBe('serverAuth'), localhost], authority)
const root = await certificate('O=system:masters,CN=root', mayBe('clientAuth'), authority)
const jane = await certificate('O=dev,CN=jane', mayBe('clientAuth'), authority)

const plane = await createControlPlane({
  authenticators: [await createClientCertificateAuthenticator({ authorities: authority.cert })],
  authorizer: 'RBAC',
})
const host = https.createServer(
  {
    cert: server.cert,
    key: server.key,
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: false,
    secureOptions: constants.SSL_OP_NO_TICKET,
  },
  nodeHandler(plane),
)
host.prependListener('secureConnection', (socket) => socket.getPeerCertificate())
host.listen(0, '127.0.0.1')
await once(host, 'listening')

const as = ({ cert, key }) => connect({ server: `https://127.0.0.1:${host.address().port}`, ca: authority.cert, cert, key })
const maps = { group: '', version: 'v1', kind: 'ConfigMap' }
const attempt = async (person) => {
  const client = as(person)
  try {
    const { items } = await client.resource(maps).namespace('default').list()
    return `sees ${items.length}`
  } catch (error) {
    return error.message
  } finally {
    client.close()
  }
}

const administrator = as(root)
await administrator
  .resource(maps)
  .namespace('default')
  .create({ metadata: { name: 'settings' } })
console.log('root', await attempt(root)) // prints root sees 1
console.log('jane', await attempt(jane))
// prints jane configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"

// Roles are bound to the groups that certificates name.
const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' }
await administrator
  .resource({ ...rbac, kind: 'RoleBinding' })
  .namespace('default')
  .create({
    metadata: { name: 'developers' },
    roleRef: { kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'Group', name: 'dev' }],
  })
console.log('jane', await attempt(jane)) // prints jane sees 1

// A certificate of another authority is refused.
const other = await certificate('CN=people of example.com', [new x509.BasicConstraintsExtension(true, undefined, true)])
const impostor = await certificate('O=system:masters,CN=root', mayBe('clientAuth'), other)
console.log('impostor', await attempt(impostor)) // prints impostor Unauthorized

administrator.close()
host.close()
host.closeAllConnections()
await plane.close()
