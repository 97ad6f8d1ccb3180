// A plane behind node:https with one authentication method, measured by bench/access.mjs.
import 'reflect-metadata'
import https from 'node:https'
import * as x509 from '@peculiar/x509'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import {
  createClientCertificateAuthenticator,
  createOidcAuthenticator,
  createRequestHeaderAuthenticator,
  createStaticTokenAuthenticator,
  createTokenWebhookAuthenticator,
} from 'binnacle/authn'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { tellCpu } from './cpu.mjs'
import { configMap, nameOf } from './objects.mjs'

const TOKEN = 'a-token-that-stands-in-a-file'
// More tokens than a plane caches.
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

// A certificate authority, and a client certificate signed by it.
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

// A signed token of an OIDC provider whose documents are served in this process.
async function openIdProvider() {
  const url = 'https://login.example'
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const documents = {
    [`${url}/.well-known/openid-configuration`]: { issuer: url, jwks_uri: `${url}/jwks` },
    [`${url}/jwks`]: { keys: [{ ...(await exportJWK(publicKey)), kid: 'today', alg: 'ES256' }] },
  }
  const authenticator = await createOidcAuthenticator({
    jwt: [{ issuer: { url, audiences: ['app'] }, claimMappings: { username: { claim: 'sub', prefix: '' } } }],
    connect: () => async (address) => new Response(JSON.stringify(documents[address])),
  })
  const token = await new SignJWT({ sub: 'jane', groups: ['dev'], email: 'jane@login.example' })
    .setProtectedHeader({ alg: 'ES256', kid: 'today' })
    .setIssuer(url)
    .setAudience('app')
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(privateKey)
  return { authenticator, token }
}

// A token webhook that is called once for each token.
const tokenWebhook = () =>
  createTokenWebhookAuthenticator({
    target: { server: { url: 'https://users.example' } },
    async transport({ body }) {
      const { apiVersion, kind } = JSON.parse(body)
      return {
        status: 200,
        body: JSON.stringify({ apiVersion, kind, status: { authenticated: true, user: { username: 'jane' } } }),
      }
    },
  })

async function bootstrapToken(plane) {
  const secrets = plane
    .client()
    .resource({ ...core, kind: 'Secret' })
    .namespace('platform-system')
  await secrets.create({
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.platform.io/token',
    stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' },
  })
  return 'abcdef.0123456789abcdef'
}

const staticTokens = () => createStaticTokenAuthenticator([{ token: TOKEN, user: { username: 'jane', groups: [] } }])

/**
 * Authentication methods: options of the plane, the user name, the client's credentials, and the certificate authority. All but
 * the first method use RBAC.
 */
const METHODS = {
  token: async () => ({ authenticators: [staticTokens()], authorizer: undefined, tokens: () => [TOKEN] }),
  'token-rbac': async () => ({ authenticators: [staticTokens()], tokens: () => [TOKEN] }),
  async certificate() {
    const identity = await clientCertificate()
    return {
      authenticators: [await createClientCertificateAuthenticator({ authorities: identity.ca }), staticTokens()],
      identity,
    }
  },
  async proxy() {
    const identity = await clientCertificate()
    const headers = { usernameHeaders: ['x-remote-user'], groupHeaders: ['x-remote-group'] }
    const proxies = await createRequestHeaderAuthenticator({ authorities: identity.ca, ...headers })
    const lines = 'x-remote-user: jane\r\nx-remote-group: dev\r\n'
    return { authenticators: [proxies, staticTokens()], identity, lines }
  },
  jwt: async ({ signingKey }) => ({
    authenticators: [staticTokens()],
    serviceAccounts: { signingKey },
    user: 'system:serviceaccount:reads:robot',
    tokens: (plane) => serviceAccountTokens(plane, 1),
  }),
  async oidc() {
    const { authenticator, token } = await openIdProvider()
    return { authenticators: [staticTokens(), authenticator], tokens: () => [token] }
  },
  bootstrap: async () => ({
    authenticators: [staticTokens()],
    bootstrapTokens: true,
    user: 'system:bootstrap:abcdef',
    tokens: async (plane) => [await bootstrapToken(plane)],
  }),
  webhook: async () => ({ authenticators: [staticTokens(), tokenWebhook()], tokens: () => [`${TOKEN}-of-others`] }),
  'jwt-new': async (options) => ({
    ...(await METHODS.jwt(options)),
    tokens: (plane) => serviceAccountTokens(plane, MANY_TOKENS),
  }),
}

async function open({ pair, method, ...options }) {
  const { tokens = () => [], user = 'jane', identity, lines = '', ...how } = await METHODS[method](options)
  const plane = await createControlPlane({ authorizer: 'RBAC', ...how })
  await fill(plane, user)
  const shown = await tokens(plane)
  const asked = identity && { ca: identity.ca, requestCert: true, rejectUnauthorized: false }
  const server = https.createServer({ cert: pair.certificatePem, key: pair.privateKeyPem, ...asked }, nodeHandler(plane))
  // Connections are idle while the other servers are measured.
  server.keepAliveTimeout = 600_000
  server.on('secureConnection', (socket) => socket.getPeerCertificate())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = identity && { identity: { cert: identity.cert, key: identity.key } }
  return { port: server.address().port, tokens: shown, lines, ...client }
}

process.on('message', async (message) => {
  if (message.wants === 'cpu') return tellCpu()
  try {
    process.send(await open(message))
  } catch (error) {
    process.send({ error: error.stack })
  }
})
