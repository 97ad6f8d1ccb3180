import { describe, expect, test } from '@jest/globals'
import {
  createSigningKey,
  readKeySet,
  readSigningKey,
  type SigningKey,
  signToken,
  TOKEN_ALGORITHMS,
} from '../../src/crypto/index.js'
import { ecKey, encoded, resigned } from './tokens.js'

const claims = { iss: 'https://login.example' }
const setOf = (...keys: readonly SigningKey[]) => readKeySet({ keys: keys.map(({ jwk }) => jwk) })

describe('a set of published keys', () => {
  test('verifies what one of its keys signed, and reports an unknown key', async () => {
    const [one, other] = await Promise.all([createSigningKey(), readSigningKey(ecKey())])
    const keys = await setOf(one)
    expect(await keys.verify(await signToken(claims, one), TOKEN_ALGORITHMS)).toEqual({ outcome: 'signed', claims })
    expect(await keys.verify(await signToken(claims, other), TOKEN_ALGORITHMS)).toEqual({ outcome: 'unknownKey' })
  })

  test('a token that names no key is tried with each that suits', async () => {
    const [one, two, foreign] = await Promise.all([ecKey(), ecKey(), ecKey()].map(readSigningKey))
    const keys = await setOf(one as SigningKey, two as SigningKey)
    const unnamed = (key: SigningKey | undefined) => resigned({ alg: 'ES256' }, claims, key as SigningKey)
    expect(await keys.verify(await unnamed(two), ['ES256'])).toEqual({ outcome: 'signed', claims })
    expect(await keys.verify(await unnamed(foreign), ['ES256'])).toEqual({ outcome: 'unknownKey' })
  })

  test('an algorithm that was not allowed is refused, though the key is right', async () => {
    const key = await readSigningKey(ecKey())
    expect(await (await setOf(key)).verify(await signToken(claims, key), ['RS256'])).toEqual({ outcome: 'refused' })
  })

  test.each([
    { name: 'nothing', document: undefined },
    { name: 'no list', document: { keys: {} } },
    { name: 'a list of texts', document: { keys: ['x'] } },
    { name: 'too many', document: { keys: Array.from({ length: 101 }, () => ({})) } },
  ])('$name is not a set of keys', async ({ document }) => {
    await expect(readKeySet(document)).rejects.toThrow(/^expected /)
  })

  test.each([
    { bits: 8192, exponent: 'AQAB', outcome: 'refused' },
    { bits: 8200, exponent: 'AQAB', outcome: 'unknownKey' },
    { bits: 16_384, exponent: 'AQAB', outcome: 'unknownKey' },
    { bits: 3072, exponent: 'A'.repeat(512), outcome: 'unknownKey' },
    { bits: 3072, exponent: 'MTIzNDU', outcome: 'unknownKey' },
  ])(
    'a key of $bits bits with the exponent $exponent is $outcome, as keys that take long to verify with are left out',
    async (given) => {
      const { bits, exponent, outcome } = given
      const n = Buffer.alloc(bits / 8, 0xc1).toString('base64url')
      const keys = await readKeySet({ keys: [{ kty: 'RSA', kid: 'slow', n, e: exponent }] })
      const token = `${encoded({ alg: 'RS256', kid: 'slow' })}.${encoded(claims)}.${n}`
      expect(await keys.verify(token, TOKEN_ALGORITHMS)).toEqual({ outcome })
    },
  )

  test('keys of unknown types are ignored', async () => {
    const key = await readSigningKey(ecKey())
    const keys = await readKeySet({ keys: [{ kty: 'ODD', kid: key.keyId }, { kty: 'oct', k: encoded('secret') }, {}, key.jwk] })
    expect(await keys.verify(await signToken(claims, key), TOKEN_ALGORITHMS)).toEqual({ outcome: 'signed', claims })
  })
})
