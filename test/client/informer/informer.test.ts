import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Subject } from 'rxjs'
import { Activity, type Change, type ClientRuntime, informer, type WatchEvent } from '../../../src/client/index.js'
import { type ApiObject, systemRandom } from '../../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { ManualClock } from '../../support/manual-clock.js'

const runtime = (): ClientRuntime => ({
  clock: new ManualClock(),
  random: systemRandom,
  closed: new AbortController().signal,
  activity: new Activity(),
})

const object = (name: string, version: number, { uid = name, namespace = 'default', color = 'red' } = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Widget',
  metadata: { name, namespace, uid, resourceVersion: String(version) },
  color,
})

/** An informer over a watch that the test speaks for. */
function setUp() {
  const events = new Subject<WatchEvent<ApiObject>>()
  const resource = { runtime: runtime(), watch: () => events }
  const widgets = informer<ApiObject>(resource, { indexes: { color: ({ color }) => [String(color)] } })
  const changes: string[] = []
  const tell = ({ type, object }: Change<ApiObject>) => `${type} ${object.metadata.name}@${object.metadata.resourceVersion}`
  widgets.changes.subscribe({ next: (change) => changes.push(tell(change)), error: () => {} })
  const send = (...sent: WatchEvent<ApiObject>[]) => {
    for (const event of sent) events.next(event)
  }
  const start = (...objects: ApiObject[]) => {
    send({ type: 'RESTARTED' }, ...objects.map((each) => ({ type: 'ADDED', object: each }) as const))
    send({ type: 'SYNCED', resourceVersion: '9' })
  }
  return { widgets, events, changes, send, start, tell, activity: resource.runtime.activity }
}

const names = (objects: readonly ApiObject[]) => objects.map(({ metadata }) => metadata.name)

describe('an informer', () => {
  test('holds the objects of its events, by key, namespace and index', async () => {
    const { widgets, start, send } = setUp()
    start(object('a', 1), object('b', 2, { color: 'green' }), object('c', 3, { namespace: 'other' }))
    await widgets.synced
    expect(widgets.get('default/a')?.metadata.resourceVersion).toBe('1')
    expect(names(widgets.list('other'))).toEqual(['c'])
    expect(names(widgets.by('color', 'red'))).toEqual(['a', 'c'])
    send({ type: 'MODIFIED', object: object('a', 10, { color: 'green' }) })
    expect(names(widgets.by('color', 'red'))).toEqual(['c'])
    expect(names(widgets.by('color', 'green'))).toEqual(['b', 'a'])
    send({ type: 'DELETED', object: object('b', 11) })
    expect([widgets.size, names(widgets.by('color', 'green'))]).toEqual([2, ['a']])
    expect(() => widgets.by('size', 'x')).toThrow('there is no index "size"')
  })

  test('sends a late subscriber the current objects first', () => {
    const { widgets, start, send, tell } = setUp()
    start(object('a', 1))
    const late: string[] = []
    widgets.changes.subscribe((change) => late.push(tell(change)))
    send({ type: 'MODIFIED', object: object('a', 2) })
    expect(late).toEqual(['ADDED a@1', 'MODIFIED a@2'])
  })

  test('after a new list sends only the differences', () => {
    const { changes, start } = setUp()
    start(object('same', 1), object('changed', 2), object('gone', 3), object('again', 4))
    changes.length = 0
    start(object('same', 1), object('changed', 5), object('again', 6, { uid: 'another' }), object('new', 7))
    expect(changes).toEqual(['MODIFIED changed@5', 'DELETED again@4', 'ADDED again@6', 'ADDED new@7', 'DELETED gone@3'])
  })

  test('keeps its objects until a new list is complete', () => {
    const { widgets, start, send } = setUp()
    start(object('a', 1), object('b', 2))
    send({ type: 'RESTARTED' }, { type: 'ADDED', object: object('b', 2) })
    expect(widgets.size).toBe(2)
    send({ type: 'SYNCED', resourceVersion: '9' })
    expect(names(widgets.list())).toEqual(['b'])
  })

  test('passes on errors that retries cannot cure', async () => {
    const { widgets, events, activity } = setUp()
    const failures: unknown[] = []
    widgets.changes.subscribe({ error: (error) => failures.push(error) })
    const failure = new Error('forbidden')
    events.error(failure)
    await expect(widgets.synced).rejects.toBe(failure)
    expect(failures).toEqual([failure])
    await activity.settled()
  })

  test('fails when one of its index functions throws, and nothing else fails', async () => {
    const events = new Subject<WatchEvent<ApiObject>>()
    const broken = () => {
      throw new Error('no such field')
    }
    const widgets = informer<ApiObject>({ runtime: runtime(), watch: () => events }, { indexes: { broken } })
    const failures: unknown[] = []
    widgets.changes.subscribe({ error: (error) => failures.push(error) })
    events.next({ type: 'RESTARTED' })
    events.next({ type: 'ADDED', object: object('a', 1) })
    await expect(widgets.synced).rejects.toThrow('no such field')
    expect([failures.length, events.observed]).toEqual([1, false])
  })

  test('fails when an index function returns text, whose items are characters', async () => {
    const events = new Subject<WatchEvent<ApiObject>>()
    const name = (({ metadata }: ApiObject) => metadata.name) as unknown as () => string[]
    const widgets = informer<ApiObject>({ runtime: runtime(), watch: () => events }, { indexes: { name } })
    events.next({ type: 'RESTARTED' })
    events.next({ type: 'ADDED', object: object('green', 1) })
    await expect(widgets.synced).rejects.toThrow('informer: the result of indexes.name is "green": expected a list of texts')
  })

  test('is busy until it has caught up', async () => {
    const { activity, start } = setUp()
    let settled = false
    const waiting = activity.settled().then(() => {
      settled = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)
    start()
    await waiting
  })
})

describe('an informer of a plane', () => {
  let plane: ControlPlane
  beforeEach(async () => {
    plane = await createControlPlane()
  })
  afterEach(() => plane.close())

  test('follows every write, and stops with the plane', async () => {
    const maps = plane.client().resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
    await maps.create({ metadata: { name: 'before' } })
    const held = informer(maps)
    await held.synced
    await maps.create({ metadata: { name: 'after' } })
    await maps.delete('before')
    expect(names(held.list())).toEqual(['after'])
    let over = false
    held.changes.subscribe({ complete: () => (over = true) })
    await plane.close()
    expect(over).toBe(true)
  })
})
