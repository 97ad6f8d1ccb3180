import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { LeaseFields } from '../../../src/client/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { type Client, controller, lead } from '../../../src/public/client.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const LEASES = { group: 'coordination.platform.io', version: 'v1', resource: 'leases' } as const

let clock: ManualClock
let plane: ControlPlane
let client: Client
beforeEach(async () => {
  clock = new ManualClock()
  plane = await createControlPlane({ clock })
  client = plane.client()
})
afterEach(() => plane.close())

/** A candidate that counts its terms. */
function candidate(identity: string, options: Partial<Parameters<typeof lead>[0]> = {}, over: Client = client) {
  const stop = new AbortController()
  const leases = over.resource<LeaseFields>(LEASES).namespace('default')
  const state = { leads: false, terms: 0 }
  const work = (signal: AbortSignal) => {
    state.leads = true
    state.terms += 1
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        state.leads = false
        resolve()
      })
    })
  }
  const over_ = lead({ leases, name: 'job', identity, ...options }, work, stop.signal)
  const end = async () => {
    stop.abort()
    await settle()
    await over_
  }
  return { state, end }
}

const lease = async () => (await client.resource<LeaseFields>(LEASES).namespace('default').get('job')).spec

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) await clock.advanceAndSettle(500)
}

describe('a leader election', () => {
  test('makes one of several the leader', async () => {
    const [a, b] = [candidate('a'), candidate('b')]
    await pass(5_000)
    expect([a.state.leads, b.state.leads].filter(Boolean)).toHaveLength(1)
    expect(await lease()).toMatchObject({ holderIdentity: a.state.leads ? 'a' : 'b', leaseDurationSeconds: 15 })
    await Promise.all([a.end(), b.end()])
  })

  test('keeps its leader for as long as it renews', async () => {
    const a = candidate('a')
    await pass(1_000)
    const b = candidate('b')
    await pass(60_000)
    expect([a.state, b.state]).toEqual([
      { leads: true, terms: 1 },
      { leads: false, terms: 0 },
    ])
    await Promise.all([a.end(), b.end()])
  })

  test('passes on at once when the leader gives up', async () => {
    const [a, b] = [candidate('a'), candidate('b')]
    await pass(3_000)
    const [first, second] = a.state.leads ? [a, b] : [b, a]
    await first.end()
    expect(await lease()).toMatchObject({ holderIdentity: '' })
    await pass(3_000)
    expect([first.state.leads, second.state.leads]).toEqual([false, true])
    expect((await lease())?.leaseTransitions).toBe(1)
    await second.end()
  })

  test('waits for the lease of a silent leader to expire, and then takes over', async () => {
    const gone: LeaseFields = { spec: { holderIdentity: 'gone', leaseDurationSeconds: 15, leaseTransitions: 4 } }
    await client
      .resource<LeaseFields>(LEASES)
      .namespace('default')
      .create({ metadata: { name: 'job' }, ...gone })
    const a = candidate('a')
    await pass(14_000)
    expect(a.state.leads).toBe(false)
    await pass(6_000)
    expect(a.state.leads).toBe(true)
    expect(await lease()).toMatchObject({ holderIdentity: 'a', leaseTransitions: 5 })
    await a.end()
  })

  test('ends the work of a leader that cannot renew, before another may lead', async () => {
    const own = plane.client()
    const a = candidate('a', {}, own)
    await pass(1_000)
    expect(a.state.leads).toBe(true)
    own.close()
    await pass(12_000)
    expect(a.state.leads).toBe(false)
    expect((await lease())?.holderIdentity).toBe('a')
    await a.end()
  })

  test('reports why the Lease could not be read or written, and tries again', async () => {
    let failure: string | undefined = 'leases are off limits'
    const refused = plane.client({
      wrapTransport: (transport) => ({
        ...transport,
        send: (request) => (failure === undefined ? transport.send(request) : Promise.reject(new Error(failure))),
      }),
    })
    const errors: unknown[] = []
    const a = candidate('a', { onError: (error) => errors.push(error) }, refused)
    await pass(1_000)
    expect(errors).toEqual([new Error('leases are off limits')])
    failure = undefined
    await pass(5_000)
    expect([a.state.leads, errors.length]).toEqual([true, 1])
    failure = 'the connection broke'
    await pass(4_000)
    expect(errors.at(-1)).toEqual(new Error('the connection broke'))
    const reported = errors.length
    await a.end()
    expect(errors).toHaveLength(reported)
  })

  test('does not report that another candidate was faster', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const candidates = ['a', 'b', 'c'].map((identity) => candidate(identity, { onError }))
    await pass(20_000)
    expect(errors).toEqual([])
    await Promise.all(candidates.map(({ end }) => end()))
  })

  test('reports to its controller', async () => {
    const errors: unknown[] = []
    const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' })
    const stranger = client.resource<LeaseFields>({ ...LEASES, group: 'nowhere.platform.io' }).namespace('default')
    const made = controller({
      for: maps,
      leaderElection: { leases: stranger, name: 'job', identity: 'a' },
      reconcile: () => Promise.resolve(),
      onError: (error, key) => errors.push([(error as Error).message, key]),
    })
    await settle()
    expect(errors).toEqual([[expect.stringContaining('the server doesn\'t have a resource type "leases"'), '']])
    await made.stop()
  })

  test('does not lead after an answer that arrives when another candidate may already lead', async () => {
    const slow = plane.client({
      wrapTransport: (transport) => ({
        ...transport,
        async send(request) {
          const answer = await transport.send(request)
          if (request.verb === 'create') await new Promise<void>((resolve) => clock.setTimeout(resolve, 20_000))
          return answer
        },
      }),
    })
    const a = candidate('a', {}, slow)
    await pass(1_000)
    const b = candidate('b')
    for (let passed = 0; passed < 60_000; passed += 500) {
      await pass(500)
      expect([a.state.leads, b.state.leads]).not.toEqual([true, true])
    }
    expect([a.state.terms, b.state.terms]).toEqual([0, 1])
    await Promise.all([a.end(), b.end()])
  })

  test('ends the work at the renew deadline, however long it waits between attempts', async () => {
    const own = plane.client()
    const a = candidate('a', { retryMs: 8_000 }, own)
    await pass(500)
    expect(a.state.leads).toBe(true)
    own.close()
    await pass(9_000)
    expect(a.state.leads).toBe(true)
    await pass(500)
    expect(a.state.leads).toBe(false)
    await a.end()
  })

  test('ends the work of a leader whose Lease another candidate holds, such as after the machine was suspended', async () => {
    const a = candidate('a')
    await pass(1_000)
    await client
      .resource<LeaseFields>(LEASES)
      .namespace('default')
      .patch('job', { merge: { spec: { holderIdentity: 'b' } } })
    await pass(3_000)
    expect(a.state).toEqual({ leads: false, terms: 1 })
    await a.end()
  })

  test('measures its time by what has passed when the clock is set back, and shows the time of day in the Lease', async () => {
    let setBack = 0
    const own = plane.client()
    const { get, create, update, runtime } = own.resource<LeaseFields>(LEASES).namespace('default')
    const shifted = { now: () => clock.now() - setBack, setTimeout: clock.setTimeout.bind(clock) }
    const a = candidate('a', { leases: { get, create, update, runtime: { ...runtime, clock: shifted } } })
    await pass(1_000)
    setBack = 3_600_000
    await pass(3_000)
    const { renewTime = '' } = (await lease()) ?? {}
    expect(clock.now() - Date.parse(renewTime)).toBeGreaterThanOrEqual(setBack)
    own.close()
    await pass(10_500)
    expect(a.state).toEqual({ leads: false, terms: 1 })
    await a.end()
  })

  test.each([
    [{ renewDeadlineMs: 15_000 }, 'renewDeadlineMs has to be less than leaseDurationMs'],
    [{ retryMs: 10_000 }, 'renewDeadlineMs has to be more than 1.2 times retryMs'],
    [{ retryMs: 9_000 }, 'renewDeadlineMs has to be more than 1.2 times retryMs'],
  ])('refuses times that cannot work: %p', async (options, message) => {
    const leases = client.resource<LeaseFields>(LEASES).namespace('default')
    const work = lead({ leases, name: 'job', identity: 'a', ...options }, async () => {}, new AbortController().signal)
    await expect(work).rejects.toThrow(message)
  })
})
