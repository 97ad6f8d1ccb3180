import { describe, expect, test } from '@jest/globals'
import { FlowControl } from '../../../src/endpoints/flow/flow-control.js'
import { defaultLimits, type ServerLimits } from '../../../src/endpoints/limits.js'
import { fairness } from '../../../src/endpoints/stages/fairness.js'
import { InFlight, limitInFlight } from '../../../src/endpoints/stages/in-flight.js'
import { limitTime } from '../../../src/endpoints/stages/time-limit.js'
import { ApiError, type UserInfo } from '../../../src/meta/index.js'
import type { ServerResponse } from '../../../src/server/http.js'
import type { ParsedRequest } from '../../../src/server/parsed-request.js'
import { parsed, type RequestInit, requestOf } from '../../server/requests.js'
import { ManualClock, settle } from '../../support/manual-clock.js'
import { exchangeWith, type Last, withStages } from '../exchanges.js'

const OK: ServerResponse = { status: 200, headers: [], body: new Uint8Array(0) }
const READ = '/api/v1/configmaps'
const WATCH = `${READ}?watch=1`

interface Sent extends RequestInit {
  readonly url?: string
  readonly user?: string
  readonly groups?: readonly string[]
  readonly seats?: number
  /** Bodies arrive when {@link house} says so. */
  readonly hasBody?: boolean
}

/** The filters around a handler that answers when it is told to. */
function house(limits: Partial<ServerLimits> = {}) {
  const clock = new ManualClock()
  const all = { ...defaultLimits, ...limits }
  let seats = 1
  const control = new FlowControl({ limits: all, clock, seatsOf: () => seats })
  const inFlight = new InFlight()
  const begun: string[] = []
  const metrics = {
    begin: (kind: string) => begun.push(kind),
    end: (kind: string) => begun.push(`${kind} ended`),
  }
  const working: { readonly user: string; readonly answer: (error?: Error) => void }[] = []
  const bodies: { readonly arrive: (bytes: number) => void; readonly end: () => void }[] = []
  let abandoned = 0
  const handler: Last = async (exchange) => {
    const { raw } = exchange.request as ParsedRequest
    if (raw.headers.some(([name]) => name === 'content-length')) await exchange.slot?.readBody(raw, 1e6)
    return new Promise((resolve, reject) => {
      const answer = (error?: Error) => (error ? reject(error) : resolve(OK))
      working.push({ user: exchange.user?.username ?? '', answer })
    })
  }
  const chain = withStages(
    [limitTime(clock, all.requestTimeoutMs), limitInFlight({ inFlight, control, metrics }), fairness],
    handler,
  )
  const send = (options: Sent = {}) => {
    const { url = READ, user = 'a', groups = [], hasBody = false, ...init } = options
    seats = options.seats ?? 1
    const request = requestOf(url, { ...init, ...(hasBody && { headers: { 'content-length': '9' } }) })
    request.readBody = (_, onBytes) =>
      new Promise((resolve, reject) => {
        const arrive = (bytes: number) => {
          try {
            onBytes?.(bytes)
          } catch (error) {
            reject(error)
          }
        }
        bodies.push({ arrive, end: () => resolve(new Uint8Array(9)) })
      })
    request.abandonBody = () => {
      abandoned += 1
    }
    const exchange = exchangeWith({ ...parsed(url, init), raw: request } as never)
    const info: UserInfo = { username: user, groups }
    exchange.user = info
    return chain(exchange).then(
      ({ status }) => status,
      (error: unknown) => {
        if (error instanceof ApiError) return error.status.code
        throw error
      },
    )
  }
  return {
    clock,
    control,
    inFlight,
    begun,
    working,
    bodies,
    send,
    abandoned: () => abandoned,
    users: () => working.map(({ user }) => user).join(''),
    /** Sends some requests that are not waited for. */
    flood(count: number, options: Sent): Promise<number>[] {
      return Array.from({ length: count }, () => send(options))
    },
    async answerAll() {
      for (;;) {
        await settle()
        const next = working.splice(0)
        if (next.length === 0) return
        for (const { answer } of next) answer()
      }
    },
    /** Everything was given back. */
    expectEmpty() {
      expect({ reads: inFlight.reads, writes: inFlight.writes, timers: clock.pending }).toEqual({
        reads: 0,
        writes: 0,
        timers: 0,
      })
      expect([control.unauthenticated, control.waiting('readOnly'), control.waiting('mutating')]).toEqual([0, 0, 0])
      expect(control.bodies.free).toBe(all.maxBodyBytesInFlight)
    },
  }
}

const tally = (codes: readonly number[]) => {
  const counts: Record<number, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('requests in flight', () => {
  test('while seats are free no request waits', async () => {
    const { send, answerAll, working, expectEmpty } = house()
    const answer = send()
    // The handler was called in the very turn.
    expect(working).toHaveLength(1)
    await answerAll()
    expect(await answer).toBe(200)
    expectEmpty()
  })

  test('one user cannot take all seats: others get a share at once', async () => {
    const { flood, send, users, answerAll, expectEmpty, control } = house({ maxReadsInFlight: 8 })
    const greedy = flood(50, { user: 'a' })
    await settle()
    expect(users()).toBe('aaaa')
    const other = send({ user: 'b' })
    await settle()
    expect(users()).toBe('aaaab')
    expect(control.waiting('readOnly')).toBe(46)
    await answerAll()
    expect(tally(await Promise.all(greedy))).toEqual({ 200: 50 })
    expect(await other).toBe(200)
    expectEmpty()
  })

  test('waiting users are served in turn, independent of their number of requests', async () => {
    const { flood, users, working, answerAll, expectEmpty } = house({ maxReadsInFlight: 5 })
    const sent = [
      ...flood(3, { user: 'x' }),
      ...flood(1, { user: 'y' }),
      ...flood(1, { user: 'z' }),
      ...flood(6, { user: 'a' }),
      ...flood(2, { user: 'b' }),
    ]
    await settle()
    expect(users()).toBe('xxxyz')
    for (const { answer } of working.splice(0)) answer()
    await settle()
    expect(users()).toBe('abab')
    await answerAll()
    expect(tally(await Promise.all(sent))).toEqual({ 200: 13 })
    expectEmpty()
  })

  test('a request that has waited for a quarter of the time limit is answered with 429 and Retry-After', async () => {
    const { flood, send, clock, answerAll, expectEmpty } = house({ maxReadsInFlight: 1, requestTimeoutMs: 40_000 })
    const first = flood(1, {})
    const second = send({ user: 'b' })
    await clock.advanceAndSettle(9_999)
    const third = send({ user: 'b' })
    await clock.advanceAndSettle(1)
    expect(await second).toBe(429)
    await answerAll()
    expect(await Promise.all([...first, third])).toEqual([200, 200])
    expectEmpty()
  })

  test('a request beyond the queue is answered with 429 at once', async () => {
    const { flood, send, answerAll, expectEmpty } = house({ maxReadsInFlight: 1, maxQueuedRequests: 4 })
    const flooded = flood(10, { user: 'a' })
    const other = send({ user: 'b' })
    await answerAll()
    // One works, two wait: half of the places. Another user still finds one.
    expect(tally(await Promise.all(flooded))).toEqual({ 200: 3, 429: 7 })
    expect(await other).toBe(200)
    expectEmpty()
  })

  test('a client that leaves while it waits frees its place, and nothing is done for it', async () => {
    const { flood, send, users, answerAll, expectEmpty, control } = house({ maxReadsInFlight: 1 })
    const first = flood(1, { user: 'a' })
    const leaving = new AbortController()
    const left = send({ user: 'b', signal: leaving.signal })
    const stays = send({ user: 'b' })
    await settle()
    leaving.abort()
    expect(await left).toBe(429)
    expect(control.waiting('readOnly')).toBe(1)
    expect(await send({ user: 'b', signal: leaving.signal })).toBe(429)
    expect(users()).toBe('a')
    await answerAll()
    expect([...(await Promise.all(first)), await stays]).toEqual([200, 200])
    expectEmpty()
  })

  test('reads do not block writes', async () => {
    const { flood, send, inFlight, answerAll, expectEmpty } = house({
      maxReadsInFlight: 1,
      maxWritesInFlight: 1,
      maxQueuedRequests: 0,
    })
    const both = [...flood(1, {}), ...flood(1, { method: 'POST' })]
    expect([inFlight.reads, inFlight.writes]).toEqual([1, 1])
    expect([await send({ method: 'DELETE' }), await send()]).toEqual([429, 429])
    await answerAll()
    expect(await Promise.all(both)).toEqual([200, 200])
    expectEmpty()
  })

  test('health checks are not limited; watches are not counted, but their start takes a seat', async () => {
    const { send, answerAll, expectEmpty, inFlight } = house({ maxReadsInFlight: 1, maxQueuedRequests: 0 })
    const watch = send({ url: WATCH })
    expect(inFlight.reads).toBe(0)
    const checks = ['/livez', '/readyz/ping'].map((url) => send({ url }))
    expect(await send({ url: WATCH })).toBe(429)
    await answerAll()
    expect(await Promise.all([watch, ...checks])).toEqual([200, 200, 200])
    expectEmpty()
  })

  test('administrators are served when all other seats are taken', async () => {
    const { flood, send, users, answerAll, expectEmpty } = house({ maxReadsInFlight: 4, maxQueuedRequests: 0 })
    const crowd = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((user) => flood(3, { user }))
    const admin = send({ user: 'root', groups: ['system:masters'] })
    await settle()
    expect(users()).toMatch(/root$/)
    await answerAll()
    expect(await admin).toBe(200)
    await Promise.all(crowd)
    expectEmpty()
  })

  test('a heavy request takes several seats, and never more than a tenth of all', async () => {
    const { flood, users, answerAll, expectEmpty } = house({ maxReadsInFlight: 100 })
    const heavy = flood(20, { user: 'a', seats: 10 })
    const heavier = flood(20, { user: 'b', seats: 1000 })
    await settle()
    // Half of 100 seats; then what leaves as much to others as it takes.
    expect(users()).toBe('aaaaabbb')
    await answerAll()
    expect(tally(await Promise.all([...heavy, ...heavier]))).toEqual({ 200: 40 })
    expectEmpty()
  })

  test('unauthenticated requests have a limit of their own', async () => {
    const { control, clock } = house({ maxUnauthenticatedInFlight: 2 })
    const enter = () => control.acquire(parsed(READ), 'readOnly', { signal: undefined })
    const [first] = [enter(), enter()]
    expect(enter).toThrow(expect.objectContaining({ status: expect.objectContaining({ code: 429 }) }))
    first?.takeSeat({ username: 'a', groups: [] })
    enter().release()
    expect([control.unauthenticated, clock.pending]).toEqual([1, 0])
  })

  test('a request with impersonation counts as one of the impersonated user', () => {
    const { control } = house({ maxReadsInFlight: 4 })
    const enter = () => control.acquire(parsed(READ), 'readOnly', { signal: undefined })
    const places = [enter(), enter(), enter()]
    const [proxied, ...others] = places
    expect(proxied?.takeSeat({ username: 'proxy', groups: [] })).toBeUndefined()
    expect(proxied?.takeSeat({ username: 'zoe', groups: [] })).toBeUndefined()
    for (const place of others) expect(place.takeSeat({ username: 'proxy', groups: [] })).toBeUndefined()
    for (const place of places) place.release()
    expect(control.waiting('readOnly')).toBe(0)
  })

  test('a failure frees its seat, and callers that wait for idleness are notified', async () => {
    const { send, working, inFlight, begun, expectEmpty } = house()
    const failing = send()
    let idle = false
    const waiting = inFlight.whenIdle().then(() => {
      idle = true
    })
    expect(idle).toBe(false)
    working[0]?.answer(new ApiError({ code: 404, message: 'no' }))
    expect(await failing).toBe(404)
    await waiting
    expect(begun).toEqual(['readOnly', 'readOnly ended'])
    expectEmpty()
    await inFlight.whenIdle()
  })

  test('a request whose client was answered as its time was over keeps its seat until its work is done', async () => {
    const { send, clock, working, answerAll, expectEmpty, inFlight } = house({ maxReadsInFlight: 1 })
    const hasty = send({ url: `${READ}?timeout=50ms` })
    await clock.advanceAndSettle(50)
    expect([await hasty, inFlight.reads]).toEqual([504, 1])
    const next = send()
    await settle()
    expect(working).toHaveLength(1)
    working[0]?.answer()
    await settle()
    expect(working).toHaveLength(2)
    await answerAll()
    expect(await next).toBe(200)
    expectEmpty()
  })

  test('the time limit ends waiting, too', async () => {
    const { flood, send, clock, answerAll, expectEmpty } = house({ maxReadsInFlight: 1 })
    const first = flood(1, {})
    const hasty = send({ user: 'b', url: `${READ}?timeout=2s` })
    await clock.advanceAndSettle(2000)
    expect(await hasty).toBe(504)
    await answerAll()
    await Promise.all(first)
    expectEmpty()
  })
})

describe('bodies', () => {
  test('hold no seat while they arrive: two hundred slow ones do not block other writers', async () => {
    const { flood, send, bodies, answerAll, expectEmpty } = house({ maxWritesInFlight: 2, maxQueuedRequests: 0 })
    const slow: Promise<number>[] = []
    for (let count = 0; count < 200; count += 1) {
      slow.push(...flood(1, { method: 'POST', hasBody: true, user: 'slow' }))
      await Promise.resolve()
    }
    await settle()
    expect(bodies).toHaveLength(200)
    const other = [send({ method: 'POST', user: 'slow' }), send({ method: 'POST', user: 'other' })]
    await answerAll()
    expect(await Promise.all(other)).toEqual([200, 200])
    for (const body of bodies) {
      body.end()
      await answerAll()
    }
    expect(tally(await Promise.all(slow))).toEqual({ 200: 200 })
    expectEmpty()
  })

  test('wait for a seat after they have arrived', async () => {
    const { send, bodies, working, answerAll, expectEmpty } = house({ maxWritesInFlight: 1 })
    const slow = send({ method: 'POST', hasBody: true })
    const quick = send({ method: 'POST', user: 'b' })
    bodies[0]?.end()
    await settle()
    expect(working.map(({ user }) => user)).toEqual(['b'])
    await answerAll()
    expect(await Promise.all([slow, quick])).toEqual([200, 200])
    expectEmpty()
  })

  test('share a bounded memory, of which a user has half at most', async () => {
    const mebibyte = 1024 * 1024
    const { send, bodies, answerAll, expectEmpty } = house({ maxBodyBytesInFlight: 4 * mebibyte })
    const post = (user: string) => send({ method: 'POST', hasBody: true, user })
    const [one, two, other] = [post('a'), post('a'), post('b')]
    bodies[0]?.arrive(mebibyte)
    bodies[1]?.arrive(mebibyte)
    bodies[1]?.arrive(1)
    expect(await two).toBe(429)
    bodies[2]?.arrive(mebibyte)
    bodies[0]?.end()
    bodies[2]?.end()
    await answerAll()
    expect([await one, await other]).toEqual([200, 200])
    expectEmpty()
  })

  test('count before the first byte has come, as hosts read ahead', async () => {
    const { flood, expectEmpty, bodies, answerAll } = house({ maxBodyBytesInFlight: 64 * 1024, maxWritesInFlight: 100 })
    const sent = flood(10, { method: 'POST', hasBody: true })
    await settle()
    expect(bodies).toHaveLength(2)
    for (const body of bodies) body.end()
    await answerAll()
    expect(tally(await Promise.all(sent))).toEqual({ 200: 2, 429: 8 })
    expectEmpty()
  })

  test('that take longer than the time limit are aborted, and their memory is released', async () => {
    const { send, bodies, clock, abandoned, working, expectEmpty } = house({ requestTimeoutMs: 60_000 })
    const slow = send({ method: 'POST', hasBody: true })
    bodies[0]?.arrive(100_000)
    await clock.advanceAndSettle(60_000)
    expect([await slow, abandoned()]).toEqual([504, 1])
    expectEmpty()
    // Later bytes are not accounted, and are dropped.
    bodies[0]?.arrive(100_000)
    bodies[0]?.end()
    await settle()
    expect(working).toEqual([])
    expectEmpty()
  })
})
