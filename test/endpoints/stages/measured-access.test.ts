import { describe, expect, test } from '@jest/globals'
import { type AuthenticationResult, authenticateChain } from '../../../src/authn/index.js'
import type { AuthorizationDecision } from '../../../src/authz/index.js'
import { measuredAuthenticator, measuredAuthorizer } from '../../../src/endpoints/stages/measured-access.js'
import { showing } from '../../authn/credentials.js'
import { resourceRequest } from '../../authz/rbac/requests.js'
import { ManualClock } from '../../support/manual-clock.js'

function measuring() {
  const clock = new ManualClock()
  const counted: (readonly unknown[])[] = []
  const metrics = {
    authenticated: (...values: readonly unknown[]) => void counted.push(values),
    authorized: (...values: readonly unknown[]) => void counted.push(values),
  }
  return { clock, counted, parts: { metrics, clock } }
}

describe('authentication attempts', () => {
  test.each([
    { result: { outcome: 'authenticated', user: { username: 'jane', groups: [] } }, counted: ['success', 'mine', 2] },
    { result: { outcome: 'rejected', reason: 'secret' }, counted: ['failure', 'mine', 2] },
    { result: { outcome: 'noOpinion' }, counted: ['none', '', 2] },
  ] as { result: AuthenticationResult; counted: unknown[] }[])(
    'are counted by result and method: $counted',
    async ({ result, counted }) => {
      const { clock, parts, counted: seen } = measuring()
      const mine = {
        name: 'mine',
        authenticate: () => {
          clock.advance(2000)
          return result
        },
      }
      await measuredAuthenticator(authenticateChain([mine]), parts).authenticate(showing())
      expect(seen).toEqual([counted])
    },
  )
})

describe('decisions', () => {
  test.each([
    { answer: { decision: 'allow' }, result: 'allowed' },
    { answer: { decision: 'deny' }, result: 'denied' },
    { answer: { decision: 'noOpinion' }, result: 'no-opinion' },
    { answer: { decision: 'noOpinion', evaluationError: 'away' }, result: 'error' },
    { answer: { decision: 'deny', evaluationError: 'away' }, result: 'error' },
  ] as { answer: AuthorizationDecision; result: string }[])('$answer count as $result', async ({ answer, result }) => {
    const { parts, counted } = measuring()
    expect(await measuredAuthorizer({ authorize: () => answer }, parts).authorize(resourceRequest({}))).toBe(answer)
    expect(counted).toEqual([[result, 0]])
  })

  test.each([
    [undefined, 'undefined'],
    ['allow', '"allow"'],
    [{ decision: 'allowed' }, '"allowed"'],
  ])('%j is none: it is not counted, and the cause of the error says what would be', (answer, shown) => {
    const { parts, counted } = measuring()
    const measured = measuredAuthorizer({ authorize: () => answer as AuthorizationDecision }, parts)
    const cause = new TypeError(`the decision of an authorizer is ${shown}: expected 'allow', 'deny' or 'noOpinion'`)
    expect(() => measured.authorize(resourceRequest({}))).toThrow(expect.objectContaining({ cause }))
    expect(counted).toEqual([])
  })
})
