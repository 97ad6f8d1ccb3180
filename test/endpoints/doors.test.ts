import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { AdmissionPlugin } from '../../src/admission/index.js'
import type { AuditEvent } from '../../src/audit/index.js'
import type { Authorizer } from '../../src/authz/index.js'
import { type CustomStage, requestStages } from '../../src/endpoints/index.js'
import { ApiError, type Attributes } from '../../src/meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import { gadgets } from '../server/plane.js'
import { requestOf, textOf } from '../server/requests.js'
import { ManualClock, settle } from '../support/manual-clock.js'
import { doors, type TestedDoor } from './two-doors.js'

/** A plane in a test, and what it has said. */
interface Lab {
  readonly door: TestedDoor
  readonly clock: ManualClock
  readonly logged: { readonly message: string; readonly fields: Record<string, unknown> | undefined }[]
  open(options?: ControlPlaneOptions): Promise<ControlPlane>
}

/** Lets requests through when it is told to. */
function gate() {
  const waiting: (() => void)[] = []
  const authorizer: Authorizer = {
    authorize: () => new Promise((resolve) => waiting.push(() => resolve({ decision: 'allow' }))),
  }
  const openAll = async () => {
    for (let open = waiting.shift(); open; open = waiting.shift()) {
      open()
      await settle()
    }
  }
  return { authorizer, waiting, openAll }
}

const metricsOf = async (plane: ControlPlane) =>
  textOf(await plane.handle(requestOf('/metrics', { headers: { 'x-user': 'scraper' } })))

/** One policy for each stage, by the stage's name: what a request meets there, at whichever door it comes in. */
const POLICIES: Readonly<Record<string, (lab: Lab) => Promise<void>>> = {
  async 'time-limit'({ door, open, clock }) {
    const { authorizer } = gate()
    const plane = await open({ authorizer, limits: { requestTimeoutMs: 5000 } })
    const answer = door.ask(plane, { verb: 'list' })
    await clock.advanceAndSettle(5000)
    expect(await answer).toMatchObject({ code: 504 })
  },

  async limits({ door, open }) {
    const { authorizer, openAll } = gate()
    const plane = await open({ authorizer, limits: { maxUnauthenticatedInFlight: 0 } })
    expect(await door.ask(plane, { verb: 'list' })).toMatchObject({ code: 429 })
    const busy = await open({ authorizer })
    const answer = door.ask(busy, { verb: 'list' })
    await settle()
    expect(busy.stats.requestsInFlight).toBe(1)
    let isDrained = false
    busy.drain().then(() => {
      isDrained = true
    })
    await settle()
    expect(isDrained).toBe(false)
    await openAll()
    expect((await answer).code).toBe(200)
    await settle()
    expect([isDrained, busy.stats.requestsInFlight]).toEqual([true, 0])
  },

  async authentication({ door, open }) {
    const asked: Attributes[] = []
    const authorizer: Authorizer = {
      authorize: (attributes) => {
        asked.push(attributes)
        return { decision: 'allow' }
      },
    }
    await door.ask(await open({ authorizer }), { verb: 'list', user: 'ada' })
    expect(asked.map(({ user }) => user.username)).toEqual(['ada'])
  },

  async audit({ door, open }) {
    const events: AuditEvent[] = []
    const plane = await open({ audit: { backends: [(event) => events.push(event)] } })
    await door.ask(plane, { verb: 'list', user: 'ada', impersonate: 'bob' })
    await door.ask(plane, { verb: 'get', name: 'nobody' })
    expect(
      events.map(({ stage, verb, user, impersonatedUser, responseStatus }) => [
        stage,
        verb,
        user.username,
        impersonatedUser?.username,
        responseStatus?.code,
      ]),
    ).toEqual([
      ['ResponseComplete', 'list', 'ada', 'bob', 200],
      ['ResponseComplete', 'get', 'somebody', undefined, 404],
    ])
    expect(new Set(events.map(({ auditID }) => auditID)).size).toBe(2)
  },

  async fairness({ door, open }) {
    const { authorizer, waiting, openAll } = gate()
    const plane = await open({ authorizer, limits: { maxReadsInFlight: 4 } })
    const greedy = [1, 2, 3].map(() => door.ask(plane, { verb: 'list', user: 'greedy' }))
    await settle()
    // Half of all seats: the third waits for one.
    expect(waiting).toHaveLength(2)
    const other = door.ask(plane, { verb: 'list', user: 'other' })
    await settle()
    expect(waiting).toHaveLength(3)
    await openAll()
    expect((await Promise.all([...greedy, other])).map(({ code }) => code)).toEqual([200, 200, 200, 200])
  },

  async impersonation({ door, open }) {
    const asked: string[] = []
    const authorizer: Authorizer = {
      authorize: ({ user, verb, resource }) => {
        asked.push(`${user.username} ${verb} ${resource}`)
        return { decision: user.username === 'eve' ? 'noOpinion' : 'allow' }
      },
    }
    const plane = await open({ authorizer })
    expect(await door.ask(plane, { verb: 'list', user: 'ada', impersonate: 'bob' })).toMatchObject({ code: 200 })
    expect(await door.ask(plane, { verb: 'list', user: 'eve', impersonate: 'bob' })).toMatchObject({ code: 403 })
    expect(asked).toEqual(['ada impersonate users', 'bob list configmaps', 'eve impersonate users'])
  },

  async authorization({ door, open }) {
    const authorizer: Authorizer = {
      authorize: ({ verb }) => ({ decision: verb === 'list' ? 'allow' : 'noOpinion', reason: 'why' }),
    }
    const plane = await open({ authorizer })
    expect(await door.ask(plane, { verb: 'list' })).toMatchObject({ code: 200 })
    expect(await door.ask(plane, { verb: 'get', name: 'a' })).toMatchObject({
      code: 403,
      message:
        'configmaps "a" is forbidden: User "somebody" cannot get resource "configmaps" in API group "" in the namespace "default": why',
    })
  },

  async routing({ door, open }) {
    const plane = await open()
    expect(await door.ask(plane, { verb: 'list', type: 'nothings' })).toMatchObject({ code: 404 })
    expect(await door.ask(plane, { verb: 'get', name: 'nobody' })).toMatchObject({ code: 404 })
  },

  async deprecation({ door, open }) {
    const plane = await open()
    expect(await door.ask(plane, { verb: 'list', type: 'gadgets', version: 'v1beta1' })).toEqual({
      code: 200,
      message: '',
      warnings: ['example.com/v1beta1 Gadget is deprecated; use example.com/v1 Gadget'],
    })
  },
}

const stageNames = () => {
  const parts = { limits: {}, dialect: {}, features: { isEnabled: () => false } }
  return requestStages(parts as unknown as Parameters<typeof requestStages>[0]).map(({ name }) => name)
}

test('every stage has a test of its policy', () => {
  expect(Object.keys(POLICIES)).toEqual(stageNames())
})

describe.each(doors)('a request over $name', (door) => {
  const planes: ControlPlane[] = []
  let lab: Lab

  beforeEach(() => {
    const clock = new ManualClock()
    const logged: Lab['logged'] = []
    lab = {
      door,
      clock,
      logged,
      async open(options = {}) {
        const logger = {
          error: (message: string, fields?: object) =>
            logged.push({ message, fields: fields as Record<string, unknown> | undefined }),
          info() {},
        }
        const plane = await createControlPlane({ clock, logger, resources: [gadgets], ...door.options, ...options })
        planes.push(plane)
        return plane
      },
    }
  })

  afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

  test.each(Object.entries(POLICIES))('passes the stage %s', (_, policy) => policy(lab))

  test.each([
    { where: { before: 'authorization' }, seen: ['tenants', 'authorizer'] },
    { where: { after: 'authorization' }, seen: ['authorizer', 'tenants'] },
  ])('passes the stage of an embedder $where', async ({ where, seen }) => {
    const met: string[] = []
    const tenants: CustomStage = {
      name: 'tenants',
      ...where,
      async handle(exchange, next) {
        met.push('tenants')
        exchange.warn(`hello ${exchange.user?.username}`)
        return next(exchange)
      },
    }
    const authorizer: Authorizer = {
      authorize: () => {
        met.push('authorizer')
        return { decision: 'allow' }
      },
    }
    const plane = await lab.open({ stages: [tenants], authorizer })
    expect(await door.ask(plane, { verb: 'list', user: 'ada' })).toEqual({ code: 200, message: '', warnings: ['hello ada'] })
    expect(met).toEqual(seen)
  })

  test('is counted', async () => {
    const plane = await lab.open()
    await door.ask(plane, { verb: 'get', name: 'nobody' })
    const line = (await metricsOf(plane))
      .split('\n')
      .find((text) => text.includes('apiserver_request_total{verb="GET"') && text.includes('configmaps'))
    expect(line).toMatch(/code="404".* 1$/)
  })

  test('has an audit id, which the log of an internal error contains', async () => {
    const broken: Authorizer = {
      authorize: () => {
        throw new Error('broken')
      },
    }
    const plane = await lab.open({ authorizer: broken })
    expect(await door.ask(plane, { verb: 'list', auditId: 'my-id' })).toMatchObject({ code: 500 })
    expect(lab.logged).toMatchObject([{ message: 'a request failed', fields: { auditId: 'my-id', method: 'GET' } }])
  })

  test('is traced: its stages, its steps, who decided, and where it was refused', async () => {
    const traces: { verb: string; code: number; decisions: unknown; names: string[] }[] = []
    const authorizer: Authorizer = {
      authorize: ({ verb }) => (verb === 'create' ? { decision: 'allow', reason: 'the rule of ada' } : { decision: 'noOpinion' }),
    }
    const plane = await lab.open({
      authorizer,
      trace: ({ verb, code, decisions, spans }) => traces.push({ verb, code, decisions, names: spans.map(({ name }) => name) }),
    })
    await door.ask(plane, { verb: 'create', name: 'a' })
    await door.ask(plane, { verb: 'get', name: 'a' })
    expect(traces).toMatchObject([
      { verb: 'create', code: 201, decisions: [{ by: 'authorization', outcome: 'allowed', reason: 'the rule of ada' }] },
      { verb: 'get', code: 403, decisions: [{ by: 'authorization', outcome: 'refused' }] },
    ])
    const [created, refused] = traces
    expect(created?.names.slice(0, stageNames().length)).toEqual(stageNames())
    expect(created?.names.length).toBeGreaterThan(stageNames().length)
    expect(refused?.names.at(-1)).toBe('authorization')
  })

  test('is traced through admission: which plugin changed which fields, and which refused', async () => {
    const decisions: unknown[] = []
    const labeller: AdmissionPlugin = {
      name: 'labeller',
      mutate: (object) => {
        object.metadata.labels = { team: 'a' }
        object.metadata.annotations = { 'example.com/by': 'labeller' }
      },
    }
    const refuser: AdmissionPlugin = {
      name: 'refuser',
      validate: ({ object }) => {
        if (object?.metadata.name === 'bad') throw new ApiError({ code: 403, reason: 'Forbidden', message: 'not this one' })
      },
    }
    const plane = await lab.open({ admission: [labeller, refuser], trace: (trace) => decisions.push(trace.decisions) })
    await door.ask(plane, { verb: 'create', name: 'good' })
    await door.ask(plane, { verb: 'create', name: 'bad' })
    const changed = { by: 'labeller', outcome: 'changed', fields: ['metadata.labels', 'metadata.annotations'] }
    expect(decisions).toEqual([[changed], [changed, { by: 'refuser', outcome: 'refused', reason: 'not this one' }]])
  })

  test('is refused once the plane is closed', async () => {
    const plane = await lab.open()
    await plane.close()
    expect(await door.ask(plane, { verb: 'list' })).toMatchObject({ code: 503 })
  })

  test('watches with others: counted, bounded, and ended when the plane is drained', async () => {
    const plane = await lab.open({ limits: { maxWatches: 2 } })
    const isOver = await door.watch(plane, 'ada')
    await settle()
    expect([plane.stats.openWatches, isOver()]).toEqual([1, false])
    // No user gets more than three times what is left for others.
    const isNextOver = await door.watch(plane, 'bob')
    const isLastOver = await door.watch(plane, 'zoe')
    await settle()
    expect([isNextOver(), isLastOver()]).toEqual([false, true])
    await plane.drain()
    await settle()
    expect([isOver(), plane.stats.openWatches]).toEqual([true, 0])
    expect((await door.watch(plane))()).toBe(true)
  })
})

test.each([
  {
    stage: { name: 'mine', before: 'nowhere' },
    message: /stages: "mine" is to stand before or after nowhere: expected one of time-limit, limits, /,
  },
  {
    stage: { name: 'mine' },
    message: /stages\[0\] has neither before nor after: expected one of them, with the name of a stage$/,
  },
])('a stage with an unknown position is refused: $stage', async ({ stage, message }) => {
  const custom = { ...stage, handle: async (exchange, next) => next(exchange) } as CustomStage
  await expect(createControlPlane({ stages: [custom] })).rejects.toThrow(message)
})
