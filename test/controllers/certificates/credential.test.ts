import { once } from 'node:events'
import https from 'node:https'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nodeHandler } from '../../../src/adapters/index.js'
import { type Listener, listenSecure } from '../../../src/cli/serve/listeners.js'
import { platformDialect } from '../../../src/meta/index.js'
import { createClientCertificateAuthenticator } from '../../../src/public/authn.js'
import { builtInSigners, createCertificateAuthority, readCertificateAuthority } from '../../../src/public/certificates.js'
import { createSelfSignedCertificate } from '../../../src/public/crypto.js'
import { type ControlPlane, createControlPlane } from '../../../src/public/index.js'
import { freePort } from '../../cli/run-command.js'
import { approved, base64, makeRequest, requestType, type SigningRequestFields } from '../../support/certificate-requests.js'

let plane: ControlPlane
let listener: Listener
let ca: string
beforeAll(async () => {
  const files = await createCertificateAuthority({ commonName: 'clients' })
  const authority = await readCertificateAuthority(files)
  plane = await createControlPlane({
    authorizer: 'RBAC',
    authenticators: [await createClientCertificateAuthenticator({ authorities: files.certificatePem })],
    controllers: ['csrsigning'],
    signers: builtInSigners({ dialect: platformDialect, authorityOf: () => () => authority }),
  })
  const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  ca = pair.certificatePem
  const address = { host: '127.0.0.1', port: await freePort(), flag: 'secure-port' }
  const clients = { authorities: () => files.certificatePem, onChange: () => {} }
  listener = await listenSecure(address, pair, { requestTimeoutMs: 60_000, maxStreams: 250, clients }, nodeHandler(plane))
})
afterAll(async () => {
  listener.destroy()
  await listener.close()
  await plane.close()
})

/** Asks the plane, over TLS, who the user of a certificate is. */
async function whoIs(identity: { readonly cert?: string; readonly key?: string }) {
  const url = `${listener.url}/apis/authentication.platform.io/v1/selfsubjectreviews`
  const headers = { 'content-type': 'application/json' }
  const request = https.request(url, { method: 'POST', ca, agent: false, headers, ...identity })
  request.end(JSON.stringify({ apiVersion: 'authentication.platform.io/v1', kind: 'SelfSubjectReview' }))
  const [response] = await once(request, 'response')
  const { status, code } = JSON.parse((await response.setEncoding('utf8').toArray()).join(''))
  return status?.userInfo ?? code
}

test.each([
  ['RSA', ['rsa:2048']],
  ['ECDSA', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ['Ed25519', ['ed25519']],
])('what the plane has signed of a request of openssl, for a key of %s, is a credential for it', async (name, algorithm) => {
  const requests = plane.client().resource<SigningRequestFields>(requestType())
  const { request, key } = await makeRequest({ key: algorithm })
  const spec = { request: base64(request), signerName: 'platform.io/apiserver-client', usages: ['client auth'] }
  const made = await requests.create({ metadata: { name: name.toLowerCase() }, spec })
  await requests.subresource<SigningRequestFields>('approval').update({ ...made, status: { conditions: [approved] } })
  let certificate: string | undefined
  while (certificate === undefined) {
    await new Promise((resolve) => setImmediate(resolve))
    certificate = (await requests.get(name.toLowerCase())).status?.certificate
  }
  const cert = Buffer.from(certificate, 'base64').toString()
  expect(await whoIs({ cert, key })).toMatchObject({ username: 'jane', groups: ['dev', 'system:authenticated'] })
})

test('a certificate of another authority is refused', async () => {
  const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['jane'] })
  expect(await whoIs({ cert, key })).toBe(401)
})
