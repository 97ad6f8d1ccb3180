// A proxy that logs people in by a way of its own and tells the plane who they are, in headers. The plane believes the headers because of
// the certificate that the proxy shows, and for no other reason.
import 'reflect-metadata'
import { constants } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import * as x509 from '@peculiar/x509'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createRequestHeaderAuthenticator } from 'binnacle/authn'
import { createSelfSignedCertificate } from 'binnacle/crypto'

// An authority that signs certificates of proxies and nothing else, and one such certificate. In earnest openssl or a tool of yours does.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const pem = async ({ privateKey }) => x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')
const [authorityKeys, proxyKeys] = await Promise.all(
  [1, 2].map(() => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])),
)
const authority = await x509.X509CertificateGenerator.createSelfSigned({
  name: 'CN=proxies',
  keys: authorityKeys,
  signingAlgorithm: algorithm,
  extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
})
const certificate = await x509.X509CertificateGenerator.create({
  subject: 'CN=front-proxy',
  issuer: authority.subject,
  publicKey: proxyKeys.publicKey,
  signingKey: authorityKeys.privateKey,
  signingAlgorithm: algorithm,
  extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
})

const plane = await createControlPlane({
  authenticators: [
    await createRequestHeaderAuthenticator({
      authorities: authority.toString('pem'),
      allowedNames: ['front-proxy'],
      usernameHeaders: ['X-Remote-User'],
      groupHeaders: ['X-Remote-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-'],
    }),
  ],
  anonymous: false,
})
const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
const host = https.createServer(
  {
    cert: pair.certificatePem,
    key: pair.privateKeyPem,
    ca: authority.toString('pem'),
    requestCert: true,
    rejectUnauthorized: false,
    secureOptions: constants.SSL_OP_NO_TICKET,
  },
  nodeHandler(plane),
)
host.prependListener('secureConnection', (socket) => socket.getPeerCertificate())
host.listen(0, '127.0.0.1')
await once(host, 'listening')

// The proxy: it knows who has which cookie. What its clients say about themselves in these headers it drops.
const sessions = { 'session=1': { user: 'ada', groups: ['dev', 'ops'] } }
const identity = { cert: certificate.toString('pem'), key: await pem(proxyKeys), ca: pair.certificatePem }
const target = { host: '127.0.0.1', port: host.address().port, ...identity }
const proxy = http.createServer((request, response) => {
  const session = sessions[request.headers.cookie]
  if (!session) return response.writeHead(303, { location: '/login' }).end()
  const own = Object.entries(request.headers).filter(
    ([name]) => !name.startsWith('x-remote-') && !name.startsWith('impersonate-'),
  )
  const headers = { ...Object.fromEntries(own), 'x-remote-user': session.user, 'x-remote-group': session.groups }
  const forwarded = https.request({ ...target, method: request.method, path: request.url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')

/** Asks the plane, through the proxy, who it is that asks. */
async function whoAmI(headers) {
  const response = await fetch(`http://127.0.0.1:${proxy.address().port}/apis/authentication.platform.io/v1/selfsubjectreviews`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })
  if (response.status !== 201) return `${response.status}`
  const { username, groups } = (await response.json()).status.userInfo
  return `${username} in ${groups.join(', ')}`
}

console.log(await whoAmI({ cookie: 'session=1' })) // prints ada in dev, ops, system:authenticated
console.log(await whoAmI({ cookie: 'session=1', 'x-remote-user': 'root' })) // prints ada in dev, ops, system:authenticated
console.log(await whoAmI({ cookie: 'session=2' })) // prints 303

// A request that bypasses the proxy is unauthenticated: without the proxy's certificate its headers are ignored.
const around = https.get({ ...target, cert: undefined, key: undefined, path: '/version', headers: { 'x-remote-user': 'root' } })
const [{ statusCode }] = await once(around, 'response')
console.log(statusCode) // prints 401

proxy.close()
proxy.closeAllConnections()
host.close()
host.closeAllConnections()
await plane.close()
