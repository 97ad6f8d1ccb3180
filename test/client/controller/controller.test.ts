import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  ConnectionError,
  type Controller,
  type ControllerOptions,
  controller,
  isNotFound,
  type LeaseFields,
  ownedBy,
  type ReconcileContext,
} from '../../../src/client/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../../src/testing/index.js'
import { CONFIG_MAPS, Widget } from '../../testing/widget.js'

type WidgetObject = Parameters<
  ControllerOptions<{ readonly spec: { readonly color: string; readonly size: number } }>['reconcile']
>[0]

let plane: TestPlane
const running: Controller[] = []
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget] })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await plane.close()
})

const widgets = () => plane.client({ user: 'ada' }).resource(Widget).namespace('default')
const maps = () => plane.client({ user: 'ada' }).resource(CONFIG_MAPS).namespace('default')
const create = (name: string, color = 'red') => widgets().create({ metadata: { name }, spec: { color } })

/** A controller of widgets that notes what it is called with. */
function start(
  reconcile: (widget: WidgetObject, context: ReconcileContext) => Promise<unknown> = async () => {},
  options: Partial<ControllerOptions<{ readonly spec: { readonly color: string; readonly size: number } }>> = {},
) {
  const calls: string[] = []
  const made = controller({
    for: plane.client({ user: 'controller' }).resource(Widget),
    ...options,
    reconcile: async (widget, context) => {
      calls.push(`${widget.metadata.name} ${widget.spec.color}`)
      return (await reconcile(widget, context)) as undefined
    },
  })
  running.push(made)
  return { controller: made, calls }
}

describe('a controller', () => {
  test('that changes its own object each time lets others run, and is named in the error of settled()', async () => {
    await create('a')
    let count = 0
    const { controller } = start(async ({ metadata }) => {
      await widgets().patch(metadata.name as string, { merge: { spec: { size: ++count } } })
    })
    await controller.synced
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(count).toBeGreaterThan(0)
    await expect(plane.settled()).rejects.toThrow(
      'the controller of Widget has looked at default/a more than 1,000 times while no time passed',
    )
    // By then it is known, and can be ended.
    await controller.stop()
    await plane.settled()
  })

  test('looks at every object at the start, and at each that changes', async () => {
    await create('a')
    await create('b')
    const { calls, controller } = start()
    await controller.synced
    await plane.settled()
    expect(calls.sort()).toEqual(['a red', 'b red'])
    await create('c')
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await plane.settled()
    expect(calls.slice(2)).toEqual(['c red', 'a green'])
  })

  test('is not called for a deleted object', async () => {
    await create('a')
    const { calls } = start()
    await plane.settled()
    await widgets().delete('a')
    await plane.settled()
    expect(calls).toEqual(['a red'])
  })

  test('sees an object that is being deleted, and completes the deletion by removing its finalizer', async () => {
    await widgets().create({ metadata: { name: 'a', finalizers: ['example.com/held'] }, spec: { color: 'red' } })
    const seen: boolean[] = []
    start(async ({ metadata: { name = '', deletionTimestamp } }) => {
      seen.push(deletionTimestamp !== undefined)
      if (deletionTimestamp) await widgets().patch(name, { merge: { metadata: { finalizers: null } } })
    })
    await plane.settled()
    await widgets().delete('a')
    await plane.settled()
    expect(seen).toEqual([false, true])
    expect(
      isNotFound(
        await widgets()
          .get('a')
          .catch((error: unknown) => error),
      ),
    ).toBe(true)
  })

  test('sees the last state of many, and never two of one object at a time', async () => {
    await create('a', '0')
    let [inHand, most] = [0, 0]
    const { calls } = start(
      async () => {
        inHand += 1
        most = Math.max(most, inHand)
        await maps().list()
        inHand -= 1
      },
      { concurrency: 5 },
    )
    await Promise.all([1, 2, 3, 4, 5].map((n) => widgets().patch('a', { merge: { spec: { color: String(n) } } })))
    await plane.settled()
    expect([most, calls.at(-1)]).toEqual([1, 'a 5'])
    expect(calls.length).toBeLessThanOrEqual(6)
  })

  test.each([1, 3])('works on %d objects at a time as configured', async (concurrency) => {
    for (const name of ['a', 'b', 'c', 'd']) await create(name)
    const [waiting, opened]: [(() => void)[], string[]] = [[], []]
    start(
      async ({ metadata: { name = '' } }) => {
        opened.push(name)
        await new Promise<void>((resolve) => waiting.push(resolve))
      },
      { concurrency },
    )
    await plane.advance(0)
    expect(opened).toHaveLength(concurrency)
    while (waiting.length > 0) {
      for (const open of waiting.splice(0)) open()
      await plane.advance(0)
    }
    expect(opened.sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('what a controller owns and watches', () => {
  const owned = (name: string, owner: ApiObject) => maps().create({ metadata: { name, ownerReferences: [ownedBy(owner)] } })

  test('enqueues the owner when it is created, changed and deleted', async () => {
    const a = await create('a')
    await create('b')
    const { calls } = start(undefined, { owns: [plane.client().resource(CONFIG_MAPS)] })
    await plane.settled()
    const since = async (work: Promise<unknown>) => {
      calls.length = 0
      await work
      await plane.settled()
      return [...calls]
    }
    expect(await since(owned('m', a))).toEqual(['a red'])
    expect(await since(maps().patch('m', { merge: { data: { n: '1' } } }))).toEqual(['a red'])
    expect(await since(maps().delete('m'))).toEqual(['a red'])
  })

  test('enqueues the former owner, too, when its owner changes', async () => {
    const [a, b] = [await create('a'), await create('b')]
    await owned('m', a)
    const { calls } = start(undefined, { owns: [plane.client().resource(CONFIG_MAPS)] })
    await plane.settled()
    calls.length = 0
    await maps().patch('m', { merge: { metadata: { ownerReferences: [ownedBy(b)] } } })
    await plane.settled()
    expect(calls.sort()).toEqual(['a red', 'b red'])
  })

  test.each([
    ['of another kind', { kind: 'Gadget' }],
    ['of another group', { apiVersion: 'other.example.com/v1' }],
    ['that does not control it', { controller: false }],
  ])('does not enqueue an owner %s', async (_what, change) => {
    const reference = { ...ownedBy(await create('a')), ...change }
    const { calls } = start(undefined, { owns: [plane.client().resource(CONFIG_MAPS)] })
    await plane.settled()
    calls.length = 0
    await maps().create({ metadata: { name: 'm', ownerReferences: [reference] } })
    await plane.settled()
    expect(calls).toEqual([])
  })

  test('another version of the same owner is the same owner', async () => {
    const reference = { ...ownedBy(await create('a')), apiVersion: 'shop.example.com/v1alpha1' }
    const { calls } = start(undefined, { owns: [plane.client().resource(CONFIG_MAPS)] })
    await plane.settled()
    calls.length = 0
    await maps().create({ metadata: { name: 'm', ownerReferences: [reference] } })
    await plane.settled()
    expect(calls).toEqual(['a red'])
  })

  test('can be mapped to any objects by a function', async () => {
    await create('a')
    await create('b')
    const map = ({ metadata }: ApiObject) =>
      (metadata.labels?.for ?? '')
        .split('.')
        .filter(Boolean)
        .map((name) => `default/${name}`)
    const { calls } = start(undefined, { watches: [{ resource: plane.client().resource(CONFIG_MAPS), map }] })
    await plane.settled()
    calls.length = 0
    await maps().create({ metadata: { name: 'm', labels: { for: 'a.b.nobody' } } })
    await plane.settled()
    expect(calls.sort()).toEqual(['a red', 'b red'])
  })

  test('ownedBy refuses an owner without a name or a uid', () => {
    expect(() => ownedBy({ apiVersion: 'v1', kind: 'X', metadata: { name: 'x' } })).toThrow('needs a name and a uid')
  })
})

describe('what fails', () => {
  test('is retried with growing delays, and reported; a success resets the delay', async () => {
    await create('a')
    const errors: string[] = []
    const times: number[] = []
    let failing = true
    start(
      async () => {
        times.push(plane.clock.now())
        if (failing) throw new Error(`failure ${times.length}`)
      },
      { retry: { initialMs: 100, maxMs: 300 }, onError: (error, key) => errors.push(`${key}: ${(error as Error).message}`) },
    )
    await plane.advance(1_000)
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 100, 300, 600, 900])
    expect(errors.slice(0, 2)).toEqual(['default/a: failure 1', 'default/a: failure 2'])
    failing = false
    await plane.advance(300)
    const tries = times.length
    await plane.advance(10_000)
    expect(times).toHaveLength(tries)
    failing = true
    await widgets().patch('a', { merge: { spec: { color: 'blue' } } })
    await plane.advance(100)
    expect(times).toHaveLength(tries + 2)
  })

  test('by a conflict is retried, and not reported', async () => {
    await create('a')
    const errors: unknown[] = []
    plane.faults.add({ user: 'controller', verb: 'patch', times: 2 }, { status: 409 })
    const client = plane.client({ user: 'controller' })
    start(
      async ({ metadata: { name = '' }, spec }) => {
        if (spec.size === 3)
          await client
            .resource(Widget)
            .namespace('default')
            .patch(name, { merge: { spec: { size: 4 } } })
      },
      { onError: (error) => errors.push(error) },
    )
    await plane.advance(1_000)
    expect([(await widgets().get('a')).spec.size, errors]).toEqual([4, []])
    plane.faults.expectAllUsed()
  })

  test('does not hold up others', async () => {
    await create('bad')
    await create('good')
    const bad = async ({ metadata }: WidgetObject) => {
      if (metadata.name === 'bad') throw new Error('bad')
    }
    const { calls } = start(bad, { onError: () => {} })
    await plane.settled()
    expect(calls).toContain('good red')
  })

  test.each<[string, unknown, string]>([
    ['a misspelt member', { requeueAfter: 5 }, 'reconcile: result.requeueAfter is unknown: did you mean requeueAfterMs?'],
    [
      'no number',
      { requeueAfterMs: Number.NaN },
      'reconcile: result.requeueAfterMs is NaN: expected a finite number of millisec',
    ],
    ['a text', { requeueAfterMs: '5s' }, 'reconcile: result.requeueAfterMs is "5s": expected a finite number of milliseconds'],
  ])('by a result that is none is one: %s', async (_what, result, line) => {
    await create('a')
    const errors: string[] = []
    start(async () => result, { onError: (error) => errors.push((error as Error).message) })
    await plane.settled()
    expect(errors[0]).toContain(line)
  })

  test('is none if the function returns what its last request gave, or a time that is over', async () => {
    await create('a')
    const errors: unknown[] = []
    let count = 0
    const results = [{ kind: 'Status' }, null, { requeueAfterMs: -5 }, undefined]
    const { calls } = start(async () => results[count++], { onError: (error) => errors.push(error) })
    for (let turn = 0; turn < 2; turn++) {
      await plane.settled()
      await widgets().patch('a', { merge: { metadata: { labels: { turn: String(turn) } } } })
    }
    await plane.settled()
    expect([errors, calls.length]).toEqual([[], 4])
  })

  test('is printed if nobody takes it and it ends the controller, or comes from the function of a watch', async () => {
    const printed: string[] = []
    const { error: print } = console
    console.error = (line: string, error: Error) => void printed.push(`${line} ${error.message}`)
    try {
      plane.faults.add({ user: 'controller', verb: 'watch', times: 1 }, { status: 403 })
      start()
      await plane.settled()
      const secrets = { group: '', version: 'v1', resource: 'secrets' } as const
      const map = (() => 'default/a') as never
      start(undefined, { watches: [{ resource: plane.client({ user: 'controller' }).resource(secrets), map }] })
      await plane
        .client({ user: 'ada' })
        .resource(secrets)
        .namespace('default')
        .create({ metadata: { name: 's' } })
      await plane.settled()
    } finally {
      console.error = print
    }
    expect(printed).toEqual([
      expect.stringMatching(/^a controller has ended: /),
      'a controller failed at an event, and goes on: map: result is "default/a": expected a list',
    ])
  })

  test.each([
    [
      { group: 'shop.example.com', version: 'v1', kind: 'Widget' },
      'lamp',
      '"lamp": expected "NAMESPACE/NAME", as keyOf returns it',
    ],
    [{ group: '', version: 'v1', kind: 'Namespace' }, 'default/lamp', '"default/lamp": expected "NAME", as keyOf returns it'],
  ])('is reported when a watch returns a key that no object of %p can have', async (type, key, says) => {
    const errors: unknown[] = []
    const client = plane.client({ user: 'controller' })
    const map = () => [key]
    const watches = [{ resource: client.resource(CONFIG_MAPS), map }]
    running.push(
      controller({ for: client.resource(type), watches, reconcile: async () => {}, onError: (error) => errors.push(error) }),
    )
    await maps().create({ metadata: { name: 'a' } })
    await plane.settled()
    expect(errors).toEqual([new TypeError(`map: result[0] is ${says}`)])
  })

  test('that nobody takes is printed, unless a retry may mend it', async () => {
    await create('a')
    const printed: unknown[][] = []
    const { error: print } = console
    console.error = (...line: unknown[]) => void printed.push(line)
    try {
      let count = 0
      const errors = [new Error('a mistake'), undefined, new ConnectionError('not reached')]
      start(async () => {
        if (count < errors.length) throw errors[count++]
      })
      await plane.advance(1_000)
      expect(count).toBe(3)
    } finally {
      console.error = print
    }
    const line = 'the controller of Widget failed at default/a, and tries again:'
    expect(printed).toEqual([
      [line, new Error('a mistake')],
      [line, undefined],
    ])
  })

  test('and cannot succeed by a retry is reported once: a type that may not be watched', async () => {
    const refused = await testPlane({ resources: [Widget], authorizer: 'RBAC' })
    const errors: unknown[] = []
    const made = controller({
      for: refused.client({ user: 'nobody' }).resource(Widget),
      reconcile: async () => {},
      onError: (error) => errors.push(error),
    })
    await refused.settled()
    expect(errors).toMatchObject([{ status: { code: 403 } }, { status: { code: 403 } }].slice(0, errors.length))
    expect(errors.length).toBeGreaterThan(0)
    await made.stop()
    await refused.close()
  })
})

describe('a watch that is refused for good', () => {
  test('ends the controller, which releases its Lease and reports the error', async () => {
    const guarded = await testPlane({ resources: [Widget], authorizer: 'RBAC' })
    const leases = guarded.client().resource<LeaseFields>({ group: 'coordination.', version: 'v1', kind: 'Lease' })
    const errors: unknown[] = []
    const made = controller({
      for: guarded.client({ user: 'nobody' }).resource(Widget),
      leaderElection: { leases: leases.namespace('default'), name: 'widgets', identity: 'a' },
      reconcile: async () => {},
      onError: (error, key) => errors.push([key, error]),
    })
    await guarded.advance(1)
    await expect(made.ended).rejects.toMatchObject({ status: { code: 403 } })
    await expect(made.synced).rejects.toMatchObject({ status: { code: 403 } })
    expect(errors).toMatchObject([['', { status: { code: 403 } }]])
    expect((await leases.namespace('default').get('widgets')).spec?.holderIdentity).toBe('')
    await guarded.close()
  })

  test('of another type than its own ends it, too', async () => {
    const errors: unknown[] = []
    plane.faults.add({ user: 'other', verb: 'watch' }, { status: 403 })
    const { controller: made } = start(undefined, {
      owns: [plane.client({ user: 'other' }).resource(CONFIG_MAPS)],
      onError: (error) => errors.push(error),
    })
    await plane.settled()
    await expect(made.ended).rejects.toMatchObject({ status: { code: 403 } })
    expect(errors).toHaveLength(1)
  })
})

describe('predicates', () => {
  test('of the generation ignore changes of the status or labels only', async () => {
    await create('a')
    const { calls } = start(undefined, { predicates: ['generation'] })
    await plane.settled()
    await widgets().status.patch('a', { merge: { status: { ready: true } } })
    await widgets().patch('a', { merge: { metadata: { labels: { x: 'y' } } } })
    await plane.settled()
    expect(calls).toEqual(['a red'])
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await plane.settled()
    expect(calls).toEqual(['a red', 'a green'])
  })

  test.each([
    ['labels', { labels: { x: 'y' } }],
    ['annotations', { annotations: { x: 'y' } }],
  ] as const)('of %s see their changes, and one matching predicate is enough', async (part, metadata) => {
    await create('a')
    const { calls } = start(undefined, { predicates: [part, 'deletion'] })
    await plane.settled()
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await plane.settled()
    expect(calls).toEqual(['a red'])
    await widgets().patch('a', { merge: { metadata } })
    await plane.settled()
    expect(calls).toEqual(['a red', 'a green'])
  })

  test('of a deletion see an object that is on its way out', async () => {
    await widgets().create({ metadata: { name: 'a', finalizers: ['example.com/held'] }, spec: { color: 'red' } })
    const { calls } = start(undefined, { predicates: ['deletion'] })
    await plane.settled()
    await widgets().delete('a')
    await plane.settled()
    expect(calls).toEqual(['a red', 'a red'])
  })

  test('that are none leave out no change', async () => {
    await create('a')
    const { calls } = start(undefined, { predicates: [] })
    await plane.settled()
    expect(calls).toEqual(['a red'])
  })

  test('may be functions, and those of a watched type apply to its changes', async () => {
    await create('a')
    const map = () => ['default/a']
    const resource = plane.client().resource(CONFIG_MAPS)
    const isBig = ({ object }: { object: ApiObject }) => object.metadata.name === 'big'
    const { calls } = start(undefined, { watches: [{ resource, map, predicates: [isBig] }] })
    await plane.settled()
    calls.length = 0
    await maps().create({ metadata: { name: 'small' } })
    await plane.settled()
    expect(calls).toEqual([])
    await maps().create({ metadata: { name: 'big' } })
    await plane.settled()
    expect(calls).toEqual(['a red'])
  })
})

describe('what a reconciliation reads', () => {
  test('comes from the cache: objects of its types need no request, and owned ones are found by their owner', async () => {
    const a = await create('a')
    await maps().create({ metadata: { name: 'm', ownerReferences: [ownedBy(a)] } })
    await maps().create({ metadata: { name: 'n' } })
    const client = plane.client({ user: 'controller' })
    const found: unknown[] = []
    start(
      async ({ metadata: { uid = '' } }, { cached }) => {
        const held = cached(client.resource(CONFIG_MAPS))
        found.push(held.by('owner', uid).map(({ metadata }) => metadata.name))
        found.push(held.list('default').map(({ metadata }) => metadata.name))
        found.push(cached(client.resource(Widget)).get('default/a')?.spec.color)
      },
      { for: client.resource(Widget), owns: [client.resource(CONFIG_MAPS)] },
    )
    await plane.settled()
    expect(found).toEqual([['m'], ['m', 'n'], 'red'])
    expect(plane.history({ user: 'controller' }).map(({ verb, resource }) => `${verb} ${resource}`)).toEqual([
      'watch widgets',
      'watch configmaps',
    ])
  })

  test('is found by an index of a watched type', async () => {
    await create('a')
    await maps().create({ metadata: { name: 'm' }, data: { widget: 'a' } })
    await maps().create({ metadata: { name: 'n' } })
    const client = plane.client()
    const resource = client.resource<{ data?: Record<string, string> }>(CONFIG_MAPS)
    const widgetsOf = ({ data }: ApiObject & { data?: Record<string, string> }) =>
      data?.widget === undefined ? [] : [data.widget]
    const found: unknown[] = []
    start(
      async ({ metadata: { name = '' } }, { cached }) => {
        found.push(
          cached(resource)
            .by('widget', name)
            .map(({ metadata }) => metadata.name),
        )
      },
      { for: client.resource(Widget), watches: [{ resource, map: () => [], indexes: { widget: widgetsOf } }] },
    )
    await plane.settled()
    expect(found).toEqual([['m']])
  })

  test('includes its own writes after it has waited for them', async () => {
    await create('a')
    const client = plane.client({ user: 'controller' })
    const seen: unknown[] = []
    start(
      async ({ metadata: { name = '', namespace = '' } }, { cached, signal }) => {
        const resource = client.resource(CONFIG_MAPS)
        const written = await resource.namespace(namespace).apply({ metadata: { name }, data: { n: '1' } }, { fieldManager: 'c' })
        await cached(resource).upTo(written, signal)
        seen.push(cached(resource).get('default/a')?.data)
      },
      { for: client.resource(Widget), owns: [client.resource(CONFIG_MAPS)] },
    )
    await plane.settled()
    expect(seen).toEqual([{ n: '1' }])
  })

  test('is of the types that the controller names', async () => {
    await create('a')
    const errors: unknown[] = []
    start(
      async (_widget, { cached }) => {
        cached(plane.client().resource({ group: '', version: 'v1', resource: 'secrets' }))
      },
      { onError: (error) => errors.push(error) },
    )
    await plane.settled()
    expect(errors[0]).toMatchObject({ message: expect.stringContaining('cached: expected the type that the controller is for') })
  })
})

describe('controllers of one client', () => {
  test('share a watch of each type', async () => {
    await create('a')
    const client = plane.client({ user: 'controller' })
    const options = { for: client.resource(Widget), owns: [client.resource(CONFIG_MAPS)] }
    const [one, two] = [start(undefined, options), start(undefined, options)]
    await plane.settled()
    expect([one.calls, two.calls]).toEqual([['a red'], ['a red']])
    expect(plane.history({ user: 'controller', verb: 'watch' })).toHaveLength(2)
    await one.controller.stop()
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await plane.settled()
    expect([one.calls, two.calls]).toEqual([['a red'], ['a red', 'a green']])
  })

  test('process changes before the rest of the initial objects', async () => {
    for (const name of ['a', 'b', 'c']) await create(name)
    let held: (() => void) | undefined
    const { calls } = start(async () => {
      if (!held) await new Promise<void>((resolve) => (held = resolve))
    })
    await plane.advance(0)
    await widgets().patch('c', { merge: { spec: { color: 'green' } } })
    await plane.advance(0)
    held?.()
    await plane.settled()
    expect(calls).toEqual(['a red', 'c green', 'b red'])
  })
})

describe('requeueAfterMs', () => {
  test('reconciles again after that time, though nothing changed', async () => {
    await create('a')
    const { calls } = start(async () => ({ requeueAfterMs: 60_000 }))
    await plane.settled()
    await plane.advance(59_999)
    expect(calls).toHaveLength(1)
    await plane.advance(1)
    expect(calls).toHaveLength(2)
    await plane.advance(600_000)
    expect(calls).toHaveLength(12)
  })

  test('does not delay the reconciliation of an earlier change', async () => {
    await create('a')
    const { calls } = start(async () => ({ requeueAfterMs: 60_000 }))
    await plane.settled()
    await plane.advance(30_000)
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await plane.settled()
    expect(calls).toEqual(['a red', 'a green'])
    await plane.advance(59_999)
    expect(calls).toHaveLength(2)
    await plane.advance(1)
    expect(calls).toHaveLength(3)
  })
})

describe('stop', () => {
  test('waits for running reconciliations, aborts their signal, and starts none', async () => {
    await create('a')
    await create('b')
    let [open, aborted]: [() => void, boolean] = [() => {}, false]
    const { controller: made, calls } = start(async (_widget, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      await new Promise<void>((resolve) => {
        open = resolve
      })
    })
    await plane.advance(0)
    let stopped = false
    const over = made.stop().then(() => {
      stopped = true
    })
    await plane.advance(0)
    expect([calls.length, aborted, stopped]).toEqual([1, true, false])
    open()
    await over
    await create('c')
    await plane.settled()
    expect([calls.length, stopped]).toEqual([1, true])
  })

  test('ends the watches, and may be called again', async () => {
    const { controller: made } = start(undefined, { owns: [plane.client().resource(CONFIG_MAPS)] })
    await plane.settled()
    await made.stop()
    await made.stop()
    await create('a')
    const opened = plane.history({ verb: 'watch' }).length
    await plane.advance(3_600_000)
    expect(plane.history({ verb: 'watch' })).toHaveLength(opened)
  })

  test('happens automatically when the plane is closed', async () => {
    const other = await testPlane({ resources: [Widget] })
    const errors: unknown[] = []
    const made = controller({
      for: other.client().resource(Widget),
      reconcile: async () => {},
      onError: (error) => errors.push(error),
    })
    await other.settled()
    await other.close()
    await made.stop()
    expect(errors).toEqual([])
  })
})

describe('leader election', () => {
  const LEASES = { group: 'coordination.platform.io', version: 'v1', resource: 'leases' } as const
  const candidate = (identity: string) => {
    const leases = plane.client({ user: identity }).resource<LeaseFields>(LEASES).namespace('default')
    return start(undefined, { leaderElection: { leases, name: 'widgets', identity } })
  }

  test('lets one replica work while the others wait; the next takes over when it stops', async () => {
    const first = candidate('first')
    await plane.advance(5_000)
    const second = candidate('second')
    await create('a')
    await plane.advance(30_000)
    expect([first.calls, second.calls]).toEqual([['a red'], []])
    await first.controller.stop()
    await plane.advance(5_000)
    await second.controller.synced
    await create('b')
    await plane.settled()
    expect([first.calls, second.calls.sort()]).toEqual([['a red'], ['a red', 'b red']])
  })

  test('ends the work of a replica that is cut off, before another begins', async () => {
    const first = candidate('first')
    await plane.advance(5_000)
    const second = candidate('second')
    plane.faults.add({ user: 'first', times: Number.POSITIVE_INFINITY }, { refuseConnection: true })
    await plane.advance(40_000)
    await create('a')
    await plane.settled()
    expect([first.calls, second.calls]).toEqual([[], ['a red']])
  })

  test('refuses invalid durations with an error', async () => {
    const leases = plane.client().resource<LeaseFields>(LEASES).namespace('default')
    const errors: unknown[] = []
    const options = { leases, name: 'x', identity: 'x', renewDeadlineMs: 20_000 }
    const { controller: made } = start(undefined, { leaderElection: options, onError: (error) => errors.push(error) })
    await made.stop()
    expect(errors).toMatchObject([{ message: 'renewDeadlineMs has to be less than leaseDurationMs' }])
  })
})
