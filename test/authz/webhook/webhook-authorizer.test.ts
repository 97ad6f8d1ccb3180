import { describe, expect, test } from '@jest/globals'
import { type Attributes, fieldRequirements, labelRequirements } from '../../../src/meta/index.js'
import { createWebhookAuthorizer } from '../../../src/public/authz.js'
import { WebhookError, type WebhookReply } from '../../../src/webhook/index.js'
import { ManualClock, settle } from '../../support/manual-clock.js'
import { jane, pathRequest, resourceRequest } from '../rbac/requests.js'

const V1 = 'authorization.platform.io/v1'
const review = (status: unknown, more: object = {}) => ({ apiVersion: V1, kind: 'SubjectAccessReview', status, ...more })
const ok = (document: unknown): WebhookReply => ({ status: 200, body: JSON.stringify(document) })

/** An authorizer whose service answers so. */
async function remote(answer: unknown, options: Partial<Parameters<typeof createWebhookAuthorizer>[0]> = {}) {
  const clock = new ManualClock()
  const asked: { apiVersion: string; kind: string; spec: Record<string, unknown> }[] = []
  const failures: unknown[] = []
  const service = { answer }
  const authorizer = await createWebhookAuthorizer({
    transport: async ({ body }) => {
      asked.push(JSON.parse(body))
      if (service.answer instanceof Error) throw service.answer
      return ok(service.answer)
    },
    target: { server: { url: 'https://authz.example' } },
    onFailure: (error) => failures.push(error),
    clock,
    ...options,
  })
  return { authorize: (attributes: Attributes) => authorizer.authorize(attributes), authorizer, asked, failures, service, clock }
}

const pods = (asked: Partial<Attributes> = {}) => resourceRequest({ resource: 'pods', namespace: 'a', ...asked })

describe('a remote authorizer', () => {
  test('is asked about a resource with all attributes that are not empty', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }))
    const user = { ...jane, uid: 'u-1', extra: { scopes: ['view'] } }
    expect(await authorize(pods({ user, subresource: 'log', name: 'p' }))).toEqual({ decision: 'allow' })
    expect(asked).toEqual([
      {
        apiVersion: V1,
        kind: 'SubjectAccessReview',
        spec: {
          resourceAttributes: { namespace: 'a', verb: 'get', version: 'v1', resource: 'pods', subresource: 'log', name: 'p' },
          user: 'jane',
          groups: ['dev', 'system:authenticated'],
          extra: { scopes: ['view'] },
          uid: 'u-1',
        },
      },
    ])
  })

  test('is asked about a path, in the older version too', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }, { apiVersion: `${V1}beta1` }), { version: 'v1beta1' })
    expect(await authorize(pathRequest('/metrics'))).toEqual({ decision: 'allow' })
    expect(asked).toMatchObject([
      { apiVersion: `${V1}beta1`, spec: { nonResourceAttributes: { path: '/metrics', verb: 'get' }, group: jane.groups } },
    ])
  })

  test('gets the requirements of selectors', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }))
    const fieldSelector = fieldRequirements('spec.nodeName=n1,status.phase!=Done')
    const labelSelector = labelRequirements('app in (b,a),!old,tier,size>3')
    await authorize(pods({ verb: 'list', fieldSelector, labelSelector }))
    expect(asked[0]?.spec.resourceAttributes).toMatchObject({
      fieldSelector: {
        requirements: [
          { key: 'spec.nodeName', operator: 'In', values: ['n1'] },
          { key: 'status.phase', operator: 'NotIn', values: ['Done'] },
        ],
      },
      labelSelector: {
        requirements: [
          { key: 'app', operator: 'In', values: ['a', 'b'] },
          { key: 'old', operator: 'DoesNotExist' },
          { key: 'tier', operator: 'Exists' },
        ],
      },
    })
  })

  test.each([
    { status: { allowed: true, reason: 'because' }, decision: { decision: 'allow', reason: 'because' } },
    { status: { allowed: false, denied: true, reason: 'not you' }, decision: { decision: 'deny', reason: 'not you' } },
    { status: { allowed: false }, decision: { decision: 'noOpinion' } },
    { status: { allowed: 'true' }, decision: { decision: 'noOpinion' } },
    { status: undefined, decision: { decision: 'noOpinion' } },
  ])('that answers $status decides $decision', async ({ status, decision }) => {
    const { authorize } = await remote(review(status))
    expect(await authorize(pods())).toEqual(decision)
  })

  test.each([
    { about: 'is away', answer: new WebhookError('connection', 'connect ECONNREFUSED') },
    { about: 'answers in another version', answer: review({ allowed: true }, { apiVersion: `${V1}beta1` }) },
    { about: 'answers with another kind', answer: review({ allowed: true }, { kind: 'TokenReview' }) },
    { about: 'allows and denies', answer: review({ allowed: true, denied: true }) },
    { about: 'answers with a list', answer: [] },
  ])('that $about has no opinion, or denies where that is set', async ({ answer }) => {
    const { authorize, failures } = await remote(answer)
    expect(await authorize(pods())).toEqual({ decision: 'noOpinion', evaluationError: expect.any(String) })
    expect(failures).toHaveLength(1)
    const strict = await remote(answer, { failurePolicy: 'Deny' })
    expect(await strict.authorize(pods())).toEqual({ decision: 'deny', evaluationError: expect.any(String) })
  })

  test('lists no rules, and is incomplete', async () => {
    const { authorizer } = await remote(review({ allowed: true }))
    expect(await authorizer.rulesFor?.(jane, 'a')).toMatchObject({ resourceRules: [], incomplete: true })
  })
})

describe('answers of a remote authorizer', () => {
  test('are cached for their time, which is shorter for denials', async () => {
    const { authorize, asked, clock, service } = await remote(review({ allowed: true }))
    await authorize(pods({ name: 'yes' }))
    service.answer = review({ allowed: false, denied: true })
    await authorize(pods({ name: 'no' }))
    clock.advance(29_999)
    expect(await authorize(pods({ name: 'yes' }))).toMatchObject({ decision: 'allow' })
    expect(await authorize(pods({ name: 'no' }))).toMatchObject({ decision: 'deny' })
    expect(asked).toHaveLength(2)
    clock.advance(1)
    service.answer = review({ allowed: true })
    expect(await authorize(pods({ name: 'no' }))).toMatchObject({ decision: 'allow' })
    clock.advance(269_999)
    await authorize(pods({ name: 'yes' }))
    expect(asked).toHaveLength(3)
    clock.advance(1)
    await authorize(pods({ name: 'yes' }))
    expect(asked).toHaveLength(4)
  })

  test.each([
    { about: 'user', other: { user: { ...jane, username: 'joe' } } },
    { about: 'group', other: { user: { ...jane, groups: ['dev'] } } },
    { about: 'order of groups', other: { user: { ...jane, groups: [...jane.groups].reverse() } } },
    { about: 'extra value', other: { user: { ...jane, extra: { a: ['b'] } } } },
    { about: 'uid', other: { user: { ...jane, uid: 'u' } } },
    { about: 'verb', other: { verb: 'delete' } },
    { about: 'namespace', other: { namespace: 'b' } },
    { about: 'selector', other: { labelSelector: labelRequirements('a=b') } },
  ])('are for one question: another $about is another', async ({ other }) => {
    const { authorize, asked } = await remote(review({ allowed: true }))
    await authorize(pods())
    await authorize(pods(other))
    expect(asked).toHaveLength(2)
  })

  test('are not remembered when there was none', async () => {
    const { authorize, asked, service } = await remote(new WebhookError('connection', 'away'))
    expect(await authorize(pods())).toMatchObject({ decision: 'noOpinion' })
    service.answer = review({ allowed: true })
    expect(await authorize(pods())).toMatchObject({ decision: 'allow' })
    expect(asked).toHaveLength(2)
  })

  test('are not remembered for questions of any length', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }))
    const long = pods({ name: 'x'.repeat(20_000) })
    await authorize(long)
    await authorize(long)
    expect(asked).toHaveLength(2)
  })

  test('are shared by equal concurrent requests', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }))
    const answers = await Promise.all([authorize(pods()), authorize(pods()), authorize(pods())])
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'allow', 'allow'])
    expect(asked).toHaveLength(1)
  })

  test('that are late count as failures', async () => {
    const { authorize, clock } = await remote(undefined, { transport: () => new Promise(() => {}), timeoutMs: 3000 })
    const answer = authorize(pods())
    await settle()
    await clock.advanceAndSettle(3000)
    expect(await answer).toEqual({ decision: 'noOpinion', evaluationError: 'there was no answer within 3 seconds' })
  })
})

describe('match conditions', () => {
  const conditions = [
    'has(request.resourceAttributes)',
    "request.resourceAttributes.resource == 'pods'",
    "'dev' in request.groups",
  ]

  test('say which requests the service is asked about', async () => {
    const { authorize, asked } = await remote(review({ allowed: true }), { matchConditions: conditions })
    expect(await authorize(pods())).toEqual({ decision: 'allow' })
    expect(await authorize(pods({ resource: 'secrets' }))).toEqual({ decision: 'noOpinion' })
    expect(await authorize(pods({ user: { username: 'jane', groups: [] } }))).toEqual({ decision: 'noOpinion' })
    // The second condition fails for a path, but the first has excluded it.
    expect(await authorize(pathRequest('/metrics'))).toEqual({ decision: 'noOpinion' })
    expect(asked).toHaveLength(1)
  })

  test('see members that are empty, and selectors', async () => {
    const matchConditions = [
      "request.resourceAttributes.name == '' && request.uid == ''",
      "request.resourceAttributes.namespace == 'a'",
      "request.resourceAttributes.labelSelector.requirements[0].key == 'app'",
    ]
    const { authorize } = await remote(review({ allowed: true }), { matchConditions })
    expect(await authorize(pods({ verb: 'list', labelSelector: labelRequirements('app=a') }))).toEqual({ decision: 'allow' })
  })

  test('that fail are a failure of the service', async () => {
    const matchConditions = ["request.extra['team'][0] == 'x'"]
    const { authorize, asked, failures } = await remote(review({ allowed: true }), { matchConditions, failurePolicy: 'Deny' })
    expect(await authorize(pods())).toMatchObject({
      decision: 'deny',
      evaluationError: expect.stringContaining('matchConditions'),
    })
    expect([asked.length, failures.length]).toEqual([0, 1])
  })

  test.each([
    { sources: ['request.nothing == 1'], says: 'matchConditions[0].expression' },
    { sources: ['true', '1 + 1'], says: 'matchConditions[1].expression: must evaluate to bool' },
    { sources: ['('], says: 'matchConditions[0].expression' },
    { sources: Array.from({ length: 65 }, () => 'true'), says: 'at most 64' },
  ])('that are invalid are refused: $says', async ({ sources, says }) => {
    await expect(remote(undefined, { matchConditions: sources })).rejects.toThrow(says)
  })
})
