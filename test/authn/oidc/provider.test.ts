import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHttpsFetch } from '../../../src/adapters/index.js'
import { createOidcAuthenticator, type JwtIssuer } from '../../../src/authn/index.js'
import { systemClock } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'
import { startProvider, type TestProvider } from '../../support/oidc-provider.js'
import { withAuthorization } from '../credentials.js'

const ada = { sub: 'ada', groups: ['dev', 'ops'], email: 'ada@example.com', email_verified: true, tenant: 'blue' }

describe('a real provider', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const setUp = async (more: Partial<JwtIssuer> = {}, clock = systemClock) => {
    const failures: string[] = []
    const authenticator = await createOidcAuthenticator({
      jwt: [
        {
          issuer: { url: provider.issuer, audiences: ['app'], certificateAuthority: provider.ca },
          claimMappings: { username: { claim: 'sub', prefix: '' }, groups: { claim: 'groups', prefix: 'oidc:' } },
          ...more,
        },
      ],
      clock,
      connect: createHttpsFetch,
      onFailure: (message) => failures.push(message),
    })
    return {
      authenticator,
      failures,
      show: async (token: string) => authenticator.authenticate(withAuthorization(`Bearer ${token}`)),
    }
  }

  test('many tokens with costly expressions are mapped in many turns of the event loop', async () => {
    // It exceeds the budget of an expression.
    const expression = 'claims.groups.all(g, claims.groups.exists(other, other == g))'
    const { show } = await setUp({ claimValidationRules: [{ expression, message: 'no' }] })
    const groups = Array.from({ length: 800 }, (_, i) => `g${i}`)
    const token = await provider.logIn({ ...ada, groups })
    let turn = 0
    let isOver = false
    const tick = () => {
      turn += 1
      if (!isOver) setImmediate(tick)
    }
    tick()
    const turns = await Promise.all(
      Array.from({ length: 20 }, async () => {
        expect(await show(token)).toMatchObject({ outcome: 'rejected' })
        return turn
      }),
    )
    isOver = true
    expect(new Set(turns).size).toBeGreaterThan(3)
  })

  test('a user who logged in at the provider is authenticated, without a call to the provider for each request', async () => {
    const { show } = await setUp()
    const token = await provider.logIn(ada)
    const before = provider.keysAsked()
    for (let i = 0; i < 5; i++) {
      expect(await show(token)).toEqual({
        outcome: 'authenticated',
        user: { username: 'ada', groups: ['oidc:dev', 'oidc:ops', 'system:authenticated'] },
      })
    }
    expect(provider.keysAsked() - before).toBeLessThanOrEqual(1)
  })

  test('expressions map claims to users', async () => {
    const { show } = await setUp({
      claimMappings: {
        username: { expression: "claims.email_verified ? claims.email : ''" },
        extra: [{ key: 'example.com/tenant', valueExpression: 'claims.tenant' }],
      },
      userValidationRules: [{ expression: "user.extra['example.com/tenant'] == ['blue']" }],
    })
    expect(await show(await provider.logIn(ada))).toMatchObject({
      user: { username: 'ada@example.com', extra: { 'example.com/tenant': ['blue'] } },
    })
    expect(await show(await provider.logIn({ ...ada, tenant: 'red' }))).toMatchObject({ outcome: 'rejected' })
  })

  test('a token for another client is unauthenticated', async () => {
    const { show } = await setUp()
    expect(await show(await provider.logIn(ada, 'other'))).toEqual({
      outcome: 'rejected',
      reason: 'oidc: the token is meant for others',
    })
  })

  test('a token expires to the second', async () => {
    const clock = new ManualClock(Date.now())
    const { show } = await setUp({}, clock)
    const token = await provider.logIn(ada)
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    clock.advance(exp * 1000 - clock.now() - 1)
    expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
    clock.advance(1)
    expect(await show(token)).toEqual({ outcome: 'rejected', reason: 'oidc: the token has expired' })
  })

  test('a new key of the provider is used at once, and a withdrawn one until the keys are fetched again', async () => {
    const clock = new ManualClock(Date.now())
    const { show } = await setUp({}, clock)
    const first = await provider.logIn(ada)
    expect(await show(first)).toMatchObject({ outcome: 'authenticated' })
    provider.rotate()
    clock.advance(1_000)
    const second = await provider.logIn(ada)
    expect(await show(second)).toMatchObject({ outcome: 'authenticated' })
    provider.rotate({ forget: true })
    clock.advance(1_000)
    expect(await show(await provider.logIn(ada))).toMatchObject({ outcome: 'authenticated' })
    // Those that were good before are looked at anew.
    for (const token of [first, second]) {
      expect(await show(token)).toEqual({ outcome: 'rejected', reason: 'oidc: the signature of the token is not valid' })
    }
  })

  test('a provider with a certificate of another authority is not trusted', async () => {
    const other = await startProvider()
    const token = await provider.logIn(ada)
    const issuer = { url: provider.issuer, audiences: ['app'], certificateAuthority: other.ca }
    const { show, failures } = await setUp({ issuer })
    expect(await show(token)).toEqual({
      outcome: 'rejected',
      reason: `oidc: the keys of ${provider.issuer} are not known yet`,
    })
    expect(failures).toEqual([expect.stringMatching(/certificate/)])
    await other.stop()
  })
})

test('a provider that is unreachable at the start is retried, and the health check passes when it answers', async () => {
  const gone = await startProvider()
  await gone.stop()
  const clock = new ManualClock(Date.now())
  const port = Number(new URL(gone.issuer).port)
  const failures: string[] = []
  let ca = gone.ca
  const authenticator = await createOidcAuthenticator({
    jwt: [
      {
        issuer: { url: gone.issuer, audiences: ['app'] },
        claimMappings: { username: { claim: 'sub', prefix: '' } },
      },
    ],
    clock,
    connect: () => (url, init) => createHttpsFetch(ca)(url, init),
    onFailure: (message) => failures.push(message),
  })
  const isReady = async () => authenticator.readyChecks?.[0]?.check()
  const show = async (token: string) => (await authenticator.authenticate(withAuthorization(`Bearer ${token}`))).outcome
  while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect([await isReady(), failures]).toEqual([false, [expect.stringContaining('ECONNREFUSED')]])
  const provider = await startProvider({ port })
  ca = provider.ca
  const token = await provider.logIn(ada)
  // Not before its time: the one that is away is not to be flooded.
  expect(await show(token)).toBe('rejected')
  clock.advance(1_000)
  expect([await show(token), await isReady()]).toEqual(['authenticated', true])
  await provider.stop()
})
