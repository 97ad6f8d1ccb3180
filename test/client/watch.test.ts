import { describe, expect, test } from '@jest/globals'
import { Observable, Subject, type Subscription } from 'rxjs'
import { ConnectionError, type WatchEvent, type WatchOptions } from '../../src/client/index.js'
import type { TransportEvent } from '../../src/client/transport.js'
import { type InitialPage, watchForever } from '../../src/client/watch.js'
import {
  ApiError,
  type ApiObject,
  expired,
  resourceVersionTooLarge,
  serviceUnavailable,
  systemRandom,
} from '../../src/meta/index.js'
import { ManualClock, settle } from '../support/manual-clock.js'

const object = (name: string, resourceVersion: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, resourceVersion },
})
const added = (name: string, version: string): TransportEvent => ({ type: 'ADDED', object: object(name, version) })
const bookmark = (resourceVersion: string, initialEventsEnd = false): TransportEvent => ({
  type: 'BOOKMARK',
  resourceVersion,
  initialEventsEnd,
})
const gone = () => expired('too old resource version: 1 (9)')

/** A source whose pages and streams the test holds. */
function heldSource(pages: (InitialPage | Error)[] = []) {
  const clock = new ManualClock()
  const closing = new AbortController()
  const streams: Subject<TransportEvent>[] = []
  const queries: Record<string, string>[] = []
  const source = {
    clock,
    random: systemRandom,
    closed: closing.signal,
    page: async (query: ReadonlyMap<string, string>) => {
      queries.push({ list: 'yes', ...Object.fromEntries(query) })
      const page = pages.shift() ?? { items: [], resourceVersion: '1', continue: undefined }
      if (page instanceof Error) throw page
      return page
    },
    events: (query: ReadonlyMap<string, string>) =>
      new Observable<TransportEvent>((subscriber) => {
        queries.push(Object.fromEntries(query))
        const stream = new Subject<TransportEvent>()
        streams.push(stream)
        return stream.subscribe(subscriber)
      }),
  }
  return { clock, closing, streams, queries, source }
}

const say = (event: WatchEvent<ApiObject>) =>
  'object' in event
    ? `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`
    : `${event.type}${'resourceVersion' in event ? ` ${event.resourceVersion}` : ''}`

/** A watch of such a source, with a subscription. */
function watching(options: WatchOptions = {}, pages: (InitialPage | Error)[] = []) {
  const { clock, closing, streams, queries, source } = heldSource(pages)
  const told: string[] = []
  const retried: unknown[] = []
  let ended: unknown
  const subscription: Subscription = watchForever(source, { onRetry: (error) => retried.push(error), ...options }).subscribe({
    next: (event) => told.push(say(event)),
    error: (error: unknown) => {
      ended = error
    },
    complete: () => {
      ended = 'complete'
    },
  })
  return {
    clock,
    closing,
    queries,
    told,
    retried,
    subscription,
    get ended() {
      return ended
    },
    get stream() {
      return streams.at(-1) as Subject<TransportEvent>
    },
    get streams() {
      return streams.length
    },
  }
}

const list = (names: readonly string[], resourceVersion: string, token?: string): InitialPage => ({
  items: names.map((name) => object(name, resourceVersion)),
  resourceVersion,
  continue: token,
})

describe('a watch', () => {
  test('sends the state page by page, then continues from the resourceVersion of the list', async () => {
    const watch = watching({ labelSelector: 'a=b' }, [list(['a'], '5', 'more'), list(['b'], '5')])
    await settle()
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@5', 'ADDED b@5', 'SYNCED 5'])
    expect(watch.queries).toMatchObject([
      { list: 'yes', labelSelector: 'a=b', limit: '500' },
      { list: 'yes', labelSelector: 'a=b', limit: '500', continue: 'more' },
      { watch: 'true', labelSelector: 'a=b', allowWatchBookmarks: 'true', resourceVersion: '5' },
    ])
    const seconds = Number(watch.queries[2]?.timeoutSeconds)
    expect(seconds).toBeGreaterThanOrEqual(300)
    expect(seconds).toBeLessThanOrEqual(600)
  })

  test('asks after a failure whether the plane has reached its version, and resumes there', async () => {
    const watch = watching({ resourceVersion: '5', labelSelector: 'a=b' })
    await settle()
    watch.stream.error(new ConnectionError('broken'))
    await watch.clock.advanceAndSettle(500)
    expect(watch.queries.slice(1)).toMatchObject([
      { list: 'yes', labelSelector: 'a=b', limit: '1', resourceVersion: '5', resourceVersionMatch: 'NotOlderThan' },
      { watch: 'true', resourceVersion: '5' },
    ])
    watch.stream.complete()
    await watch.clock.advanceAndSettle(1_000)
    expect(watch.queries.slice(3)).toMatchObject([{ watch: 'true', resourceVersion: '5' }])
    watch.subscription.unsubscribe()
  })

  test('starts again on a plane that has not reached its version, such as one that has lost its state', async () => {
    const failure = resourceVersionTooLarge('5', 2)
    const watch = watching({ resourceVersion: '5' }, [failure, list(['a'], '2')])
    await settle()
    watch.stream.error(new ConnectionError('broken'))
    await watch.clock.advanceAndSettle(500)
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@2', 'SYNCED 2'])
    expect(watch.queries.at(-1)).toMatchObject({ watch: 'true', resourceVersion: '2' })
    expect(watch.retried.at(-1)).toBe(failure)
    watch.subscription.unsubscribe()
  })

  test('asks again while the plane does not say, and resumes without an answer where it may not list', async () => {
    const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'no lists', details: {} })
    const watch = watching({ resourceVersion: '5' }, [serviceUnavailable('not yet', 1), forbidden])
    await settle()
    watch.stream.error(new ConnectionError('broken'))
    await watch.clock.advanceAndSettle(500)
    expect(watch.streams).toBe(1)
    await watch.clock.advanceAndSettle(1_000)
    expect(watch.streams).toBe(2)
    expect(watch.ended).toBeUndefined()
    watch.subscription.unsubscribe()
  })

  test('continues where a stream ended, by its events and by bookmarks', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    watch.stream.next(added('a', '6'))
    watch.stream.complete()
    await settle()
    watch.stream.next(bookmark('9'))
    watch.stream.complete()
    await settle()
    expect(watch.told).toEqual(['ADDED a@6', 'BOOKMARK 9'])
    expect(watch.queries.map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '6', '9'])
    expect(watch.retried).toEqual([])
  })

  test.each([
    { what: 'a lost connection', error: new ConnectionError('reset') },
    { what: 'a server that is busy', error: new ApiError({ code: 500, reason: 'InternalError', message: 'x' }) },
  ])('after $what waits, longer each time, and continues where it was', async ({ error }) => {
    const watch = watching({ resourceVersion: '5' })
    for (const ms of [500, 1_000, 2_000]) {
      await settle()
      const { streams } = watch
      watch.stream.error(error)
      await watch.clock.advanceAndSettle(ms / 2 - 1)
      expect(watch.streams).toBe(streams)
      await watch.clock.advanceAndSettle(ms / 2 + 1)
      expect(watch.streams).toBe(streams + 1)
    }
    expect(watch.queries.at(-1)?.resourceVersion).toBe('5')
    expect(watch.retried).toEqual([error, error, error])
  })

  test('waits as long as a server asks for', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    watch.stream.error(serviceUnavailable('later', 7))
    await watch.clock.advanceAndSettle(6_999)
    expect(watch.streams).toBe(1)
    await watch.clock.advanceAndSettle(1)
    expect(watch.streams).toBe(2)
  })

  test('an event makes the next wait the first one again', async () => {
    const watch = watching({ resourceVersion: '5' })
    for (let round = 0; round < 5; round++) {
      await settle()
      watch.stream.next(added('a', '6'))
      watch.stream.error(new ConnectionError('reset'))
      await watch.clock.advanceAndSettle(500)
      expect(watch.streams).toBe(round + 2)
    }
  })

  test('a stream that ends at once without an event is reopened after a delay', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    watch.stream.complete()
    await settle()
    expect(watch.streams).toBe(1)
    await watch.clock.advanceAndSettle(500)
    expect(watch.streams).toBe(2)
  })

  test('lists again when its resourceVersion has expired, with an event', async () => {
    const watch = watching({ resourceVersion: '5' }, [list(['b'], '9')])
    await settle()
    watch.stream.next(added('a', '6'))
    watch.stream.error(gone())
    await settle()
    expect(watch.told).toEqual(['ADDED a@6', 'RESTARTED', 'ADDED b@9', 'SYNCED 9'])
    expect(watch.queries.at(-1)).toMatchObject({ watch: 'true', resourceVersion: '9' })
  })

  test('a resourceVersion that expires repeatedly is listed again at once the first time, then with growing delays', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    const lists = () => watch.queries.filter(({ list }) => list).length
    watch.stream.error(gone())
    await settle()
    expect(lists()).toBe(1)
    for (const [round, ms] of [500, 1_000, 2_000].entries()) {
      watch.stream.error(gone())
      await watch.clock.advanceAndSettle(ms / 2 - 1)
      expect(lists()).toBe(round + 1)
      await watch.clock.advanceAndSettle(ms / 2 + 1)
      expect(lists()).toBe(round + 2)
    }
    await watch.clock.advanceAndSettle(60_000)
    watch.stream.error(gone())
    await settle()
    expect(lists()).toBe(5)
  })

  test('a stream that repeats a resourceVersion and ends at once is reopened after a delay', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    watch.stream.next(bookmark('5'))
    watch.stream.complete()
    await settle()
    expect(watch.streams).toBe(1)
    await watch.clock.advanceAndSettle(500)
    expect(watch.streams).toBe(2)
  })

  test('a server whose pages repeat a token is asked again after a while', async () => {
    const watch = watching({}, [list(['a'], '5', 'more'), list(['b'], '5', 'more'), list(['a'], '9')])
    await settle()
    expect(watch.queries).toHaveLength(2)
    expect(watch.retried).toMatchObject([{ name: 'ConnectionError' }])
    await watch.clock.advanceAndSettle(500)
    expect(watch.told.slice(-3)).toEqual(['RESTARTED', 'ADDED a@9', 'SYNCED 9'])
  })

  test('a server whose tokens go in a circle is asked again after a while', async () => {
    const pages = Array.from({ length: 100 }, (_, i) => list([`a${i}`], '5', i < 4 ? `begin${i}` : `t${i % 7}`))
    const watch = watching({}, pages)
    for (let turn = 0; turn < 10; turn++) await settle()
    expect(watch.retried).toMatchObject([{ name: 'ConnectionError' }])
    expect(watch.queries.length).toBeLessThan(30)
  })

  test('a list with items without a name is a failure, which is tried again', async () => {
    const watch = watching({}, [list([''], '5'), list(['a'], '9')])
    await settle()
    expect(watch.told).not.toContain('ADDED @5')
    expect(watch.retried).toMatchObject([{ name: 'ConnectionError' }])
    await watch.clock.advanceAndSettle(500)
    expect(watch.told.slice(-2)).toEqual(['ADDED a@9', 'SYNCED 9'])
  })

  test('a bookmark without a version does not make it lose its place', async () => {
    const watch = watching({}, [list(['a'], '5')])
    await settle()
    watch.stream.next(bookmark('7'))
    watch.stream.next(bookmark(''))
    watch.stream.complete()
    await settle()
    expect(watch.queries.at(-1)).toMatchObject({ watch: 'true', resourceVersion: '7' })
  })

  test('a server whose pages are empty without an end is asked again after a while', async () => {
    const pages = Array.from({ length: 3_000 }, (_, i) => list([], '5', `t${i}`))
    const watch = watching({}, pages)
    for (let turn = 0; turn < 200; turn++) await settle()
    expect(watch.queries).toHaveLength(1_001)
    expect(watch.retried).toMatchObject([{ name: 'ConnectionError' }])
  })

  test('a list whose token expires in between is started again, after a while', async () => {
    const watch = watching({}, [list(['a'], '5', 'more'), gone(), list(['a'], '9')])
    await settle()
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@5'])
    await watch.clock.advanceAndSettle(500)
    expect(watch.told.slice(2)).toEqual(['RESTARTED', 'ADDED a@9', 'SYNCED 9'])
  })

  test('a server that is not reachable yet is waited for, without events', async () => {
    const watch = watching({}, [new ConnectionError('refused'), list([], '1')])
    await settle()
    expect(watch.told).toEqual([])
    await watch.clock.advanceAndSettle(500)
    expect(watch.told).toEqual(['RESTARTED', 'SYNCED 1'])
  })

  test.each([400, 401, 403, 404, 405])('fails with %s, which retries cannot cure', async (code) => {
    const error = new ApiError({ code, message: 'no' })
    const watch = watching({}, [error])
    await settle()
    expect(watch.ended).toBe(error)
    expect(watch.clock.pending).toBe(0)
  })

  test('completes when the client is closed, also while it waits', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    watch.stream.error(new ConnectionError('reset'))
    await settle()
    watch.closing.abort()
    await settle()
    expect(watch.ended).toBe('complete')
    expect(watch.clock.pending).toBe(0)
  })

  test('leaves nothing behind after the last watcher', async () => {
    const watch = watching({ resourceVersion: '5' })
    await settle()
    expect(watch.stream.observed).toBe(true)
    watch.subscription.unsubscribe()
    expect(watch.stream.observed).toBe(false)
    await settle()
    expect(watch.streams).toBe(1)
    expect(watch.clock.pending).toBe(0)
  })
})

describe('a state that is streamed', () => {
  test('is complete with its annotated bookmark', async () => {
    const watch = watching({ initial: 'stream' })
    await settle()
    expect(watch.queries).toMatchObject([
      { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' },
    ])
    expect(watch.queries[0]?.resourceVersion).toBeUndefined()
    watch.stream.next(added('a', '3'))
    watch.stream.next(bookmark('8', true))
    watch.stream.next(added('b', '9'))
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@3', 'SYNCED 8', 'ADDED b@9'])
    watch.stream.complete()
    await settle()
    expect(watch.queries.at(-1)).toMatchObject({ resourceVersion: '9' })
    expect(watch.queries.at(-1)?.sendInitialEvents).toBeUndefined()
  })

  test('starts again when it breaks off before that', async () => {
    const watch = watching({ initial: 'stream' })
    await settle()
    watch.stream.next(added('a', '3'))
    watch.stream.error(new ConnectionError('reset'))
    await watch.clock.advanceAndSettle(500)
    watch.stream.next(bookmark('8', true))
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@3', 'RESTARTED', 'SYNCED 8'])
  })

  test.each([400, 422])('is read page by page from a server that answers %s', async (code) => {
    const watch = watching({ initial: 'stream' }, [list(['a'], '5')])
    await settle()
    watch.stream.error(new ApiError({ code, message: 'sendInitialEvents: forbidden' }))
    await settle()
    expect(watch.told).toEqual(['RESTARTED', 'ADDED a@5', 'SYNCED 5'])
  })
})

describe('a watch that for await reads', () => {
  const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `a${from + i}`)
  const read = async (events: AsyncIterator<WatchEvent<ApiObject>>, count: number) => {
    const told: string[] = []
    while (told.length < count) told.push(say((await events.next()).value as WatchEvent<ApiObject>))
    return told
  }

  test('starts with its iterator, and gives the state and the changes', async () => {
    const { source, streams, queries } = heldSource([list(['a'], '5')])
    const watch = watchForever(source, {})
    expect(queries).toEqual([])
    const events = watch[Symbol.asyncIterator]()
    expect(await read(events, 3)).toEqual(['RESTARTED', 'ADDED a@5', 'SYNCED 5'])
    streams[0]?.next(added('b', '6'))
    expect(await read(events, 1)).toEqual(['ADDED b@6'])
  })

  test('reads no further page while five hundred objects wait, also where streams were asked for', async () => {
    const { source, queries } = heldSource([list(names(500), '5', 'more'), list(['last'], '5')])
    const events = watchForever(source, { initial: 'stream' })[Symbol.asyncIterator]()
    await settle()
    expect(queries).toMatchObject([{ list: 'yes' }])
    expect((await read(events, 501)).at(-1)).toBe('ADDED a499@5')
    await settle()
    expect(queries).toMatchObject([{ list: 'yes' }, { continue: 'more' }, { watch: 'true' }])
    expect(await read(events, 2)).toEqual(['ADDED last@5', 'SYNCED 5'])
  })

  test('leaves a stream that is too fast, and resumes it behind the last event when all are taken', async () => {
    const { source, streams, queries } = heldSource()
    const events = watchForever(source, { resourceVersion: '1' })[Symbol.asyncIterator]()
    await settle()
    for (let version = 2; version < 600; version++) streams[0]?.next(added('a', `${version}`))
    await settle()
    expect(streams[0]?.observed).toBe(false)
    expect(streams).toHaveLength(1)
    // The event during which the queue was full is the last.
    expect((await read(events, 501)).at(-1)).toBe('ADDED a@502')
    await settle()
    expect(queries.map(({ resourceVersion }) => resourceVersion)).toEqual(['1', '502'])
    streams[1]?.next(added('a', '503'))
    expect(await read(events, 1)).toEqual(['ADDED a@503'])
  })

  test('holds the whole state and what follows it when the history was too short for its reader, and only until it has caught up', async () => {
    const pages = [
      list(names(500), '5', 'more'),
      gone(),
      list(names(500), '9', 'more'),
      list(names(500, 500), '9'),
      list([], '9'),
    ]
    const { source, streams, queries, clock } = heldSource(pages)
    const events = watchForever(source, {})[Symbol.asyncIterator]()
    await settle()
    expect(queries).toHaveLength(1)
    await read(events, 501)
    await settle()
    await clock.advance(60_000)
    await settle()
    expect(queries).toMatchObject([{}, { continue: 'more' }, { list: 'yes' }, { continue: 'more' }, { watch: 'true' }])
    for (let version = 10; version < 20; version++) streams[0]?.next(added('b', `${version}`))
    expect(streams[0]?.observed).toBe(true)
    expect((await read(events, 1 + 1000 + 1 + 10)).slice(-2)).toEqual(['ADDED b@18', 'ADDED b@19'])
    for (let version = 20; version < 600; version++) streams[0]?.next(added('b', `${version}`))
    expect(streams[0]?.observed).toBe(false)
  })

  test('ends when it is left, also while an event is awaited', async () => {
    const { source, streams } = heldSource()
    const events = watchForever(source, { resourceVersion: '1' })[Symbol.asyncIterator]()
    const awaited = events.next()
    await settle()
    await events.return?.()
    expect(await awaited).toEqual({ value: undefined, done: true })
    expect(streams[0]?.observed).toBe(false)
    expect(await events.next()).toEqual({ value: undefined, done: true })
  })

  test('asks for nothing more when it is left, or its client closed, while it waits for its reader', async () => {
    const pages = () => [list(names(500), '5', 'more'), list(['last'], '5')]
    const left = heldSource(pages())
    const events = watchForever(left.source, {})[Symbol.asyncIterator]()
    await settle()
    await events.return?.()
    const closed = heldSource(pages())
    const others = watchForever(closed.source, {})[Symbol.asyncIterator]()
    await settle()
    closed.closing.abort()
    expect(await read(others, 501)).toHaveLength(501)
    const full = heldSource()
    const fast = watchForever(full.source, { resourceVersion: '1' })[Symbol.asyncIterator]()
    await settle()
    for (let version = 2; version < 600; version++) full.streams[0]?.next(added('a', `${version}`))
    await settle()
    await fast.return?.()
    await settle()
    expect([left, closed, full].map(({ queries }) => queries.length)).toEqual([1, 1, 1])
  })

  test('ends with the client, after the events that it had', async () => {
    const { source, streams, closing } = heldSource()
    const events = watchForever(source, { resourceVersion: '1' })[Symbol.asyncIterator]()
    await settle()
    streams[0]?.next(added('a', '2'))
    closing.abort()
    expect(await read(events, 1)).toEqual(['ADDED a@2'])
    expect(await events.next()).toEqual({ value: undefined, done: true })
  })

  test('fails once with what a retry cannot mend, after the events that it had', async () => {
    const { source, streams } = heldSource()
    const events = watchForever(source, { resourceVersion: '1' })[Symbol.asyncIterator]()
    await settle()
    streams[0]?.next(added('a', '2'))
    streams[0]?.error(new TypeError('not to be mended'))
    expect(await read(events, 1)).toEqual(['ADDED a@2'])
    await expect(events.next()).rejects.toThrow('not to be mended')
    await settle()
    expect(streams).toHaveLength(1)
    expect(await events.next()).toEqual({ value: undefined, done: true })
  })
})
