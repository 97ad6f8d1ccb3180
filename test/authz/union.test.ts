import { expect, test } from '@jest/globals'
import { type AuthorizationDecision, alwaysAllow, alwaysDeny, requireAccess, unionAuthorizer } from '../../src/authz/index.js'
import type { Attributes } from '../../src/meta/index.js'

const attributes: Attributes = {
  user: { username: 'jane', groups: [] },
  verb: 'get',
  isResourceRequest: true,
  path: '/api/v1/pods',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: '',
  name: '',
}
const saying = (decision: AuthorizationDecision['decision'], reason?: string) => ({
  authorize: () => ({ decision, ...(reason !== undefined && { reason }) }),
})

test.each([
  { list: [saying('noOpinion'), saying('allow')], decision: 'allow' },
  { list: [saying('deny'), saying('allow')], decision: 'deny' },
  { list: [saying('allow'), saying('deny')], decision: 'allow' },
  { list: [saying('noOpinion'), saying('noOpinion')], decision: 'noOpinion' },
  { list: [], decision: 'noOpinion' },
])('the first opinion decides: $decision', async ({ list, decision }) => {
  expect(await unionAuthorizer(list).authorize(attributes)).toMatchObject({ decision })
})

test('a refusal carries the reasons of all that had no opinion', async () => {
  const union = unionAuthorizer([saying('noOpinion', 'no rule matched'), saying('noOpinion'), alwaysDeny])
  expect(await union.authorize(attributes)).toEqual({
    decision: 'noOpinion',
    reason: 'no rule matched, Everything is forbidden.',
  })
})

test.each([
  [undefined, 'undefined'],
  [{ decision: 'allowed' }, '"allowed"'],
  [true, 'true'],
])('what is no decision (%j) allows nothing, alone and among others', async (answer, found) => {
  const wrong = { authorize: () => answer as AuthorizationDecision }
  const cause = new TypeError(`the decision of an authorizer is ${found}: expected 'allow', 'deny' or 'noOpinion'`)
  const failure = expect.objectContaining({ status: expect.objectContaining({ code: 500 }), cause })
  await expect(unionAuthorizer([wrong, alwaysAllow]).authorize(attributes)).rejects.toEqual(failure)
  await expect((async () => requireAccess(wrong, attributes))()).rejects.toEqual(failure)
})

test('one alone is itself', () => {
  expect(unionAuthorizer([alwaysAllow])).toBe(alwaysAllow)
})
