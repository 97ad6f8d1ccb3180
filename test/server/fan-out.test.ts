import { expect, test } from '@jest/globals'
import { Subject } from 'rxjs'
import { platformDialect } from '../../src/meta/index.js'
import { builtinResources, type ResourceDefinition } from '../../src/resources/index.js'
import { StreamRooms } from '../../src/server/answers/stream-room.js'
import { WatchEncoder } from '../../src/server/answers/watch-encoder.js'
import { WatchStream } from '../../src/server/watch-stream.js'
import type { StoreEvent } from '../../src/store/index.js'
import { ManualClock } from '../support/manual-clock.js'
import { rowOf } from './rows.js'

const MIB = 1024 * 1024
const definition = builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition
const target = {
  definition,
  version: definition.versions[0] as ResourceDefinition['versions'][number],
  namespace: 'n',
  name: '',
  subresource: undefined,
}
const encoder = new WatchEncoder({
  target,
  representation: {
    format: 'json',
    shape: 'Object',
    metaVersion: 'meta.platform.io/v1',
    pretty: false,
    dropManagedFields: false,
  },
  includeObject: 'Metadata',
  dialect: platformDialect,
  clock: new ManualClock(),
})

const added = (revision: number, bytes: number): StoreEvent => {
  const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `a${revision}`, namespace: 'n' } }
  return { type: 'ADDED', row: rowOf({ ...object, data: { k: 'v'.repeat(bytes) } }, revision), revision }
}

/** Watches of one plane, whose connections take all that they get. */
function setUp() {
  const rooms = new StreamRooms(128 * MIB)
  const events = new Subject<StoreEvent>()
  let written = 0
  const open = (user: string) => {
    const received: string[] = []
    const stream = new WatchStream(
      (onStarted) => {
        onStarted()
        return events
      },
      {
        encoder,
        maxBacklogBytes: 8 * MIB,
        lingerMs: 1000,
        room: rooms.open(user),
        clock: new ManualClock(),
        onSent: () => {},
        onEnd: () => {},
        onFault: () => {},
      },
    )
    let text = ''
    stream.start({
      write(chunk) {
        written += chunk.length
        text += new TextDecoder().decode(chunk)
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) received.push(JSON.parse(line).object.metadata.name)
        return 0
      },
      onDrained: () => {},
      end: () => {},
      abort: () => received.push('aborted'),
    })
    return received
  }
  return { events, open, written: () => written }
}

const turn = () => new Promise<void>(setImmediate)

test('an event for many watches is written in several turns of the event loop, and each gets all events in order', async () => {
  const { events, open, written } = setUp()
  const all = Array.from({ length: 40 }, () => open('a'))
  events.next(added(1, MIB))
  events.next(added(2, MIB))
  expect(written()).toBeGreaterThan(4 * MIB)
  let most = written()
  for (let before = written(); all.some((received) => received.length < 2); before = written()) {
    await turn()
    most = Math.max(most, written() - before)
  }
  // A piece more than is planned for a turn, at most.
  expect(most).toBeLessThan(10 * MIB)
  for (const received of all) expect(received).toEqual(['a1', 'a2'])
})

test('the watches of one user wait for a few of each other user', async () => {
  const { events, open } = setUp()
  const many = Array.from({ length: 60 }, () => open('a'))
  const other = open('b')
  events.next(added(1, MIB))
  expect(other).toEqual([])
  while (other.length === 0) await turn()
  expect(many.filter((received) => received.length === 0).length).toBeGreaterThan(30)
})

test('an event that is short is written to hundreds of watches at once', () => {
  const { events, open } = setUp()
  const all = Array.from({ length: 500 }, () => open('a'))
  events.next(added(1, 10))
  for (const received of all) expect(received).toEqual(['a1'])
})

test('a watch that ends while it waits for its turn is written to no more', async () => {
  const { events, open } = setUp()
  const all = Array.from({ length: 20 }, () => open('a'))
  events.next(added(1, MIB))
  events.complete()
  while (all.some((received) => received.length === 0)) await turn()
  for (const received of all) expect(received).toEqual(['a1'])
})
