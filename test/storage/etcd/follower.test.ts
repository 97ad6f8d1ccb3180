import { EventEmitter } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Connection } from '../../../src/storage/etcd/connection.js'
import { Follower } from '../../../src/storage/etcd/follower.js'
import { EtcdKeys } from '../../../src/storage/etcd/keys.js'
import type { EtcdPosition } from '../../../src/storage/etcd/loader.js'
import { etcdSettings } from '../../../src/storage/etcd/options.js'
import type { WatchEvent, WireKeyValue } from '../../../src/storage/etcd/wire.js'
import type { StorageChange } from '../../../src/storage/storage.js'
import { ManualClock } from '../../support/manual-clock.js'
import { bytes, noChance, text } from './support.js'

const keys = new EtcdKeys('/p')
/** A follower of an etcd that the test plays. */
async function openFollower(
  own: ReadonlyMap<string, Uint8Array> = new Map(),
  { etcdRevision = 1, ...start }: Partial<EtcdPosition> & { readonly etcdRevision?: number } = {},
) {
  const changes: StorageChange[] = []
  const lost: string[] = []
  const watchedFrom: number[] = []
  const clock = new ManualClock()
  const settings = etcdSettings({ endpoints: ['http://127.0.0.1:1'], random: noChance, clock })
  // Revision of etcd, and the values of `last` that it has, newest first.
  const etcd = { revision: etcdRevision, lasts: start.last ? [start.last] : [] }
  let stream = new EventEmitter()
  const watch = async () => {
    stream = Object.assign(new EventEmitter(), {
      cancel: () => {},
      write: (request: { create_request: { start_revision: number } }) => watchedFrom.push(request.create_request.start_revision),
    })
    return stream
  }
  const range = async ({ revision = etcd.revision }: { revision?: number }) => {
    const held = etcd.lasts.find(({ mod_revision }) => Number(mod_revision) <= revision)
    return { header: { revision: String(etcd.revision) }, kvs: held ? [held] : [], more: false }
  }
  const client = { watchClient: { watch }, kv: { range } }
  const connection = { client, read: (call: (by: typeof client) => unknown) => call(client), failed: () => {} }
  const follower = new Follower({
    ...{ connection: connection as unknown as Connection, keys, settings, onLease: () => {} },
    from: { revision: 1, readAt: 1, ...start },
    listener: (change) => changes.push(change),
    onCommit: (name) => own.get(text(name) as string),
    onLost: (cause) => lost.push(cause),
  })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  await settle()
  const say = (response: object) =>
    stream.emit('data', { canceled: false, created: false, compact_revision: '0', events: [], ...response })
  const tell = (events: readonly WatchEvent[]) => say({ events })
  /** The watch breaks off, and is opened again. */
  const reopen = async () => {
    stream.emit('end')
    clock.advance(5_000)
    await settle()
  }
  return { follower, changes, lost, watchedFrom, etcd, say, tell, reopen }
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

const lastOf = (revision: number, name: string): WireKeyValue => event(keys.last, revision, name).kv
const progress = (revision: number) => ({ header: { revision: String(revision) } })

test('a watch without events that is reopened continues at the progress that etcd has notified', async () => {
  const { follower, watchedFrom, etcd, say, reopen } = await openFollower()
  etcd.revision = 60
  // The answer to the request is no such notification: events from before it may follow.
  say({ created: true, ...progress(60) })
  expect(follower.heard).toBe(1)
  const reached = follower.reach(50, 10_000)
  say(progress(58))
  expect([await reached, follower.heard, follower.reported]).toEqual([true, 58, 1])
  say(progress(40))
  await reopen()
  expect(watchedFrom).toEqual([2, 59])
  follower.end()
})

test('compacted revisions that are part of the loaded state are skipped, and later ones are a loss', async () => {
  const at = { revision: 1, readAt: 58, etcdRevision: 60 }
  const { follower, lost, watchedFrom, say } = await openFollower(undefined, at)
  say({ canceled: true, compact_revision: '58' })
  expect([lost, watchedFrom, follower.heard, follower.reported]).toEqual([[], [2, 59], 58, 1])
  say({ canceled: true, compact_revision: '60' })
  expect(lost).toEqual(['compacted'])
})

describe('an etcd that was restored from a backup and is written to before the watch is back', () => {
  const known = lastOf(5, 'name-5')

  test.each([
    { meaning: 'another commit at the revision of the newest', lasts: [lastOf(5, 'other-5')] },
    { meaning: 'no such commit', lasts: [lastOf(4, 'name-4')] },
    { meaning: 'no such commit, and later ones', lasts: [lastOf(20, 'name-20'), lastOf(4, 'name-4')] },
    { meaning: 'no commit', lasts: [] },
  ])('is another history if it has $meaning', async ({ lasts }) => {
    const { lost, etcd, reopen } = await openFollower(undefined, { revision: 5, readAt: 7, last: known, etcdRevision: 7 })
    Object.assign(etcd, { revision: 24, lasts })
    await reopen()
    expect(lost).toEqual(['restored'])
  })

  test('has the same history if it has the newest commit, with or without later ones', async () => {
    const { follower, lost, etcd, tell, reopen } = await openFollower()
    tell(eventsOf({ key: '/a', value: 'one', by: 'replica' }, 5))
    for (const lasts of [[known], [lastOf(20, 'name-20'), known]]) {
      Object.assign(etcd, { revision: 24, lasts })
      await reopen()
    }
    expect([lost, follower.heard]).toEqual([[], 5])
    Object.assign(etcd, { lasts: [lastOf(20, 'name-20'), lastOf(5, 'other-5')] })
    await reopen()
    expect(lost).toEqual(['restored'])
  })
})
