import { describe, expect, test } from '@jest/globals'
import { createTokenWebhookAuthenticator } from '../../src/public/authn.js'
import { WebhookError } from '../../src/webhook/index.js'
import { ManualClock, settle } from '../support/manual-clock.js'
import { showing, withAuthorization } from './credentials.js'

const V1 = 'authentication.platform.io/v1'
const API = 'https://kubernetes.default.svc'
const review = (status: unknown, more: object = {}) => ({ apiVersion: V1, kind: 'TokenReview', status, ...more })
const accepts = (user: object = {}, more: object = {}) =>
  review({ authenticated: true, user: { username: 'zoe', ...user }, ...more })

/** An authenticator whose service answers so. */
function remote(answer: unknown, options: Partial<Parameters<typeof createTokenWebhookAuthenticator>[0]> = {}) {
  const clock = new ManualClock()
  const asked: { apiVersion: string; kind: string; spec: { token: string; audiences: string[] } }[] = []
  const service = { answer }
  const authenticator = createTokenWebhookAuthenticator({
    transport: async ({ body }) => {
      asked.push(JSON.parse(body))
      if (service.answer instanceof Error) throw service.answer
      return { status: 200, body: JSON.stringify(service.answer) }
    },
    target: { server: { url: 'https://authn.example' } },
    clock,
    ...options,
  })
  const show = (token: string, audiences?: readonly string[]) =>
    authenticator.authenticate({ ...withAuthorization(`Bearer ${token}`), ...(audiences && { audiences }) })
  return { authenticator, show, asked, service, clock }
}

describe('a token webhook', () => {
  test('gets the token, and the required audiences', async () => {
    const { show, asked } = remote(accepts({ uid: 'u-1', groups: ['blue'], extra: { scopes: ['view', 'edit'] } }))
    expect(await show('t')).toEqual({
      outcome: 'authenticated',
      user: { username: 'zoe', uid: 'u-1', groups: ['blue', 'system:authenticated'], extra: { scopes: ['view', 'edit'] } },
      audiences: [API],
    })
    expect(asked).toEqual([{ apiVersion: V1, kind: 'TokenReview', spec: { token: 't', audiences: [API] } }])
  })

  test('is asked in the older version where that is set', async () => {
    const { show, asked } = remote({ ...accepts(), apiVersion: `${V1}beta1` }, { version: 'v1beta1' })
    expect(await show('t')).toMatchObject({ outcome: 'authenticated' })
    expect(asked).toMatchObject([{ apiVersion: `${V1}beta1` }])
  })

  test('is not asked about requests without a token', async () => {
    const { authenticator, asked } = remote(accepts())
    expect(await authenticator.authenticate(showing())).toEqual({ outcome: 'noOpinion' })
    expect(await authenticator.authenticate(withAuthorization('Basic eA=='))).toEqual({ outcome: 'noOpinion' })
    expect(asked).toEqual([])
  })

  test.each([
    { named: undefined, wanted: undefined, meant: [API] },
    { named: [API, 'else'], wanted: undefined, meant: [API] },
    { named: ['else'], wanted: undefined, meant: undefined },
    { named: ['else'], wanted: ['third', 'else'], meant: ['else'] },
    { named: undefined, wanted: ['else'], meant: undefined },
  ])('that names the audiences $named of a token, when $wanted is wanted, means $meant', async ({ named, wanted, meant }) => {
    const { show } = remote(accepts({}, named && { audiences: named }))
    const result = await show('t', wanted)
    expect(result).toMatchObject(meant ? { outcome: 'authenticated', audiences: meant } : { outcome: 'rejected' })
  })

  test.each([
    { answer: review({ authenticated: false }), reason: 'invalid bearer token' },
    { answer: review({ authenticated: false, error: 'who are you' }), reason: 'who are you' },
    { answer: review({}), reason: 'invalid bearer token' },
    { answer: review({ authenticated: 'true', user: { username: 'zoe' } }), reason: 'invalid bearer token' },
  ])('that does not accept a token rejects it: $reason', async ({ answer, reason }) => {
    expect(await remote(answer).show('t')).toEqual({ outcome: 'rejected', reason })
  })

  test.each([
    { about: 'is away', answer: new WebhookError('connection', 'connect ECONNREFUSED') },
    { about: 'answers in another version', answer: { ...accepts(), apiVersion: `${V1}beta1` } },
    { about: 'answers with another kind', answer: { ...accepts(), kind: 'SubjectAccessReview' } },
    { about: 'accepts a token without a user', answer: accepts({ username: '' }) },
    { about: 'accepts a number', answer: accepts({ username: 1 }) },
    { about: 'has no status', answer: { apiVersion: V1, kind: 'TokenReview' } },
  ])('that $about is a failure, which holds no token', async ({ answer }) => {
    const failure = await Promise.resolve(remote(answer).show('very-secret')).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(WebhookError)
    expect(String(failure)).not.toContain('very-secret')
  })

  test('gives a key such as __proto__ as data', async () => {
    const extra = JSON.parse('{"__proto__":["x"],"a":[]}')
    const result = await remote(accepts({ extra, groups: null })).show('t')
    if (result.outcome !== 'authenticated') throw new Error('expected to be accepted')
    expect(Object.entries(result.user.extra ?? {})).toEqual([
      ['__proto__', ['x']],
      ['a', []],
    ])
    expect(result.user.groups).toEqual(['system:authenticated'])
  })

  test.each([
    [{ groups: 'a' }, 'groups that is no list of strings'],
    [{ groups: ['a', 2] }, 'groups that is no list of strings'],
    [{ extra: ['a'] }, 'extra that is no map of lists of strings'],
    [{ extra: { a: 'b' } }, 'extra[a] that is no list of strings'],
    [{ uid: 7 }, 'uid that is no string'],
  ])('accepts nobody without a part that cannot be read: %j', async (user, fault) => {
    await expect(remote(accepts(user as never)).show('t')).rejects.toThrow(fault)
  })
})

describe('answers of a token webhook', () => {
  test('are cached for two minutes, accepted or not', async () => {
    const { show, asked, service, clock } = remote(accepts())
    await show('good')
    service.answer = review({ authenticated: false })
    await show('bad')
    clock.advance(119_999)
    expect(await show('good')).toMatchObject({ outcome: 'authenticated' })
    expect(await show('bad')).toMatchObject({ outcome: 'rejected' })
    expect(asked).toHaveLength(2)
    clock.advance(1)
    expect(await show('good')).toMatchObject({ outcome: 'rejected' })
    expect(asked).toHaveLength(3)
  })

  test('with an error, and failures, are not remembered', async () => {
    const { show, asked, service } = remote(review({ authenticated: false, error: 'busy' }))
    await show('t')
    service.answer = new WebhookError('timeout', 'late')
    await expect(show('t')).rejects.toThrow('late')
    service.answer = accepts()
    expect(await show('t')).toMatchObject({ outcome: 'authenticated' })
    expect(asked).toHaveLength(3)
  })

  test('are for one token and one list of audiences', async () => {
    const { show, asked } = remote(accepts({}, { audiences: [API, 'else'] }))
    await show('t')
    await show('t2')
    await show('t', ['else'])
    await show('t', [API, 'else'])
    expect(asked).toHaveLength(4)
  })

  test('are shared by requests that come at once', async () => {
    const { show, asked } = remote(accepts())
    const results = await Promise.all([show('t'), show('t'), show('t')])
    expect(results.map(({ outcome }) => outcome)).toEqual(['authenticated', 'authenticated', 'authenticated'])
    expect(asked).toHaveLength(1)
  })

  test('time out after ten seconds', async () => {
    const { show, clock } = remote(undefined, { transport: () => new Promise(() => {}) })
    const result = Promise.resolve(show('t'))
    result.catch(() => {})
    await settle()
    await clock.advanceAndSettle(10_000)
    await expect(result).rejects.toMatchObject({ failure: 'timeout' })
  })

  test('are bounded in size, and cached for a limited number of tokens', async () => {
    const limits: (number | undefined)[] = []
    const counted = remote(accepts(), {
      transport: async ({ maxReplyBytes }) => {
        limits.push(maxReplyBytes)
        return { status: 200, body: JSON.stringify(accepts()) }
      },
    })
    for (let i = 0; i < 1025; i += 1) await counted.show(`t${i}`)
    await counted.show('t1')
    expect(limits).toHaveLength(1025)
    await counted.show('t0')
    expect(limits).toHaveLength(1026)
    expect(new Set(limits)).toEqual(new Set([256 * 1024]))
  })
})
