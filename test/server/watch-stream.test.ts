import { describe, expect, jest, test } from '@jest/globals'
import { Observable, of, Subject } from 'rxjs'
import { ApiError, badRequest, expired, platformDialect, TurnShare } from '../../src/meta/index.js'
import { builtinResources, type ResourceDefinition } from '../../src/resources/index.js'
import { StreamRooms } from '../../src/server/answers/stream-room.js'
import { WatchEncoder } from '../../src/server/answers/watch-encoder.js'
import type { BodySink } from '../../src/server/http.js'
import type { Shape } from '../../src/server/negotiation.js'
import { type OpenWatch, WatchStream } from '../../src/server/watch-stream.js'
import type { Row, StoreEvent } from '../../src/store/index.js'
import { collectGarbage } from '../support/collect-garbage.js'
import { ManualClock } from '../support/manual-clock.js'
import { rowOf } from './rows.js'

const definition = builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition
const version = definition.versions[0] as ResourceDefinition['versions'][number]
const target = { definition, version, namespace: 'n', name: '', subresource: undefined }

const encoderFor = (shape: Shape = 'Object') =>
  new WatchEncoder({
    target,
    representation: { format: 'json', shape, metaVersion: 'meta.platform.io/v1', pretty: false, dropManagedFields: false },
    includeObject: 'Metadata',
    dialect: platformDialect,
    clock: new ManualClock(),
  })

const configMap = (name: string, revision: number, data: Record<string, string> = {}) =>
  rowOf({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'n' }, data }, revision)
const added = (name: string, revision: number, data?: Record<string, string>): StoreEvent => ({
  type: 'ADDED',
  row: configMap(name, revision, data),
  revision,
})

/** A client that reads when it is told to. */
class SlowSink implements BodySink {
  lines: string[] = []
  chunks: Uint8Array[] = []
  waiting = 0
  outcome = 'open'
  reads = true
  #drained: (() => void) | undefined

  write(chunk: Uint8Array): number {
    this.chunks.push(chunk)
    this.lines.push(...new TextDecoder().decode(chunk).split('\n').filter(Boolean))
    this.waiting = this.reads ? 0 : this.waiting + chunk.length
    return this.waiting
  }
  onDrained(callback: () => void): void {
    this.#drained = callback
  }
  drain(): void {
    this.waiting = 0
    const callback = this.#drained
    this.#drained = undefined
    callback?.()
  }
  /** Reads about one event. */
  drainOne(): void {
    this.waiting -= 1_200
    if (this.waiting > 0) return
    this.drain()
  }
  end(): void {
    this.outcome = 'ended'
  }
  abort(): void {
    this.outcome = 'aborted'
  }
  get types(): string[] {
    return this.lines.map((line) => (JSON.parse(line) as { type: string }).type)
  }
}

const streamOf = (
  events: Observable<StoreEvent> | OpenWatch,
  maxBacklogBytes = 8_000_000,
  encoder = encoderFor(),
  share?: TurnShare,
  room = new StreamRooms(128 * 1024 * 1024).open('ann'),
) => {
  const log = { ends: 0, sent: 0, faults: 0 }
  const clock = new ManualClock()
  const live: OpenWatch = (onStarted) => {
    onStarted()
    return events as Observable<StoreEvent>
  }
  const stream = new WatchStream(typeof events === 'function' ? events : live, {
    encoder,
    ...(share && { share }),
    maxBacklogBytes,
    lingerMs: 60_000,
    room,
    clock,
    onSent: () => {
      log.sent += 1
    },
    onEnd: () => {
      log.ends += 1
    },
    onFault: () => {
      log.faults += 1
    },
  })
  return { stream, log, clock }
}
const microtasks = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Reads all, in as many turns of the event loop as it takes. */
async function drainAll(sink: SlowSink): Promise<void> {
  while (sink.outcome === 'open') {
    sink.drain()
    if (sink.waiting === 0) await microtasks()
  }
}

test('streams that are not read hold little each once those of their user hold much', () => {
  const rooms = new StreamRooms(1024 * 1024)
  const text = 'x'.repeat(2_000)
  const opened: OpenWatch = (onStarted, pace) =>
    new Observable<StoreEvent>((subscriber) => {
      for (let i = 0; i < 100 && pace.hasRoom; i++) subscriber.next(added(`c${i}`, i + 1, { text }))
      pace.whenRoom(onStarted)
    })
  const held = Array.from({ length: 40 }, (_, i) => {
    const share = new TurnShare({ now: () => 0 })
    const { stream } = streamOf(opened, undefined, undefined, share, rooms.open(i < 39 ? 'ann' : 'bob'))
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    return sink.waiting / 1024
  })
  // Half of it is eight times 64 KiB.
  expect([held[0], held[8], held[38], held[39]].map((kib) => (kib as number) > 60)).toEqual([true, false, false, true])
  expect(held[38]).toBeLessThan(12)
})

describe('events of large objects', () => {
  const LARGE = { text: 'x'.repeat(1_000_000) }
  const startWith =
    (row: Row): OpenWatch =>
    () =>
      of({ type: 'ADDED', row, revision: 5 })

  test('go out in pieces, no faster than the client reads', async () => {
    const { stream, log } = streamOf(startWith(configMap('a', 5, LARGE)))
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    expect(sink.waiting).toBeLessThanOrEqual(128 * 1024)
    expect(log.sent).toBe(0)
    await drainAll(sink)
    expect(Math.max(...sink.chunks.map(({ length }) => length))).toBe(64 * 1024)
    const event = JSON.parse(Buffer.concat(sink.chunks).toString()) as { object: unknown }
    expect(event.object).toEqual(configMap('a', 5, LARGE).object)
    expect(log.sent).toBe(1)
  })

  test('are held once, however many watches begin with them', () => {
    const row = configMap('a', 5, LARGE)
    const memory = [1, 2, 3].map(() => {
      const sink = new SlowSink()
      streamOf(startWith(row)).stream.start(sink)
      return sink.chunks[0]?.buffer
    })
    expect(new Set(memory).size).toBe(1)
  })

  test('that wait behind one another are sent in order', async () => {
    const events = new Subject<StoreEvent>()
    const { stream } = streamOf(events)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    for (const [i, name] of ['a', 'b', 'c'].entries()) events.next(added(name, i + 1, i === 1 ? {} : LARGE))
    events.complete()
    await drainAll(sink)
    const told = Buffer.concat(sink.chunks).toString().trim().split('\n')
    expect(told.map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name)).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})

test('events that a client has read are not in memory, though it never catches up', async () => {
  const events = new Subject<StoreEvent>()
  const { stream, log } = streamOf(events)
  const sink = new SlowSink()
  sink.reads = false
  sink.write = ({ length }) => {
    sink.waiting += length
    return sink.waiting
  }
  stream.start(sink)
  await collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 60; i++) {
    events.next(added(`a${i}`, i + 1, { text: 'x'.repeat(1_000_000) }))
    while (log.sent < i) {
      sink.drain()
      if (sink.waiting === 0) await microtasks()
    }
  }
  await collectGarbage()
  expect(log.sent).toBe(59)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  stream.stop()
})

describe('a watch stream', () => {
  test('writes each event as a line of JSON', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events)
    const sink = new SlowSink()
    stream.start(sink)
    events.next(added('a', 5, { k: 'é' }))
    events.next({ type: 'DELETED', row: configMap('a', 6), revision: 6 })
    events.next({ type: 'BOOKMARK', revision: 7, initialEventsEnd: false })
    events.next({ type: 'BOOKMARK', revision: 8, initialEventsEnd: true })
    expect(sink.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { type: 'ADDED', object: { ...configMap('a', 5, { k: 'é' }).object } },
      { type: 'DELETED', object: { ...configMap('a', 6).object } },
      { type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: '7' } } },
      {
        type: 'BOOKMARK',
        object: {
          kind: 'ConfigMap',
          apiVersion: 'v1',
          metadata: { resourceVersion: '8', annotations: { 'platform.io/initial-events-end': 'true' } },
        },
      },
    ])
    expect(log).toEqual({ ends: 0, sent: 4, faults: 0 })
  })

  test('buffers events until the host can be written to', () => {
    const { stream } = streamOf(
      new Observable((subscriber) => {
        subscriber.next(added('a', 1))
        subscriber.next(added('b', 2))
        subscriber.complete()
      }),
    )
    const sink = new SlowSink()
    stream.start(sink)
    expect([sink.types, sink.outcome]).toEqual([['ADDED', 'ADDED'], 'ended'])
  })

  test('breaks off and reports an event that cannot be written', () => {
    const events = new Subject<StoreEvent>()
    const encoder = encoderFor()
    encoder.object = () => {
      throw new Error('no such cell')
    }
    const { stream, log } = streamOf(events, undefined, encoder)
    const sink = new SlowSink()
    stream.start(sink)
    events.next(added('a', 1))
    expect(sink.outcome).toBe('aborted')
    expect(log).toEqual({ ends: 1, sent: 0, faults: 1 })
    expect(events.observed).toBe(false)
  })

  test('ends its subscription when the client disconnects, once', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events)
    const release = stream.start(new SlowSink())
    expect(events.observed).toBe(true)
    release()
    release()
    expect([events.observed, log.ends]).toEqual([false, 1])
  })

  test('that was stopped before it started ends at once', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events)
    stream.stop()
    const sink = new SlowSink()
    stream.start(sink)()
    expect([sink.outcome, events.observed, log.ends]).toEqual(['ended', false, 1])
  })

  test('refuses, as long as it can, when its first event cannot be written', () => {
    const encoder = encoderFor()
    encoder.object = () => {
      throw new Error('no such cell')
    }
    const first = new Observable<StoreEvent>((subscriber) => subscriber.next(added('a', 1)))
    const { stream, log } = streamOf(first, undefined, encoder)
    expect([stream.refusal?.status.code, log.faults]).toEqual([500, 1])
  })

  test('sends a failure as an ERROR event and ends', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events)
    const sink = new SlowSink()
    stream.start(sink)
    events.error(expired('too old'))
    expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, reason: 'Expired' },
    })
    expect([sink.outcome, log.ends, log.faults]).toEqual(['ended', 1, 0])
  })

  test('logs an internal error, and sends it to the client without details', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events)
    const sink = new SlowSink()
    stream.start(sink)
    events.error(new Error('a secret'))
    expect(sink.lines[0]).not.toContain('secret')
    expect([JSON.parse(sink.lines[0] ?? ''), log.faults]).toMatchObject([{ object: { code: 500 } }, 1])
  })

  test('shows a refusal that came at once', () => {
    const refused = new Observable<StoreEvent>((subscriber) => subscriber.error(badRequest('no')))
    expect(streamOf(refused).stream.refusal).toBeInstanceOf(ApiError)
    const later = new Observable<StoreEvent>((subscriber) => {
      subscriber.next(added('a', 1))
      subscriber.error(badRequest('no'))
    })
    expect(streamOf(later).stream.refusal).toBeUndefined()
  })
})

describe('a client that reads slowly', () => {
  const big = (name: string, revision: number) => added(name, revision, { k: 'x'.repeat(1000) })

  test('gets everything in order once it reads again', async () => {
    const events = new Subject<StoreEvent>()
    const { stream } = streamOf(events, 100_000)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    for (let i = 0; i < 80; i += 1) events.next(big(`c${i}`, i + 1))
    await microtasks()
    expect(sink.lines.length).toBeLessThan(60)
    sink.reads = true
    sink.drain()
    expect(sink.lines.map((line) => JSON.parse(line).object.metadata.name)).toEqual(Array.from({ length: 80 }, (_, i) => `c${i}`))
    events.next(big('last', 99))
    expect(sink.lines).toHaveLength(81)
  })

  test('is disconnected when too much is pending', async () => {
    const events = new Subject<StoreEvent>()
    const { stream, log } = streamOf(events, 20_000)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    events.next(big('first', 1))
    await microtasks()
    for (let i = 0; i < 100; i += 1) events.next(big(`c${i}`, i + 2))
    expect([sink.outcome, events.observed, log.ends]).toEqual(['aborted', false, 1])
    expect(sink.lines.length).toBeLessThan(40)
  })

  /** A watch that starts with a state of so many objects, which are made when there is room for them. */
  const startingWith = (count: number, live: Observable<StoreEvent>) => {
    const seen = { made: 0 }
    const open: OpenWatch = (onStarted, pace) =>
      new Observable((subscriber) => {
        const goOn = () => {
          while (seen.made < count && pace.hasRoom) {
            seen.made += 1
            subscriber.next(big(`c${seen.made}`, seen.made))
          }
          if (seen.made < count) return pace.whenRoom(goOn)
          onStarted()
          subscriber.add(live.subscribe(subscriber))
        }
        goOn()
      })
    return { open, seen }
  }

  test('may take its time over the state that the watch starts with, of which no more is read than is taken', async () => {
    const { open, seen } = startingWith(1000, new Subject())
    const { stream } = streamOf(open)
    await microtasks()
    const beforeThereIsSomewhereToWrite = seen.made
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    await microtasks()
    const waiting = [sink.waiting]
    for (let i = 0; i < 5000 && sink.lines.length < 1000; i += 1) {
      sink.drain()
      await microtasks()
      waiting.push(sink.waiting)
    }
    expect(beforeThereIsSomewhereToWrite).toBeLessThan(70)
    expect(Math.max(...waiting)).toBeLessThan(70_000)
    expect([sink.lines.length, sink.outcome]).toEqual([1000, 'open'])
  })

  test('gets the state a few events at a time, so that others have their turns', () => {
    const turns: (() => void)[] = []
    let ms = 0
    // Each look at the time finds a millisecond gone.
    const share = new TurnShare({ schedule: (turn) => turns.push(turn), now: () => ms++ })
    const live = new Subject<StoreEvent>()
    const { stream } = streamOf(startingWith(5, live).open, 20_000, encoderFor(), share)
    const sink = new SlowSink()
    stream.start(sink)
    const lengths: number[] = []
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      lengths.push(sink.lines.length)
      turn()
    }
    expect(lengths).toEqual([1, 2, 3, 4])
    live.next(big('live', 2000))
    expect(JSON.parse(sink.lines.at(-1) ?? '')).toMatchObject({ object: { metadata: { name: 'live' } } })
  })

  test('under the clock of a test, gets it in one turn however slow the machine is', () => {
    const time = jest.spyOn(performance, 'now')
    let ms = 0
    time.mockImplementation(() => (ms += 5))
    const { stream } = streamOf(startingWith(50, new Subject()).open, 200_000)
    const sink = new SlowSink()
    stream.start(sink)
    time.mockRestore()
    expect(sink.lines).toHaveLength(50)
  })

  test('is not disconnected while it keeps up, however much it has read', async () => {
    const events = new Subject<StoreEvent>()
    const { stream } = streamOf(events, 100_000)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    // It falls behind a little, and then reads as much as comes: two megabytes.
    for (let i = 0; i < 2_000; i += 1) {
      events.next(big(`c${i}`, i + 1))
      if (i > 20) sink.drainOne()
      if (i % 100 === 0) await microtasks()
    }
    expect(sink.outcome).toBe('open')
  })

  test('shares pending events with other clients of the same form', () => {
    const events = new Subject<StoreEvent>()
    const sinks = [1, 2].map(() => {
      const sink = new SlowSink()
      sink.reads = false
      streamOf(events, 100_000).stream.start(sink)
      return sink
    })
    for (let i = 0; i < 80; i += 1) events.next(big(`c${i}`, i + 1))
    for (const sink of sinks) sink.drain()
    const [one, other] = sinks.map(({ chunks }) => chunks)
    expect(one?.length).toBeGreaterThan(60)
    expect(one?.every((chunk, i) => chunk === other?.[i])).toBe(true)
  })

  test('has a minute to read what waits once the watch is over', () => {
    const events = new Subject<StoreEvent>()
    const { stream, log, clock } = streamOf(events, 20_000)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    for (let i = 0; i < 15; i += 1) events.next(big(`c${i}`, i + 1))
    events.complete()
    clock.advance(59_999)
    expect([sink.outcome, log.ends]).toEqual(['open', 0])
    clock.advance(1)
    expect([sink.outcome, log.ends, clock.pending]).toEqual(['aborted', 1, 0])
  })

  test('receives the end after the pending events', () => {
    const events = new Subject<StoreEvent>()
    const { stream } = streamOf(events, 20_000)
    const sink = new SlowSink()
    sink.reads = false
    stream.start(sink)
    for (let i = 0; i < 15; i += 1) events.next(big(`c${i}`, i + 1))
    stream.end()
    expect([sink.outcome, events.observed]).toEqual(['open', false])
    sink.reads = true
    sink.drain()
    expect([sink.lines.length, sink.outcome]).toEqual([15, 'ended'])
  })
})

describe('an event for many', () => {
  test('is encoded once for all clients of the same form', async () => {
    const events = new Subject<StoreEvent>()
    const sinks = [encoderFor(), encoderFor(), encoderFor('PartialObjectMetadata')].map((encoder) => {
      const sink = new SlowSink()
      streamOf(events, 1_000_000, encoder).stream.start(sink)
      return sink
    })
    events.next(added('first', 1))
    await microtasks()
    events.next(added('a', 2))
    const [one, two, partial] = sinks.map(({ chunks }) => chunks[1])
    expect(one).toBe(two)
    expect(one).not.toBe(partial)
  })
})

describe('a watch of tables', () => {
  test('describes the columns with the first event alone', async () => {
    const events = new Subject<StoreEvent>()
    const start = () => {
      const sink = new SlowSink()
      streamOf(events, 1_000_000, encoderFor('Table')).stream.start(sink)
      return sink
    }
    const early = start()
    events.next(added('a', 1))
    await microtasks()
    const late = start()
    events.next(added('b', 2))
    await microtasks()
    events.next(added('c', 3))
    const columns = (sink: SlowSink) => sink.lines.map((line) => JSON.parse(line).object.columnDefinitions !== null)
    expect([columns(early), columns(late)]).toEqual([
      [true, false, false],
      [true, false],
    ])
    expect(JSON.parse(early.lines[1] ?? '')).toMatchObject({
      type: 'ADDED',
      object: {
        kind: 'Table',
        apiVersion: 'meta.platform.io/v1',
        metadata: { resourceVersion: '2' },
        rows: [{ cells: ['b', 0, expect.any(String)], object: { kind: 'PartialObjectMetadata', metadata: { name: 'b' } } }],
      },
    })
  })

  test('has bookmarks of one empty row, whose object has the resourceVersion', () => {
    const events = new Subject<StoreEvent>()
    const sink = new SlowSink()
    streamOf(events, 1_000_000, encoderFor('Table')).stream.start(sink)
    events.next({ type: 'BOOKMARK', revision: 9, initialEventsEnd: true })
    const metadata = { resourceVersion: '9', annotations: { 'platform.io/initial-events-end': 'true' } }
    expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
      type: 'BOOKMARK',
      object: {
        kind: 'Table',
        metadata: { resourceVersion: '9' },
        rows: [{ cells: [null, null, null], object: { kind: 'PartialObjectMetadata', metadata } }],
      },
    })
  })
})
