import { describe, expect, test } from '@jest/globals'
import type { TokenReviewer } from '../../../src/authn/index.js'
import { kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { authenticationResources } from '../../../src/resources/index.js'
import { answer, question } from '../reviews.js'
import { pick } from '../support.js'

const GROUP = 'authentication.platform.io'
const jane = { username: 'jane', uid: 'u1', groups: ['dev'], extra: { scopes: ['all'] } }
const asked: unknown[] = []
const reviewToken: TokenReviewer = async (token, audiences) => {
  asked.push([token, audiences])
  if (token !== 'good') return { authenticated: false, error: 'invalid bearer token' }
  return { authenticated: true, user: jane, audiences: ['api'] }
}
const kinds = authenticationResources(platformDialect, reviewToken)
const selfReviews = pick(kinds, 'selfsubjectreviews', GROUP)
const tokenReviews = pick(kinds, 'tokenreviews', GROUP)

test('both kinds are cluster-scoped and can only be created', () => {
  for (const kind of kinds) expect(kind).toMatchObject({ namespaced: false, verbs: ['create'], review: expect.any(Function) })
  expect(authenticationResources(kubernetesDialect, reviewToken)[0]?.group).toBe(
    `authentication.${kubernetesDialect.groupDomain}`,
  )
})

describe('SelfSubjectReview', () => {
  test('returns the user of the caller, whatever was sent', async () => {
    const sent = { metadata: { name: 'ignored' }, status: { userInfo: { username: 'root' } } }
    expect(await answer(selfReviews, question(selfReviews, sent), { user: jane })).toEqual({
      kind: 'SelfSubjectReview',
      apiVersion: `${GROUP}/v1`,
      metadata: { creationTimestamp: '2024-05-06T07:08:09Z' },
      status: { userInfo: jane },
    })
  })

  test('leaves out what a user does not have', async () => {
    const user = { username: 'ann', uid: '', groups: [], extra: {} }
    expect((await answer(selfReviews, question(selfReviews), { user })).status).toEqual({ userInfo: { username: 'ann' } })
  })
})

describe('TokenReview', () => {
  test('returns the user of a valid token', async () => {
    const spec = { token: 'good', audiences: ['api', 'other'] }
    const status = { authenticated: true, user: jane, audiences: ['api'] }
    expect(await answer(tokenReviews, question(tokenReviews, { spec }))).toEqual(question(tokenReviews, { spec, status }))
    expect(asked.pop()).toEqual(['good', ['api', 'other']])
  })

  test('has an error and no `authenticated` for an invalid token, whatever was sent', async () => {
    const sent = question(tokenReviews, { spec: { token: 'bad', audiences: [] }, status: { authenticated: true } })
    const { spec, status } = await answer(tokenReviews, sent)
    expect(spec).toEqual({ token: 'bad' })
    expect(status).toEqual({ user: {}, error: 'invalid bearer token' })
  })

  test.each([{}, { spec: {} }, { spec: { token: '' } }])('%p without a token is 400', async (fields) => {
    await expect(answer(tokenReviews, question(tokenReviews, fields))).rejects.toMatchObject({ status: { code: 400 } })
  })
})
