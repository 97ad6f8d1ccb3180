import { describe, expect, test } from '@jest/globals'
import {
  type AuthenticationRequest,
  type Authenticator,
  authenticateChain,
  createStaticTokenAuthenticator,
  createTokenReviewer,
} from '../../src/authn/index.js'

const jane = { username: 'jane', groups: ['dev', 'system:authenticated'] }
const knowsTokens = createStaticTokenAuthenticator([{ token: 'good', user: jane }])
const API = ['https://api.example', 'api']
const review = (token: string, audiences: readonly string[] = [], authenticator: Authenticator = knowsTokens) =>
  createTokenReviewer(authenticateChain([authenticator]), API)(token, audiences)

describe('a reviewer of tokens', () => {
  test.each([
    { asked: [], answered: API },
    { asked: ['api'], answered: ['api'] },
    { asked: ['elsewhere', 'api'], answered: ['api'] },
  ])('a token without audiences is meant for the API: $asked gives $answered', async ({ asked, answered }) => {
    expect(await review('good', asked)).toEqual({ authenticated: true, user: jane, audiences: answered })
  })

  test('a token for other audiences, or an unknown one, is not authenticated', async () => {
    const unknown = { authenticated: false, error: 'invalid bearer token' }
    expect(await review('good', ['elsewhere'])).toEqual(unknown)
    expect(await review('bad')).toEqual(unknown)
    expect(await review(' ')).toEqual(unknown)
  })

  test('an authenticator with audiences gets the requested ones, and returns those that match', async () => {
    const aware: Authenticator = {
      authenticate: ({ audiences = [] }) =>
        audiences.includes('vault')
          ? { outcome: 'authenticated', user: jane, audiences: ['vault', 'not asked for'] }
          : { outcome: 'rejected', reason: 'meant for others' },
    }
    expect(await review('t', ['vault', 'elsewhere'], aware)).toEqual({ authenticated: true, user: jane, audiences: ['vault'] })
    expect(await review('t', [], aware)).toEqual({ authenticated: false, error: '[invalid bearer token, meant for others]' })
  })

  test('authenticators get the token only: no certificate, no other header', async () => {
    const shown: AuthenticationRequest[] = []
    const asks: Authenticator = {
      authenticate(credentials) {
        shown.push(credentials)
        return { outcome: 'noOpinion' }
      },
    }
    expect(await review('secret', [], asks)).toMatchObject({ authenticated: false })
    expect(shown[0]?.header('authorization')).toEqual(['Bearer secret'])
    expect(shown[0]?.header('x-remote-user')).toEqual([])
    expect(shown[0]).toMatchObject({ peerCertificates: [], audiences: API })
  })
})
