// A plane behind node:https that knows its users by one method: what bench/access.mjs measures.
import 'reflect-metadata'
import https from 'node:https'
import * as x509 from '@peculiar/x509'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createClientCertificateAuthenticator, createStaticTokenAuthenticator } from 'binnacle/authn'
import { tellCpu } from './cpu.mjs'
import { configMap, nameOf } from './objects.mjs'

const TOKEN = 'a-token-that-stands-in-a-file'
// More than a plane remembers.
const MANY_TOKENS = 6_000
const DAY_MS = 86_400_000

const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' }
const core = { group: '', version: 'v1' }

async function fill(plane, user) {
  const client = plane.client()
  await client.resource({ ...core, kind: 'Namespace' }).create({ metadata: { name: 'reads' } })
  await client
    .resource({ ...core, kind: 'ConfigMap' })
    .namespace('reads')
    .create(configMap('reads', nameOf(1), 'data'))
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }]
  await client
    .resource({ ...rbac, kind: 'Role' })
    .namespace('reads')
    .create({ metadata: { name: 'reader' }, rules })
  const roleRef = { kind: 'Role', name: 'reader' }
  const subjects = [{ kind: 'User', name: user }]
  await client
    .resource({ ...rbac, kind: 'RoleBinding' })
    .namespace('reads')
    .create({ metadata: { name: 'reader' }, roleRef, subjects })
}

// An authority, and a client's certificate that it has signed.
async function clientCertificate() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const made = async (subject, extensions, issuer) => {
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: issuer?.subject ?? subject,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      publicKey: keys.publicKey,
      signingKey: issuer?.keys.privateKey ?? keys.privateKey,
      signingAlgorithm: algorithm,
      extensions,
    })
    const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
    return { subject, keys, key, cert: certificate.toString('pem') }
  }
  const authority = await made('CN=people', [new x509.BasicConstraintsExtension(true, undefined, true)])
  const { cert, key } = await made('CN=jane', [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])], authority)
  return { ca: authority.cert, cert, key }
}

async function serviceAccountTokens(plane, count) {
  const accounts = plane
    .client()
    .resource({ ...core, kind: 'ServiceAccount' })
    .namespace('reads')
  await accounts.create({ metadata: { name: 'robot' } })
  const body = { apiVersion: 'authentication.platform.io/v1', kind: 'TokenRequest', spec: {} }
  const issue = async () => (await accounts.subresource('token').create('robot', body)).status.token
  return Promise.all(Array.from({ length: count }, issue))
}

async function open({ pair, method, signingKey }) {
  const identity = method === 'certificate' ? await clientCertificate() : undefined
  const isJwt = method.startsWith('jwt')
  const plane = await createControlPlane({
    authenticators: [
      ...(identity ? [await createClientCertificateAuthenticator({ authorities: identity.ca })] : []),
      createStaticTokenAuthenticator([{ token: TOKEN, user: { username: 'jane', groups: [] } }]),
    ],
    ...(isJwt && { serviceAccounts: { signingKey } }),
    ...(method !== 'token' && { authorizer: 'RBAC' }),
  })
  await fill(plane, isJwt ? 'system:serviceaccount:reads:robot' : 'jane')
  const tokens = isJwt ? await serviceAccountTokens(plane, method === 'jwt-new' ? MANY_TOKENS : 1) : identity ? [] : [TOKEN]
  const asked = identity && { ca: identity.ca, requestCert: true, rejectUnauthorized: false }
  const server = https.createServer({ cert: pair.certificatePem, key: pair.privateKeyPem, ...asked }, nodeHandler(plane))
  server.on('secureConnection', (socket) => socket.getPeerCertificate())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port, tokens, ...(identity && { identity: { cert: identity.cert, key: identity.key } }) }
}

process.on('message', async (message) => {
  if (message.wants === 'cpu') return tellCpu()
  try {
    process.send(await open(message))
  } catch (error) {
    process.send({ error: error.stack })
  }
})
