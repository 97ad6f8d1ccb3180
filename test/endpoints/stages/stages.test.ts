import { runInNewContext } from 'node:vm'
import { describe, expect, test } from '@jest/globals'
import type { Authenticator } from '../../../src/authn/index.js'
import { type Authorizer, alwaysAllow, alwaysDeny } from '../../../src/authz/index.js'
import { type CustomStage, composeStages, type Stage, withCustomStages } from '../../../src/endpoints/stage.js'
import { authentication } from '../../../src/endpoints/stages/authentication.js'
import { authorization } from '../../../src/endpoints/stages/authorization.js'
import { limitTime } from '../../../src/endpoints/stages/time-limit.js'
import { ApiError, type Attributes, platformDialect } from '../../../src/meta/index.js'
import type { ServerResponse } from '../../../src/server/http.js'
import { ManualClock, settle } from '../../support/manual-clock.js'
import { exchangeOf, type Last, withStages } from '../exchanges.js'

const OK: ServerResponse = { status: 200, headers: [], body: new Uint8Array(0) }
const answer: Last = async () => OK
const statusOf = async (promise: Promise<ServerResponse>) => {
  try {
    return { code: (await promise).status, message: '', retryAfter: undefined, status: undefined }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message = '', details } = error.status
    return { code, message, retryAfter: details?.retryAfterSeconds, status: error.status }
  }
}

test('the first stage sees a request first', async () => {
  const seen: string[] = []
  const note = (name: string): Stage => ({
    name,
    async handle(exchange, next) {
      seen.push(name)
      return next(exchange)
    },
  })
  await withStages([note('one'), note('two')], answer)(exchangeOf('/api'))
  expect(seen).toEqual(['one', 'two'])
})

describe('what is answered at once', () => {
  const atOnce = () => OK
  const pass = (name: string): Stage => ({ name, handle: (exchange, next) => next(exchange) })
  const through = (stages: readonly Stage[], last: () => ServerResponse) =>
    composeStages(stages, last as <A>() => A)(exchangeOf('/api'))
  const beside = (handle: CustomStage['handle']) =>
    withCustomStages([pass('one'), pass('two')], [{ name: 'own', after: 'one', handle }])
  const fails = (): never => {
    throw new ApiError({ code: 418, message: 'no' })
  }

  test('passes the stages of the plane without a promise, and without a timer', () => {
    const clock = new ManualClock()
    const stages = [pass('one'), limitTime(clock, 60_000)]
    expect(through(stages, atOnce)).toBe(OK)
    expect(() => through(stages, fails)).toThrow('no')
    expect(clock.pending).toBe(0)
  })

  test('is a promise for the stage of an embedder, also where it is refused', async () => {
    const seen: unknown[] = []
    const asks = beside((exchange, next) => {
      const promised = next(exchange)
      seen.push(promised instanceof Promise)
      return promised.catch((error) => {
        seen.push(error.message)
        throw error
      })
    })
    expect(await through(asks, atOnce)).toBe(OK)
    await expect(through(asks, fails)).rejects.toThrow('no')
    expect(seen).toEqual([true, true, 'no'])
  })

  test.each<[string, (next: () => Promise<unknown>) => unknown, string]>([
    ['forgets to return', (next) => void next(), 'undefined'],
    ['answers by itself', () => ({ status: 200 }), 'an object'],
    ['returns a promise of nothing', async (next) => void (await next()), 'undefined'],
  ])('is refused from the stage of an embedder that %s', async (_, handle, shown) => {
    const stage = ((exchange: never, next: (exchange: never) => Promise<unknown>) =>
      handle(() => next(exchange))) as CustomStage['handle']
    const message = `the stage "own" returned ${shown}: expected what next(exchange) returns`
    await expect(through(beside(stage), atOnce)).rejects.toThrow(message)
    await expect(through(beside(stage), atOnce)).rejects.toThrow(TypeError)
  })

  test('is refused from the stage of an embedder that does not wait for the refusal of a later one, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const forgets = (exchange: never, next: (exchange: never) => Promise<unknown>): unknown => void next(exchange)
    await expect(through(beside(forgets as CustomStage['handle']), fails)).rejects.toThrow('the stage "own" returned undefined')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('may be refused by the stage of an embedder at once, or answered by a promise of another class', async () => {
    await expect(through(beside(fails), atOnce)).rejects.toThrow('no')
    const Foreign: PromiseConstructor = runInNewContext('Promise')
    expect(
      await through(
        beside((exchange, next) => Foreign.resolve(next(exchange))),
        atOnce,
      ),
    ).toBe(OK)
  })
})

describe('the time limit', () => {
  const never: Last = () => new Promise(() => {})

  test('is answered with 504', async () => {
    const clock = new ManualClock()
    const sent = statusOf(withStages([limitTime(clock, 60_000)], never)(exchangeOf('/api/v1/configmaps')))
    await clock.advanceAndSettle(59_999)
    await clock.advanceAndSettle(1)
    expect(await sent).toMatchObject({ code: 504, retryAfter: undefined, status: { reason: 'Timeout' } })
    expect(clock.pending).toBe(0)
  })

  test.each([
    { timeout: '5s', afterMs: 5000 },
    { timeout: '10m', afterMs: 60_000 },
    { timeout: '0', afterMs: 60_000 },
    { timeout: '', afterMs: 60_000 },
  ])('can be shortened: timeout=$timeout ends after $afterMs ms', async ({ timeout, afterMs }) => {
    const clock = new ManualClock()
    let code = 0
    const sent = statusOf(withStages([limitTime(clock, 60_000)], never)(exchangeOf(`/api?timeout=${timeout}`)))
    sent.then((result) => {
      code = result.code
    })
    await clock.advanceAndSettle(afterMs - 1)
    expect(code).toBe(0)
    await clock.advanceAndSettle(1)
    expect(code).toBe(504)
  })

  test.each(['abc', '-1s', '1'])('timeout=%s is refused', async (timeout) => {
    const sent = withStages([limitTime(new ManualClock(), 60_000)], answer)(exchangeOf(`/api?timeout=${timeout}`))
    expect(await statusOf(sent)).toMatchObject({ code: 400 })
  })

  test('leaves no timer behind, and none for watches', async () => {
    const clock = new ManualClock()
    await withStages([limitTime(clock, 60_000)], answer)(exchangeOf('/api'))
    const watch = withStages([limitTime(clock, 60_000)], async () => {
      expect(clock.pending).toBe(0)
      return OK
    })
    await watch(exchangeOf('/api/v1/configmaps?watch=1'))
    expect(clock.pending).toBe(0)
  })

  test('an answer that fails after its timeout has no effect', async () => {
    const clock = new ManualClock()
    let fail: (error: Error) => void = () => {}
    const slow: Last = () =>
      new Promise((_, reject) => {
        fail = reject
      })
    const sent = statusOf(withStages([limitTime(clock, 1000)], slow)(exchangeOf('/api')))
    await clock.advanceAndSettle(1000)
    fail(new Error('too late'))
    await settle()
    expect(await sent).toMatchObject({ code: 504 })
  })
})

describe('authentication', () => {
  const jane = { username: 'jane', groups: [] }
  const knows: Authenticator = {
    authenticate: (credentials) => {
      const [token] = credentials.header('authorization')
      if (token === 'jane') return { outcome: 'authenticated', user: jane }
      return token ? { outcome: 'rejected', reason: 'unknown' } : { outcome: 'noOpinion' }
    },
  }
  const ask = async (anonymous: boolean, authorizationHeader?: string) => {
    const exchange = exchangeOf('/api', { headers: authorizationHeader ? { authorization: authorizationHeader } : {} })
    const { code } = await statusOf(withStages([authentication(knows, anonymous)], answer)(exchange))
    return [code, exchange.user?.username]
  }

  test.each([
    { anonymous: true, header: 'jane', result: [200, 'jane'] },
    { anonymous: true, header: undefined, result: [200, 'system:anonymous'] },
    { anonymous: true, header: 'joe', result: [401, undefined] },
    { anonymous: false, header: undefined, result: [401, undefined] },
    { anonymous: false, header: 'jane', result: [200, 'jane'] },
  ])('anonymous=$anonymous, credential $header: $result', async ({ anonymous, header, result }) => {
    expect(await ask(anonymous, header)).toEqual(result)
  })

  test('repeated header lines stay apart', async () => {
    const seen: (readonly string[])[] = []
    const spy: Authenticator = {
      authenticate: (credentials) => {
        seen.push(credentials.header('impersonate-group'))
        return { outcome: 'noOpinion' }
      },
    }
    const headers = [
      ['impersonate-group', 'a, b'],
      ['x', 'y'],
      ['impersonate-group', 'c'],
    ] as const
    await authentication(spy, true).handle(exchangeOf('/api', { headers }), answer)
    expect(seen).toEqual([['a, b', 'c']])
  })
})

describe('authorization', () => {
  const refusedBy = async (authorizer: Authorizer, url: string, method = 'GET') => {
    const exchange = exchangeOf(url, { method })
    exchange.user = { username: 'jane', groups: ['dev'] }
    return (await statusOf(withStages([authorization(authorizer, platformDialect)], answer)(exchange))).status
  }
  const silent: Authorizer = { authorize: () => ({ decision: 'noOpinion' }) }

  test.each([
    {
      method: 'GET',
      url: '/api/v1/namespaces/n/configmaps',
      message: 'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "n"',
      details: { kind: 'configmaps' },
    },
    {
      method: 'GET',
      url: '/api/v1/namespaces/n/configmaps/a',
      message: 'configmaps "a" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "n"',
      details: { name: 'a', kind: 'configmaps' },
    },
    {
      method: 'GET',
      url: '/api/v1/configmaps?watch=1',
      message: 'configmaps is forbidden: User "jane" cannot watch resource "configmaps" in API group "" at the cluster scope',
      details: { kind: 'configmaps' },
    },
    {
      method: 'GET',
      url: '/api/v1/namespaces/n',
      message: 'namespaces "n" is forbidden: User "jane" cannot get resource "namespaces" in API group "" in the namespace "n"',
      details: { name: 'n', kind: 'namespaces' },
    },
    {
      method: 'PUT',
      url: '/apis/apps/v1/namespaces/n/deployments/d/scale',
      message:
        'deployments.apps "d" is forbidden: User "jane" cannot update resource "deployments/scale" in API group "apps" in the namespace "n"',
      details: { name: 'd', group: 'apps', kind: 'deployments' },
    },
    { method: 'GET', url: '/logs/', message: 'forbidden: User "jane" cannot get path "/logs/"', details: {} },
    { method: 'PATCH', url: '/nosuch', message: 'forbidden: User "jane" cannot patch path "/nosuch"', details: {} },
  ])('$method $url: $message', async ({ method, url, message, details }) => {
    expect(await refusedBy(silent, url, method)).toMatchObject({ code: 403, reason: 'Forbidden', message, details })
  })

  test('the reason of the authorizer ends the message', async () => {
    expect((await refusedBy(alwaysDeny, '/api'))?.message).toMatch(/path "\/api": Everything is forbidden\.$/)
  })

  test('an allowed request proceeds, and a denial is a refusal like no opinion', async () => {
    expect(await refusedBy(alwaysAllow, '/api')).toBeUndefined()
    expect(await refusedBy({ authorize: () => ({ decision: 'allow' }) }, '/api')).toBeUndefined()
    expect(await refusedBy({ authorize: async () => ({ decision: 'deny' }) }, '/api')).toMatchObject({ code: 403 })
  })

  test('the authorizer gets the attributes of the request', async () => {
    const seen: Attributes[] = []
    const spy: Authorizer = {
      authorize: (attributes) => {
        seen.push(attributes)
        return { decision: 'allow' }
      },
    }
    await refusedBy(spy, '/apis/apps/v1/namespaces/n/deployments?watch=1&fieldSelector=metadata.name%3Dd')
    await refusedBy(spy, '/custom/%41/')
    expect(seen).toMatchObject([
      {
        verb: 'watch',
        isResourceRequest: true,
        group: 'apps',
        version: 'v1',
        namespace: 'n',
        resource: 'deployments',
        name: 'd',
      },
      { verb: 'get', isResourceRequest: false, path: '/custom/A/', resource: '' },
    ])
  })
})
