import { createHmac } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { signDetached, verifyDetached } from '../../src/crypto/index.js'

const KEY = { id: 'aaaaaa', secret: 'aaaaaa.0123456789abcdef' }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a signature is the HMAC of the text, with the text left out', async () => {
  const [header = '', payload, signature] = (await signDetached('text', KEY)).split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'aaaaaa' })
  expect(payload).toBe('')
  const signed = `${header}.${Buffer.from('text').toString('base64url')}`
  expect(signature).toBe(createHmac('sha256', KEY.secret).update(signed).digest('base64url'))
})

test('the same text and secret give the same signature', async () => {
  expect(await signDetached('text', KEY)).toBe(await signDetached('text', KEY))
})

test('it verifies only with its text, secret and id', async () => {
  const signature = await signDetached('text', KEY)
  expect(await verifyDetached('text', signature, KEY)).toBe(true)
  expect(await verifyDetached('other', signature, KEY)).toBe(false)
  expect(await verifyDetached('text', signature, { ...KEY, secret: 'other' })).toBe(false)
  expect(await verifyDetached('text', signature, { ...KEY, id: 'bbbbbb' })).toBe(false)
})

test.each([
  '',
  'x',
  '..',
  'x.y.z',
  `${encode({ alg: 'none', kid: 'aaaaaa' })}..`,
  `${encode({ alg: 'HS512', kid: 'aaaaaa' })}..${createHmac('sha512', KEY.secret)
    .update(`${encode({ alg: 'HS512', kid: 'aaaaaa' })}.dGV4dA`)
    .digest('base64url')}`,
])('%j is not a signature', async (signature) => {
  expect(await verifyDetached('text', signature, KEY)).toBe(false)
})
