import { describe, expect, test } from '@jest/globals'
import { type Authorizer, alwaysAllow, alwaysDeny, rulesFor, type UserRules, unionAuthorizer } from '../../src/authz/index.js'

const user = { username: 'jane', groups: [] }
const none = { resourceRules: [], nonResourceRules: [], incomplete: false }
const readsPods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const listing = (rules: Partial<UserRules>): Authorizer => ({
  ...alwaysDeny,
  rulesFor: () => ({ ...none, ...rules }),
})
const unlisted: Authorizer = { authorize: () => ({ decision: 'noOpinion' }) }

describe('the rules of a user', () => {
  test('of a superuser are all verbs on all resources and paths', async () => {
    expect(await rulesFor(alwaysAllow, user, 'ns')).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    })
  })

  test('of a user without rights are none', async () => {
    expect(await rulesFor(alwaysDeny, user, 'ns')).toEqual(none)
  })

  test('of an authorizer that cannot list them are incomplete', async () => {
    expect(await rulesFor(unlisted, user, 'ns')).toMatchObject({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: expect.any(String),
    })
  })

  test('a union has the rules of all, and is incomplete when one of them is', async () => {
    const complete = unionAuthorizer([listing({ resourceRules: [readsPods] }), alwaysDeny])
    expect(await rulesFor(complete, user, 'ns')).toEqual({ ...none, resourceRules: [readsPods] })
    const partial = unionAuthorizer([listing({ resourceRules: [readsPods] }), unlisted, unlisted])
    const rules = await rulesFor(partial, user, 'ns')
    expect(rules).toMatchObject({ resourceRules: [readsPods], incomplete: true })
    expect(rules.evaluationError).toBe((await rulesFor(unlisted, user, 'ns')).evaluationError)
  })

  test('a union asks about the same user and namespace', async () => {
    const asked: unknown[] = []
    const asks: Authorizer = {
      ...alwaysDeny,
      rulesFor(...about) {
        asked.push(about)
        return none
      },
    }
    await rulesFor(unionAuthorizer([asks, asks]), user, 'ns')
    expect(asked).toEqual([
      [user, 'ns'],
      [user, 'ns'],
    ])
  })
})
