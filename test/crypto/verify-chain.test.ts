import { beforeAll, describe, expect, test } from '@jest/globals'
import { readCertificate, readCertificates, verifyChain } from '../../src/crypto/index.js'
import { type CertificateWish, CLIENT_AUTH, type Issued, SERVER_AUTH, selfSigned, x509 } from '../support/certificates.js'

const DAY_MS = 86_400_000
const now = Date.now()

let root: Issued
let middle: Issued
beforeAll(async () => {
  root = await selfSigned({ subject: 'CN=root' })
  middle = await root.issue({ subject: 'CN=middle', authority: true })
})

/** Judges a chain under the root of these tests, unless it is told another. */
async function judge(
  chain: readonly Issued[],
  { authorities = [root], nowMs = now }: { authorities?: Issued[]; nowMs?: number } = {},
) {
  const verdict = await verifyChain({
    chain: chain.map(({ der }) => der),
    authorities: await Promise.all(authorities.map(({ der }) => readCertificate(der))),
    usage: CLIENT_AUTH,
    nowMs,
  })
  return verdict.outcome === 'verified' ? 'verified' : verdict.reason
}

const leafOf = (issuer: Issued, wish: CertificateWish = {}) =>
  issuer.issue({ subject: 'CN=jane', usages: [CLIENT_AUTH], ...wish })
const extension = (type: string, critical: boolean) => new x509.Extension(type, critical, new Uint8Array([5, 0]))

describe('a path to an authority', () => {
  test('is found over certificates that come along, in any order and with others among them', async () => {
    const low = await middle.issue({ subject: 'CN=low', authority: true })
    const leaf = await leafOf(low)
    expect(await judge([leaf, low, middle])).toBe('verified')
    expect(await judge([leaf, root, middle, await selfSigned(), low])).toBe('verified')
    expect(await judge([leaf, low])).toBe('it is signed by no known authority')
    expect(await judge([leaf, middle])).toBe('it is signed by no known authority')
  })

  test('may end at any of several authorities, even one that is not a root', async () => {
    const other = await selfSigned({ subject: 'CN=other' })
    expect(await judge([await leafOf(other)], { authorities: [root, other] })).toBe('verified')
    expect(await judge([await leafOf(middle)], { authorities: [middle] })).toBe('verified')
  })

  test('is verified by signatures, not by names', async () => {
    const namesake = await selfSigned({ subject: 'CN=root' })
    expect(await judge([await leafOf(namesake)])).toBe('it is signed by no known authority')
    expect(await judge([await leafOf(namesake), namesake])).toBe('it is signed by no known authority')
    expect(await judge([await leafOf(namesake)], { authorities: [root, namesake] })).toBe('verified')
  })

  test('is not found for a self-signed certificate', async () => {
    expect(await judge([await selfSigned({ subject: 'CN=jane', authority: false })])).toBe('it is signed by no known authority')
  })

  test('has the period in which all its certificates are valid', async () => {
    const short = await root.issue({ subject: 'CN=short', authority: true, notAfterMs: now + 3_600_000 })
    const leaf = await leafOf(short, { notBeforeMs: now - 60_000 })
    const verdict = await verifyChain({
      chain: [leaf.der, short.der],
      authorities: await readCertificates(root.cert),
      usage: CLIENT_AUTH,
      nowMs: now,
    })
    const second = (ms: number) => Math.floor(ms / 1000) * 1000
    expect(verdict).toMatchObject({ notBeforeMs: second(now - 60_000), notAfterMs: second(now + 3_600_000) })
  })
})

describe('a chain is refused', () => {
  const start = Math.floor(now / 1000) * 1000
  test.each([
    {
      about: 'a second before its time',
      wish: { notBeforeMs: start + DAY_MS },
      nowMs: start + DAY_MS - 1000,
      says: 'not valid before',
    },
    { about: 'a second after its time', wish: { notAfterMs: start }, nowMs: start + 1000, says: 'it was valid until' },
    { about: 'for servers alone', wish: { usages: [SERVER_AUTH] }, says: `do not have ${CLIENT_AUTH}` },
    { about: 'with an unknown critical extension', wish: { extensions: [extension('1.2.3.4', true)] }, says: '1.2.3.4' },
    {
      about: 'with an extension twice',
      wish: { extensions: [extension('1.2.3', false), extension('1.2.3', false)] },
      says: 'twice',
    },
  ] as { about: string; wish: CertificateWish; nowMs?: number; says: string }[])(
    'whose certificate is $about',
    async ({ wish, nowMs = now, says }) => {
      expect(await judge([await leafOf(root, wish)], { nowMs })).toContain(says)
    },
  )

  test.each([
    { about: 'is no authority', wish: { authority: false }, says: 'that is no authority' },
    { about: 'may not sign certificates', wish: { authority: true, keyUsage: 1 }, says: 'may not sign certificates' },
    { about: 'has expired', wish: { authority: true, notAfterMs: now - 2000 }, says: 'it was valid until' },
    { about: 'signs servers alone', wish: { authority: true, usages: [SERVER_AUTH] }, says: `do not have ${CLIENT_AUTH}` },
    {
      about: 'has name constraints',
      wish: { authority: true, extensions: [extension('2.5.29.30', true)] },
      says: 'name constraints',
    },
  ] as { about: string; wish: CertificateWish; says: string }[])('when who signed it $about', async ({ wish, says }) => {
    const issuer = await root.issue({ subject: 'CN=issuer', ...wish })
    expect(await judge([await leafOf(issuer), issuer])).toContain(says)
    const alone = await selfSigned({ subject: 'CN=alone', ...wish })
    expect(await judge([await leafOf(alone)], { authorities: [alone] })).toContain(says)
  })

  const rsa = (hash: string, modulusLength: number) => ({
    name: 'RSASSA-PKCS1-v1_5',
    hash,
    modulusLength,
    publicExponent: new Uint8Array([1, 0, 1]),
  })
  test.each([
    { hash: 'SHA-256', bits: 2048, says: 'verified' },
    { hash: 'SHA-256', bits: 1024, says: 'an RSA key of 1024 bits is not taken' },
    { hash: 'SHA-1', bits: 2048, says: 'signatures over SHA-1 are not taken' },
  ])('when its signatures are weak: RSA of $bits bits with $hash is $says', async ({ hash, bits, says }) => {
    const issuer = await selfSigned({ algorithm: rsa(hash, bits) })
    expect(await judge([await leafOf(issuer)], { authorities: [issuer] })).toBe(says)
  })

  test('when a client signs with its own certificate', async () => {
    const jane = await leafOf(root)
    const forged = await jane.issue({ subject: 'CN=admin', usages: [CLIENT_AUTH] })
    expect(await judge([forged, jane])).toBe('a certificate that is no authority signed another one')
  })

  test('when it is longer than an authority allows', async () => {
    const flat = await selfSigned({ subject: 'CN=flat', authority: 0 })
    expect(await judge([await leafOf(flat)], { authorities: [flat] })).toBe('verified')
    const below = await flat.issue({ subject: 'CN=below', authority: true })
    expect(await judge([await leafOf(below), below], { authorities: [flat] })).toBe(
      'the chain is longer than an authority allows',
    )
  })

  test('when it is empty, or too long', async () => {
    const leaf = await leafOf(root)
    expect(await judge([])).toBe('there is no certificate')
    expect(await judge(Array.from({ length: 17 }, () => leaf))).toBe('the chain has more than 16 certificates')
    const long = await leafOf(root, { hosts: Array.from({ length: 400 }, (_, i) => `host-${i}.example.com`) })
    expect(await judge([long])).toBe('the chain holds what is no certificate')
    const junk = { ...leaf, der: new Uint8Array([48, 3, 1, 2]) }
    expect(await judge([junk])).toBe('the chain holds what is no certificate')
    expect(await judge([leaf, junk])).toBe('the chain holds what is no certificate')
  })

  test('when its certificates lead around in a circle, however many ways there are', async () => {
    const ring = await Promise.all(Array.from({ length: 15 }, () => selfSigned({ subject: 'CN=ring' })))
    const leaf = await leafOf(ring[0] as Issued)
    expect(await judge([leaf, ...ring])).toBe('it is signed by no known authority')
  })
})

describe('certificates in PEM', () => {
  test('are read in order, with other blocks and text between them', async () => {
    const text = `# two\n${root.cert}\nnotes\n${root.key}${middle.cert.replaceAll('\n', '\r\n')}`
    const names = (await readCertificates(text)).map((certificate) => certificate.subjectAttribute('2.5.4.3'))
    expect(names).toEqual([['root'], ['middle']])
  })

  test.each([
    { text: '', says: 'holds no certificate in PEM' },
    { text: 'hello', says: 'holds no certificate in PEM' },
    { text: '-----BEGIN CERTIFICATE-----\nMAMBAgM=\n-----END CERTIFICATE-----\n', says: 'certificate 1 of 1 cannot be read' },
  ])('that are invalid are refused: $says', async ({ text, says }) => {
    await expect(readCertificates(text)).rejects.toThrow(says)
  })
})
