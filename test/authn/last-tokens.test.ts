import { describe, expect, test } from '@jest/globals'
import { LastTokens } from '../../src/authn/last-tokens.js'

describe('the last token of a connection', () => {
  test.each(['t', 'abcd', 'a-token', 'ü-€-😀', 'e'.repeat(4096)])('%.10s is known on that connection only', (token) => {
    const tokens = new LastTokens<number>()
    const [one, other] = [{}, {}]
    tokens.set(one, token, 7)
    expect([tokens.get(one, token), tokens.get(other, token)]).toEqual([7, undefined])
  })

  test.each(['abc', 'abcd\0', 'abce', 'Abcd', 'abcde', 'abcdabcd', '', 'e'.repeat(4097)])('is not %.10j', (token) => {
    const tokens = new LastTokens<number>()
    const connection = {}
    tokens.set(connection, 'abcd', 7)
    expect(tokens.get(connection, token)).toBeUndefined()
  })

  test('a shorter token is not compared with what is left of a longer one', () => {
    const tokens = new LastTokens<number>()
    const [one, other] = [{}, {}]
    tokens.set(one, 'abcdefgh', 7)
    tokens.set(other, 'abcde', 8)
    expect([tokens.get(one, 'abcde'), tokens.get(other, 'abcdefgh'), tokens.get(other, 'abcde')]).toEqual([
      undefined,
      undefined,
      8,
    ])
  })

  test('is replaced by the next, and one of more than 4 KiB is not kept', () => {
    const tokens = new LastTokens<number>()
    const connection = {}
    tokens.set(connection, 'first', 1)
    tokens.set(connection, 'second', 2)
    expect([tokens.get(connection, 'first'), tokens.get(connection, 'second')]).toEqual([undefined, 2])
    const long = 'ü'.repeat(2049)
    tokens.set({}, long, 3)
    tokens.set(connection, long, 3)
    expect(tokens.get(connection, long)).toBeUndefined()
  })
})
