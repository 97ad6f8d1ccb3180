import { describe, expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import { showing, withAuthorization } from './credentials.js'

const jane = { username: 'jane', uid: 'jane-uid', groups: ['dev'] }
const authenticator = createStaticTokenAuthenticator([
  { token: 'janes-token', user: jane },
  { token: 'joes-token', user: { username: 'joe', groups: [] } },
])

describe('static tokens', () => {
  test('authenticate their user', () => {
    expect(authenticator.authenticate(withAuthorization('Bearer janes-token'))).toEqual({
      outcome: 'authenticated',
      user: { ...jane, groups: ['dev', 'system:authenticated'] },
    })
    expect(authenticator.authenticate(withAuthorization('Bearer joes-token'))).toMatchObject({ user: { username: 'joe' } })
  })

  test.each(['janes-toke', 'janes-token2', 'Janes-token', '__proto__', 'constructor', '\u{1f511}'])('reject %s', (token) => {
    expect(authenticator.authenticate(withAuthorization(`Bearer ${token}`))).toMatchObject({ outcome: 'rejected' })
  })

  test('have no opinion on requests without one', () => {
    expect(authenticator.authenticate(showing())).toEqual({ outcome: 'noOpinion' })
    expect(authenticator.authenticate(withAuthorization('Basic x'))).toEqual({ outcome: 'noOpinion' })
  })

  test('are refused when they are empty or repeated, by their place and without their text', () => {
    const user = (username: string) => ({ username, groups: [] })
    const refusal = (tokens: readonly string[]) => () =>
      createStaticTokenAuthenticator(tokens.map((token, i) => ({ token, user: user(`u${i}`) })))
    const line = (problem: string) => new TypeError(`createStaticTokenAuthenticator: ${problem}`)
    expect(refusal(['a', ''])).toThrow(line('tokens[1].token is "": expected text, not empty'))
    expect(refusal(['a', 'b', 'a'])).toThrow(line('tokens[2].token is the same as that of tokens[0]: expected another'))
    expect(refusal(['a', 'b'])).not.toThrow()
  })

  test('are distinguished even when their hashes collide', () => {
    // Without a secret all hashes still differ, but tokens of one bucket must not be taken for one another.
    const zero = { uuid: () => '', bytes: (length: number) => new Uint8Array(length) }
    const many = Array.from({ length: 500 }, (_, i) => ({ token: `t${i}`, user: { username: `u${i}`, groups: [] } }))
    const all = createStaticTokenAuthenticator(many, { random: zero })
    for (const { token, user } of many) {
      expect(all.authenticate(withAuthorization(`Bearer ${token}`))).toMatchObject({ user: { username: user.username } })
    }
  })

  test('the user cannot be modified by callers', () => {
    const result = authenticator.authenticate(withAuthorization('Bearer janes-token'))
    expect(Object.isFrozen((result as { user: object }).user)).toBe(true)
  })
})
