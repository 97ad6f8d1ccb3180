import { createPrivateKey, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { parseFlags } from '../../../../src/cli/flags.js'
import { openSigners, signingFlags } from '../../../../src/cli/serve/access/signing-flags.js'
import { readCertificateRequest } from '../../../../src/crypto/index.js'
import { kubernetesDialect } from '../../../../src/meta/index.js'
import { createCertificateAuthority, createCertificateRequest, type Signer } from '../../../../src/public/certificates.js'
import { until } from '../../../adapters/until.js'
import { temporaryFolder } from '../../../client/node/servers.js'
import { selfSigned } from '../../../support/certificates.js'
import { ManualClock } from '../../../support/manual-clock.js'

const CLIENT = 'kubernetes.io/kube-apiserver-client'
const SERVING = 'kubernetes.io/kubelet-serving'

let folder: string
let request: Awaited<ReturnType<typeof readCertificateRequest>>
beforeAll(async () => {
  request = await readCertificateRequest((await createCertificateRequest({ commonName: 'jane' })).requestPem)
})
beforeEach(async () => {
  folder = await temporaryFolder()
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  jest.restoreAllMocks()
})

const file = (name: string, text: string): string => {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}
/** Writes the files of a new authority. */
async function authority(name: string, files = name) {
  const { certificatePem, privateKeyPem } = await createCertificateAuthority({ commonName: name })
  return { cert: file(`${files}.pem`, certificatePem), key: file(`${files}-key.pem`, privateKeyPem) }
}
const open = (args: readonly string[], clock = new ManualClock()) =>
  openSigners(parseFlags(signingFlags, args), { dialect: kubernetesDialect, clock })
const pair = ({ cert, key }: { cert: string; key: string }, prefix = 'cluster-signing') => [
  `--${prefix}-cert-file`,
  cert,
  `--${prefix}-key-file`,
  key,
]
async function signed(signers: readonly Signer[] | undefined, name: string): Promise<X509Certificate> {
  const signer = signers?.find(({ signerName }) => signerName === name)
  const pem = await signer?.sign({ request, usages: ['client auth'], username: 'jane', groups: [] })
  return new X509Certificate(pem ?? '')
}

describe('the flags of signers', () => {
  test('name no signers when none is given', async () => {
    expect(await open([])).toBeUndefined()
  })

  test('set one authority for all signers without their own, and the maximum lifetime of certificates', async () => {
    const own = pair(await authority('own'), 'cluster-signing-kube-apiserver-client')
    const signers = await open([...pair(await authority('common')), ...own, '--cluster-signing-duration', '1h'])
    expect((await signed(signers, CLIENT)).issuer).toBe('CN=own')
    const { issuer, validFrom, validTo } = await signed(signers, SERVING)
    expect(issuer).toBe('CN=common')
    // Five minutes of it are over.
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBe(65 * 60_000)
  })

  test('leave out signers without an authority', async () => {
    const signers = await open(pair(await authority('own'), 'cluster-signing-kube-apiserver-client'))
    expect(signers?.map(({ signerName }) => signerName)).toEqual([CLIENT])
  })

  test('take a key in its older form', async () => {
    const { cert, key } = await selfSigned({ subject: 'CN=older' })
    const older = createPrivateKey(key).export({ type: 'sec1', format: 'pem' }).toString()
    const signers = await open(pair({ cert: file('older.pem', cert), key: file('older-key.pem', older) }))
    expect((await signed(signers, CLIENT)).issuer).toBe('CN=older')
  })

  test('have the files read again when both have changed; until they fit, the former authority signs', async () => {
    const clock = new ManualClock()
    const files = await authority('before', 'changing')
    const signers = await open(pair(files), clock)
    const look = async () => {
      clock.advance(5_000)
      await until(() => clock.pending === 2)
    }
    const next = await createCertificateAuthority({ commonName: 'after' })
    file('changing.pem', next.certificatePem)
    await look()
    expect((await signed(signers, CLIENT)).issuer).toBe('CN=before')
    file('changing-key.pem', next.privateKeyPem)
    await look()
    expect((await signed(signers, CLIENT)).issuer).toBe('CN=after')
  })

  test.each<[string, () => Promise<readonly string[]>, RegExp]>([
    ['half a pair', async () => pair(await authority('half')).slice(0, 2), /needs --cluster-signing-key-file as well$/],
    ['the other half', async () => pair(await authority('half')).slice(2), /needs --cluster-signing-cert-file as well$/],
    [
      'the key of another',
      async () => pair({ cert: (await authority('a')).cert, key: (await authority('b')).key }),
      /its key is not that of its certificate$/,
    ],
    [
      'no file',
      async () => pair({ cert: path.join(folder, 'none'), key: path.join(folder, 'none') }),
      /no such file|cannot be read/,
    ],
    [
      'no PEM',
      async () => pair({ cert: file('text.pem', 'hello'), key: (await authority('c')).key }),
      /holds no certificate in PEM/,
    ],
    ['a short life', async () => ['--cluster-signing-duration', '1m'], /expected a duration of 10m or more$/],
  ])('are refused in one line with %s', async (_, args, message) => {
    const refusal = await (async () => open(await args()))().catch((error: Error) => error.message)
    expect(refusal).toMatch(message)
    expect(refusal).toMatch(/^--cluster-signing-/)
    expect(refusal).not.toContain('\n')
  })
})
