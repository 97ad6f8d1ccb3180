import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { createSigningKey, readSigningKey, readVerificationKeys } from '../../src/crypto/index.js'

const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
const p256 = ec('P-256')

describe('keys from PEM', () => {
  test.each([
    { name: 'RSA', pair: rsa, algorithm: 'RS256' },
    { name: 'P-256', pair: p256, algorithm: 'ES256' },
    { name: 'P-384', pair: ec('P-384'), algorithm: 'ES384' },
    { name: 'P-521', pair: ec('P-521'), algorithm: 'ES512' },
  ])('a key on $name has the algorithm $algorithm and the id of its public half', async ({ pair, algorithm }) => {
    const signing = await readSigningKey(pkcs8(pair.privateKey))
    const [verifying] = await readVerificationKeys(spki(pair.publicKey))
    const keyId = createHash('sha256')
      .update(pair.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url')
    expect(signing).toMatchObject({ algorithm, keyId, jwk: { use: 'sig', alg: algorithm, kid: keyId } })
    expect(verifying?.jwk).toEqual(signing.jwk)
  })

  test('what is published is the public half, and nothing else of the key', async () => {
    const { jwk } = await readSigningKey(pkcs8(rsa.privateKey))
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(createPublicKey({ key: { ...jwk }, format: 'jwk' }).equals(rsa.publicKey)).toBe(true)
  })

  test('a text may hold several keys that verify, private ones too', async () => {
    const keys = await readVerificationKeys(`remarks\n${spki(rsa.publicKey)}${pkcs8(p256.privateKey)}`)
    expect(keys.map(({ algorithm }) => algorithm)).toEqual(['RS256', 'ES256'])
  })

  test('a key that is made for the process signs with RS256', async () => {
    expect(await createSigningKey()).toMatchObject({ algorithm: 'RS256', jwk: { kty: 'RSA' } })
  })

  test.each([
    { pem: '', message: 'expected one PEM block PRIVATE KEY, found none' },
    { pem: spki(p256.publicKey), message: 'expected one PEM block PRIVATE KEY, found PUBLIC KEY' },
    {
      pem: p256.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
      message: 'expected one PEM block PRIVATE KEY, found EC PRIVATE KEY (openssl pkcs8 -topk8 -nocrypt converts it)',
    },
    {
      pem: pkcs8(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey),
      message: 'an RSA key needs 2048 bits or more',
    },
    {
      pem: pkcs8(generateKeyPairSync('ed25519').privateKey),
      message: 'expected an RSA key, or an ECDSA key on P-256, P-384 or P-521',
    },
    { pem: pkcs8(ec('secp256k1').privateKey), message: 'expected an RSA key, or an ECDSA key on P-256, P-384 or P-521' },
  ])('a key that cannot sign is refused in one line: $message', async ({ pem, message }) => {
    await expect(readSigningKey(pem)).rejects.toThrow(new Error(message))
  })

  test('a list of keys that is too long, or has other content, is refused', async () => {
    await expect(readVerificationKeys(spki(p256.publicKey).repeat(101))).rejects.toThrow('expected at most 100 keys')
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
    await expect(readVerificationKeys(certificate)).rejects.toThrow(
      'expected PEM blocks PUBLIC KEY or PRIVATE KEY, found CERTIFICATE',
    )
  })
})
