import { describe, expect, test } from '@jest/globals'
import { createAuthoritySigner, createCertificateAuthority } from '../../src/public/certificates.js'
import { connect } from '../../src/public/client/node.js'
import { createControllerManager, createRootCertificatePublisher } from '../../src/public/controllers.js'
import { createSelfSignedCertificate } from '../../src/public/crypto.js'
import { createControlPlane } from '../../src/public/index.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

const CLIENT = { resource() {}, types() {} }
const SERVER = 'https://127.0.0.1:6443'
const { certificatePem: CERTIFICATE, privateKeyPem: KEY } = await createSelfSignedCertificate({ hosts: ['localhost'] })
const NO_CERTIFICATE = 'expected text in PEM with a CERTIFICATE'

/** A call, and its whole error. */
const CALLS: readonly (readonly [string, (...args: Loose[]) => unknown, readonly unknown[], string])[] = [
  ['a path of certificates', connect, [{ server: SERVER, ca: '/ca.crt' }], `connect: ca is "/ca.crt": ${NO_CERTIFICATE}`],
  ['bytes of certificates', connect, [{ server: SERVER, ca: new Uint8Array(8) }], `connect: ca is an object: ${NO_CERTIFICATE}`],
  ['a key as certificates', connect, [{ server: SERVER, ca: KEY }], `connect: ca is a text: ${NO_CERTIFICATE}`],
  [
    'certificate and key in each other’s place',
    connect,
    [{ server: SERVER, cert: KEY, key: CERTIFICATE }],
    `connect: cert is a text: ${NO_CERTIFICATE}\nconnect: key is a text: expected text in PEM with a PRIVATE KEY`,
  ],
  [
    'a word as certificates of a plane',
    createControlPlane,
    [{ rootCertificates: 'abc' }],
    `createControlPlane: rootCertificates is "abc": ${NO_CERTIFICATE}`,
  ],
  [
    'a path as certificates of a plane, for its controllers',
    createControllerManager,
    [CLIENT, { rootCertificates: 'ca.crt' }],
    `createControllerManager: options.rootCertificates is "ca.crt": ${NO_CERTIFICATE}`,
  ],
  [
    'a path as published certificates',
    createRootCertificatePublisher,
    [CLIENT, { certificates: 'ca.crt' }],
    `createRootCertificatePublisher: options.certificates is "ca.crt": ${NO_CERTIFICATE}`,
  ],
  [
    'tokens that expire at once',
    createControlPlane,
    [{ serviceAccounts: { maxTokenSeconds: 5 } }],
    'createControlPlane: serviceAccounts.maxTokenSeconds is 5: expected a number, 600 or more',
  ],
  [
    'certificates that expire at once',
    createControlPlane,
    [{ signingSeconds: 0 }],
    'createControlPlane: signingSeconds is 0: expected a number above 0',
  ],
  [
    'certificates that never expire',
    createAuthoritySigner,
    [{ signerName: 'a.example/b', authority() {}, durationSeconds: Number.POSITIVE_INFINITY }],
    'createAuthoritySigner: durationSeconds is Infinity: expected a number above 0',
  ],
  [
    'an authority for no day',
    createCertificateAuthority,
    [{ commonName: 'a', days: 0 }],
    'createCertificateAuthority: days is 0: expected a number above 0',
  ],
  ...['ping', 'shutdown', 'poststarthook/time-to-live', 'controller-sync/namespace'].map(
    (name) =>
      [
        `a health check named ${name}`,
        createControlPlane,
        [{ controllers: ['namespace'], healthChecks: [{ name, check: () => true }] }],
        `createControlPlane: healthChecks[0].name is "${name}": expected another, as there is a check of that name`,
      ] as const,
  ),
  [
    'two health checks of one name',
    createControlPlane,
    [{ healthChecks: ['disk', 'net', 'disk'].map((name) => ({ name, check: () => true })) }],
    'createControlPlane: healthChecks[2].name is "disk": expected another, as there is a check of that name',
  ],
]

describe('values that are of the right type and of no use are refused by the function that is given them', () => {
  test.each(CALLS)('%s', async (_what, call, args, message) => {
    const error = await Promise.resolve(args)
      .then((given) => call(...given))
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toBe(message)
  })
})

test('what a client authenticates with is taken as text in PEM', () => {
  connect({ server: SERVER, ca: CERTIFICATE, cert: CERTIFICATE, key: KEY }).close()
})
