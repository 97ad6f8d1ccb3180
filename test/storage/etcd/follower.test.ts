import { EventEmitter } from 'node:events'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { systemClock } from '../../../src/meta/index.js'
import type { Connection } from '../../../src/storage/etcd/connection.js'
import { Follower } from '../../../src/storage/etcd/follower.js'
import { EtcdKeys } from '../../../src/storage/etcd/keys.js'
import { etcdSettings } from '../../../src/storage/etcd/options.js'
import type { WatchEvent } from '../../../src/storage/etcd/wire.js'
import type { StorageChange } from '../../../src/storage/storage.js'
import { bytes, noChance, text } from './support.js'

const keys = new EtcdKeys('/p')
const settings = etcdSettings({ endpoints: ['http://127.0.0.1:1'], random: noChance, clock: systemClock })

/** A follower of an etcd that the test plays. */
async function openFollower(own: ReadonlyMap<string, Uint8Array> = new Map()) {
  const changes: StorageChange[] = []
  let isOpen = false
  const stream = Object.assign(new EventEmitter(), {
    cancel: () => {},
    write: () => {
      isOpen = true
    },
  })
  const client = { watchClient: { watch: async () => stream } }
  const connection = { client, read: async () => ({ header: { revision: '1' }, kvs: [], more: false }), failed: () => {} }
  const follower = new Follower({
    ...{ connection: connection as unknown as Connection, keys, settings, from: 1, onLease: () => {}, onLost: () => {} },
    listener: (change) => changes.push(change),
    onCommit: (name) => own.get(text(name) as string),
  })
  for (let turn = 0; turn < 10 && !isOpen; turn += 1) await Promise.resolve()
  const tell = (events: readonly WatchEvent[]) => stream.emit('data', { canceled: false, compact_revision: '0', events })
  return { follower, changes, tell }
}

const event = (key: Uint8Array, revision: number, value: string | undefined): WatchEvent => ({
  type: value === undefined ? 'Delete' : 'Put',
  kv: { key, mod_revision: String(revision), value: bytes(value ?? ''), lease: '0' },
})

interface Commit {
  readonly key: string
  readonly value: string | undefined
  readonly by: 'replica' | 'program'
}

const commits = () =>
  fc.array(
    fc.record({
      key: fc.constantFrom('/a', '/b', '/c'),
      value: fc.option(fc.string(), { nil: undefined }),
      by: fc.constantFrom('replica' as const, 'program' as const),
    }),
    { maxLength: 30 },
  )

const eventsOf = ({ key, value, by }: Commit, revision: number): WatchEvent[] => [
  event(keys.encode(key), revision, value),
  ...(by === 'replica' ? [event(keys.last, revision, `name-${revision}`)] : []),
]

test('every commit is reported once and in order, however etcd divides the commits into messages', async () => {
  await fc.assert(
    fc.asyncProperty(commits(), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), async (made, sizes) => {
      const { follower, changes, tell } = await openFollower()
      for (let at = 0, turn = 0; at < made.length; turn += 1) {
        const message = made.slice(at, at + (sizes[turn % sizes.length] as number))
        tell(message.flatMap((commit, index) => eventsOf(commit, 2 + at + index)))
        at += message.length
        // A reader that waits for a revision sees all of it, and nothing is known beyond the message.
        expect([follower.heard, follower.reported]).toEqual([1 + at, 1 + at])
      }
      expect(changes.map(({ value, ...change }) => ({ ...change, value: text(value) }))).toEqual(
        made.map(({ key, value, by }, index) => ({ key, revision: 2 + index, value, isCommitted: by === 'replica' })),
      )
      follower.end()
    }),
  )
})

test('a commit that two messages divide is reported once, as a value of unknown origin', async () => {
  const { follower, changes, tell } = await openFollower()
  const [change, name] = eventsOf({ key: '/a', value: 'one', by: 'replica' }, 2) as [WatchEvent, WatchEvent]
  tell([change])
  tell([name])
  tell(eventsOf({ key: '/a', value: 'two', by: 'replica' }, 3))
  expect(changes.map(({ revision, isCommitted, value }) => [revision, isCommitted, text(value)])).toEqual([
    [2, false, 'one'],
    [3, true, 'two'],
  ])
  expect(follower.heard).toBe(3)
  follower.end()
})

test('own commits among those of others are reported with the array that was committed', async () => {
  const own = bytes('two')
  const { follower, changes, tell } = await openFollower(new Map([['name-3', own]]))
  tell(['one', 'two', 'three'].flatMap((value, index) => eventsOf({ key: '/a', value, by: 'replica' }, 2 + index)))
  expect(changes.map(({ value }) => value === own)).toEqual([false, true, false])
  follower.end()
})

test('a reader that waits continues once its revision was reported, in the same turn as the message', async () => {
  const { follower, changes, tell } = await openFollower()
  const seen = follower.reach(3, 10_000).then((reached) => [reached, changes.length])
  tell(['one', 'two'].flatMap((value, index) => eventsOf({ key: '/a', value, by: 'replica' }, 2 + index)))
  expect(await seen).toEqual([true, 2])
  follower.end()
})

test('of several keys in one revision only the last is reported as its end', async () => {
  const { follower, changes, tell } = await openFollower()
  tell([
    ...['/a', '/b', '/c'].map((key) => event(keys.encode(key), 2, 'of one transaction')),
    ...eventsOf({ key: '/a', value: 'two', by: 'replica' }, 3),
  ])
  expect(changes.map(({ key, revision, isPartial }) => [key, revision, isPartial])).toEqual([
    ['/a', 2, true],
    ['/b', 2, true],
    ['/c', 2, undefined],
    ['/a', 3, undefined],
  ])
  follower.end()
})
