import { expect, test } from '@jest/globals'
import { bearerToken } from '../../src/public/authn.js'
import { showing, withAuthorization } from './credentials.js'

test.each([
  { header: 'Bearer abc', token: 'abc' },
  { header: 'bearer abc', token: 'abc' },
  { header: 'BEARER abc', token: 'abc' },
  { header: '  Bearer abc  ', token: 'abc' },
  { header: 'Bearer abc trailing words', token: 'abc' },
  { header: 'Bearer', token: undefined },
  { header: 'Bearer ', token: undefined },
  { header: 'Bearer  abc', token: undefined },
  { header: 'Bearerabc', token: undefined },
  { header: 'Basic amFuZTpzZWNyZXQ=', token: undefined },
  { header: 'abc', token: undefined },
  { header: '', token: undefined },
])('the header "$header" shows the token $token', ({ header, token }) => {
  expect(bearerToken(withAuthorization(header))).toBe(token)
})

test('a request without the header shows no token', () => {
  expect(bearerToken(showing())).toBeUndefined()
})

test('of several header lines the first is used', () => {
  expect(bearerToken(showing(['authorization', 'Bearer one'], ['authorization', 'Bearer two']))).toBe('one')
})
