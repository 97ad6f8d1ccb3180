import { afterEach, describe, expect, test } from '@jest/globals'
import { Activity } from '../../src/client/index.js'
import { controller, informer, pause } from '../../src/public/client.js'
import { ManualClock, type TestPlane, type TestPlaneOptions, testPlane } from '../../src/testing/index.js'
import { CONFIG_MAPS, EVENTS, Widget, widget } from './widget.js'

const open: TestPlane[] = []
const plane = async (options: TestPlaneOptions = {}) => {
  const made = await testPlane({ resources: [Widget], ...options })
  open.push(made)
  return made
}
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

const later = <T>(work: Promise<T>) => {
  const state = { done: false }
  work.then(
    () => {
      state.done = true
    },
    () => {},
  )
  return state
}

describe('the clock of a plane in a test', () => {
  test('determines every timestamp', async () => {
    const clock = new ManualClock(Date.UTC(2030, 5, 6, 7, 8, 9))
    const maps = (await plane({ clock })).client().resource(CONFIG_MAPS).namespace('default')
    const { metadata } = await maps.create({ metadata: { name: 'a' }, data: { a: '1' } })
    expect(metadata).toMatchObject({
      creationTimestamp: '2030-06-06T07:08:09Z',
      managedFields: [{ time: '2030-06-06T07:08:09Z' }],
    })
  })

  test('determines times to live', async () => {
    const { client, advance } = await plane()
    const events = client().resource(EVENTS).namespace('default')
    await events.create({ metadata: { name: 'told' }, involvedObject: { namespace: 'default' } })
    await advance(3_599_000)
    expect((await events.list()).items).toHaveLength(1)
    await advance(1_000)
    expect((await events.list()).items).toEqual([])
  })

  test('determines the window of history', async () => {
    const { client, advance } = await plane()
    const maps = client().resource(CONFIG_MAPS).namespace('default')
    const { metadata } = await maps.create({ metadata: { name: 'a' } })
    await maps.create({ metadata: { name: 'b' } })
    const exact = { resourceVersion: metadata.resourceVersion ?? '', resourceVersionMatch: 'Exact', limit: 5 } as const
    expect((await maps.list(exact)).items).toHaveLength(1)
    await advance(301_000)
    await expect(maps.list(exact)).rejects.toMatchObject({ status: { code: 410 } })
  })

  test('ends watches, which informers renew', async () => {
    const { client, advance, settled, history } = await plane()
    const held = informer(client().resource(CONFIG_MAPS))
    await settled()
    const opened = () => history({ verb: 'watch' }).length
    expect(opened()).toBe(1)
    await advance(3_600_000)
    expect(opened()).toBeGreaterThan(5)
    await client()
      .resource(CONFIG_MAPS)
      .namespace('default')
      .create({ metadata: { name: 'a' } })
    expect(held.size).toBe(1)
  })

  test('may be shared by planes, and does not move by itself', async () => {
    const clock = new ManualClock()
    const [a, b] = [await plane({ clock }), await plane({ clock })]
    const start = clock.now()
    await a.advance(500)
    expect([b.clock.now(), a.clock]).toEqual([start + 500, clock])
  })

  test.each([-1, Number.NaN])('is not moved by %p', async (ms) => {
    await expect((await plane()).advance(ms)).rejects.toThrow(RangeError)
  })
})

describe('settled', () => {
  test('resolves when every informer holds what the plane holds', async () => {
    const { client, settled } = await plane({ objects: Array.from({ length: 600 }, (_, n) => widget(`w${n}`)) })
    const [streamed, paged] = [informer(client().resource(Widget)), informer(client().resource(Widget), { initial: 'pages' })]
    await settled()
    expect([streamed.size, paged.size]).toEqual([600, 600])
  })

  test('resolves when controllers have processed all consequences of a write, those of other users, too', async () => {
    const { client, settled } = await plane()
    const maps = client({ user: 'copier' }).resource(CONFIG_MAPS)
    // Each map makes the next one, up to ten.
    controller({
      for: maps,
      reconcile: async ({ metadata: { name } }) => {
        const next = Number(name) + 1
        if (next <= 10) await maps.namespace('default').apply({ metadata: { name: String(next) } }, { fieldManager: 'copier' })
      },
    })
    await client({ user: 'ada' })
      .resource(CONFIG_MAPS)
      .namespace('default')
      .create({ metadata: { name: '1' } })
    await settled()
    expect((await maps.list()).items).toHaveLength(10)
  })

  test('waits for requests in the background', async () => {
    const { client, settled, history } = await plane()
    const maps = client().resource(CONFIG_MAPS).namespace('default')
    void maps.create({ metadata: { name: 'a' } })
    await settled()
    expect(history()).toMatchObject([{ verb: 'create', name: 'a', code: 201 }])
  })

  test('does not wait for timers: a failure is retried with advance', async () => {
    const { client, settled, advance } = await plane({ objects: [widget('a')] })
    let tries = 0
    controller({
      for: client().resource(Widget),
      retry: { initialMs: 1_000 },
      reconcile: async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    })
    await settled()
    expect(tries).toBe(1)
    await advance(1_000)
    expect(tries).toBe(2)
    await advance(2_000)
    expect(tries).toBe(3)
  })

  test('does not wait for the pauses of updateWithRetry either', async () => {
    const { client, settled, advance, faults } = await plane({ objects: [widget('a')] })
    const widgets = client().resource(Widget)
    faults.add({ verb: 'update', times: 3 }, { status: 409 })
    controller({
      for: widgets,
      reconcile: async ({ spec, metadata: { name = '', namespace = '' } }) => {
        if (spec.size > 3) return
        await widgets.namespace(namespace).updateWithRetry(name, (draft) => {
          draft.spec.size = 4
        })
      },
    })
    await settled()
    expect((await widgets.namespace('default').get('a')).spec.size).toBe(3)
    await advance(1_000)
    expect((await widgets.namespace('default').get('a')).spec.size).toBe(4)
  })

  test('waits for work that waits for another event, and advance does not', async () => {
    const { client, clock, settled, advance } = await plane({ objects: [widget('a')] })
    let done = false
    controller({
      for: client().resource(Widget),
      reconcile: async () => {
        await pause(clock, 5_000)
        done = true
      },
    })
    const state = later(settled())
    await advance(4_999)
    expect([done, state.done]).toEqual([false, false])
    await advance(1)
    await settled()
    expect([done, state.done]).toEqual([true, true])
  })

  test('ends with an error that says what to do when nobody moves the clock that work waits for', async () => {
    const { client, clock, settled, advance } = await plane({ objects: [widget('a')] })
    controller({ for: client().resource(Widget), reconcile: () => pause(clock, 60_000) })
    await expect(settled()).rejects.toThrow(
      'settled: work waits for the clock of the plane, which stands still, such as a reconcile that awaits pause(): expected advance(ms) before settled()',
    )
    await advance(60_000)
    await settled()
  })

  test('includes work that a client reports from outside', async () => {
    const { client, settled } = await plane()
    const activity = new Activity()
    const own = client({ activity })
    expect(own.activity).toBe(activity)
    own.activity.begin()
    await settled()
  })
})

describe('randomness', () => {
  const made = async (seed: number) => {
    const { client } = await plane({ seed })
    const maps = client().resource(CONFIG_MAPS).namespace('default')
    const names: string[] = []
    for (let n = 0; n < 5; n++) {
      const { metadata } = await maps.create({ metadata: { generateName: 'map-' } })
      names.push(`${metadata.name} ${metadata.uid}`)
    }
    return names
  }

  test('makes the same names and uids for the same seed, and others for another', async () => {
    const names = await made(1)
    expect(await made(1)).toEqual(names)
    expect(await made(2)).not.toEqual(names)
  })

  test('refuses a seed that is not a number', async () => {
    await expect(testPlane({ seed: Number.NaN })).rejects.toThrow(
      'testPlane: seed is NaN: expected a number that chance could repeat with',
    )
  })
})

describe('a plane in a test', () => {
  test('is a control plane: it authorizes by the user of each client', async () => {
    const { client } = await plane({ authorizer: 'RBAC' })
    const refused = client({ user: 'ada' }).resource(CONFIG_MAPS).namespace('default').list()
    await expect(refused).rejects.toMatchObject({ status: { code: 403 } })
    expect((await client().resource(CONFIG_MAPS).namespace('default').list()).items).toEqual([])
  })

  test('ends its watches when it is closed, and refuses later requests', async () => {
    const { client, settled, close, stats } = await plane()
    const own = client()
    const held = informer(own.resource(CONFIG_MAPS))
    let completed = false
    held.changes.subscribe({
      complete: () => {
        completed = true
      },
    })
    await settled()
    await close()
    expect([completed, own.closed.aborted, stats.openWatches]).toEqual([true, true, 0])
    await expect(own.resource(CONFIG_MAPS).list()).rejects.toMatchObject({ status: { code: 503 } })
  })
})
