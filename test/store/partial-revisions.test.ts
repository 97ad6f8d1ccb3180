import { describe, expect, test } from '@jest/globals'
import { createMemoryStorage, type Storage, type StorageChange } from '../../src/storage/index.js'
import { type Collection, createStore } from '../../src/store/index.js'
import { object, show, shown, watch } from './support.js'

/** A store whose engine reports several changes of one revision, as another program's transaction in etcd. */
async function openStore() {
  const inner = createMemoryStorage()
  let tell: (change: StorageChange) => void = () => {}
  let lose = () => {}
  const storage: Storage = {
    ...{ followersAreCurrent: true, load: () => inner.load(), commit: (request) => inner.commit(request) },
    ...{ revision: () => inner.revision(), compact: async () => {}, close: () => inner.close() },
    follow: (_from, listener, onLost) => {
      tell = listener
      lose = () => onLost?.()
      return () => {}
    },
  }
  const store = await createStore({ storage })
  const [things, others] = ['things', 'others'].map((prefix) => store.collection({ prefix, namespaced: true }))
  const report = (revision: number, keys: readonly string[], isComplete = true) => {
    for (const [at, key] of keys.entries()) {
      const value = new TextEncoder().encode(JSON.stringify(object(key.split('/').slice(1).join('/'))))
      tell({ key: `/${key}`, revision, value, ...((at < keys.length - 1 || !isComplete) && { isPartial: true }) })
    }
  }
  return { store, things: things as Collection, others: others as Collection, report, lose: () => lose() }
}

describe('a revision of several changes', () => {
  test('reaches a watch that waits for it as a whole', async () => {
    const { things, report } = await openStore()
    const waiting = watch(things, {
      ...{ resourceVersion: '2', resourceVersionMatch: 'NotOlderThan' },
      ...{ sendInitialEvents: true, allowWatchBookmarks: true },
    })
    report(2, ['things/a/x', 'things/a/y', 'things/a/z'])
    expect(waiting.seen).toEqual(['ADDED a/x=v@2', 'ADDED a/y=v@2', 'ADDED a/z=v@2', 'SYNCED@2'])
  })

  test('is read as a whole by a list that waits for it', async () => {
    const { things, others, report } = await openStore()
    const waiting = [things, others].map((one) => one.list({ resourceVersion: '2', resourceVersionMatch: 'NotOlderThan' }))
    report(2, ['things/a/x', 'others/a/y'])
    expect((await Promise.all(waiting)).map(({ rows }) => shown(rows))).toEqual([['a/x=v@2'], ['a/y=v@2']])
  })

  test('is neither shown nor counted before its last change', async () => {
    const { store, things, report } = await openStore()
    const live = watch(things, { resourceVersion: '1' })
    report(2, ['things/a/x', 'things/a/y'], false)
    expect([store.revision, things.size, live.seen]).toEqual([1, 0, []])
    report(2, ['things/a/z'])
    expect([store.revision, things.size]).toEqual([2, 3])
    expect(live.seen).toEqual(['ADDED a/x=v@2', 'ADDED a/y=v@2', 'ADDED a/z=v@2'])
  })

  test('is complete for what its first event starts', async () => {
    const { things, others, report } = await openStore()
    const seen: string[][] = []
    things.follow().subscribe(() => {
      for (const one of [things, others]) {
        const events: string[] = []
        seen.push(events)
        one.follow().subscribe((event) => events.push(show(event)))
      }
    })
    report(2, ['things/a/x', 'others/a/y', 'others/a/z'])
    expect(seen).toEqual([['ADDED a/x=v@2'], ['ADDED a/y=v@2', 'ADDED a/z=v@2']])
    report(3, ['others/a/new'])
    expect(seen[1]).toEqual(['ADDED a/y=v@2', 'ADDED a/z=v@2', 'ADDED a/new=v@3'])
  })

  test('is forgotten when its end is lost: the state is loaded anew', async () => {
    const { store, things, report, lose } = await openStore()
    report(2, ['things/a/x'], false)
    lose()
    for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
    report(3, ['things/a/y'])
    expect([store.revision, shown((await things.list({})).rows)]).toEqual([3, ['a/y=v@3']])
  })
})
