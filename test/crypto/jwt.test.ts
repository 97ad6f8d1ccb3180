import { describe, expect, test } from '@jest/globals'
import {
  createSigningKey,
  decodeToken,
  MAX_TOKEN_LENGTH,
  readSigningKey,
  signToken,
  verifyToken,
} from '../../src/crypto/index.js'
import { ecKey, encoded, resigned } from './tokens.js'

const claims = { iss: 'me' }

describe('signed tokens', () => {
  test('what one of the keys signed is verified, and nothing else', async () => {
    const [mine, other] = await Promise.all([createSigningKey(), readSigningKey(ecKey())])
    const token = await signToken({ iss: 'me' }, mine)
    expect(await verifyToken(token, [other, mine])).toEqual({ iss: 'me' })
    expect(await verifyToken(token, [other])).toBeUndefined()
    expect(await verifyToken(token, [])).toBeUndefined()
    expect((await decodeToken(token))?.header).toEqual({ alg: 'RS256', kid: mine.keyId })
  })

  test('a token that names no key, or one that is not known, is tried with all', async () => {
    const key = await readSigningKey(ecKey())
    for (const header of [{ alg: 'ES256' }, { alg: 'ES256', kid: 'unknown' }, { alg: 'ES256', kid: 7 }]) {
      expect(await verifyToken(await resigned(header, claims, key), [await createSigningKey(), key])).toMatchObject({ iss: 'me' })
    }
  })

  test('a changed claim, a changed header, a changed or shortened signature: none is verified', async () => {
    const key = await readSigningKey(ecKey())
    const [header = '', body = '', signature = ''] = (await signToken({ iss: 'me' }, key)).split('.')
    const texts = [
      `${header}.${encoded({ iss: 'you' })}.${signature}`,
      `${encoded({ alg: 'ES256', kid: key.keyId, x: 1 })}.${body}.${signature}`,
      `${header}.${body}.${signature.slice(0, -2)}`,
      `${header}.${body}.`,
      `${header}.${body}.${signature}AAAA`,
    ]
    for (const text of texts) expect([text, await verifyToken(text, [key])]).toEqual([text, undefined])
  })

  test.each([
    '',
    'a',
    'a.b',
    'a.b.c',
    '..',
    `${encoded({ alg: 'ES256' })}.${encoded([])}.c`,
    `${encoded('text')}.${encoded({})}.c`,
    `${encoded({})}.${encoded({})}.c.d`,
    `${encoded({ crit: ['b64'], b64: false })}.${encoded({})}.c`,
    `${encoded({})}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.c`,
  ])('%j is not a token', async (text) => {
    expect(await decodeToken(text)).toBeUndefined()
  })

  test('a token of excessive length is not parsed', async () => {
    const short = `${encoded({})}.${encoded({})}.`
    expect(await decodeToken(short.padEnd(MAX_TOKEN_LENGTH, 'c'))).toEqual({ header: {}, claims: {} })
    expect(await decodeToken(short.padEnd(MAX_TOKEN_LENGTH + 1, 'c'))).toBeUndefined()
  })
})
