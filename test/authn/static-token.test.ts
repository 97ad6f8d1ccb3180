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

  test('of a repeated token the last entry is used', () => {
    const twice = createStaticTokenAuthenticator([
      { token: 't', user: { username: 'first', groups: [] } },
      { token: 't', user: { username: 'last', groups: [] } },
    ])
    expect(twice.authenticate(withAuthorization('Bearer t'))).toMatchObject({ user: { username: 'last' } })
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
