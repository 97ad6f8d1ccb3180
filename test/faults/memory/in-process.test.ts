/**
 * A plane in this process: without faults, on a slow disk, and with a clock that jumps.
 */

import { afterEach, expect, test } from '@jest/globals'
import { createMemoryStorage, type StorageChange } from '../../../src/storage/index.js'
import { lcg, pause } from '../clients/scene.js'
import { Workload } from '../clients/workload.js'
import { type RunLength, runRounds } from '../run.js'
import { type ServedPlane, servePlane } from '../served-plane.js'
import { JumpingClock } from './jumping-clock.js'
import { SlowStorage } from './slow-storage.js'

/** The test timeout: here no request times out before, however busy the machine is. */
const timeoutMs = 60_000
const SIZES = { namespace: 'default', seed: 1, writers: 8, readers: 4, watchers: 4, keys: 6, timeoutMs }
const LENGTH: RunLength = { rounds: 5 }
const CLEAN = { problems: [], writesUnknown: 0, writesLost: 0, gaps: 0, failed: 0 }

/** Reports one commit with the state before it, as a storage with a bug would. */
class ForgetfulStorage extends SlowStorage {
  override follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    const values = new Map<string, Uint8Array>()
    let isDone = false
    return super.follow(fromRevision, (change) => {
      const { key, revision, value } = change
      const before = values.get(key)
      const isShownOld = !isDone && revision > 40 && value !== undefined && before !== undefined
      listener(isShownOld ? { ...change, value: before } : change)
      isDone ||= isShownOld
      if (value) values.set(key, value)
      else values.delete(key)
    })
  }
}

let served: ServedPlane | undefined
afterEach(() => served?.close())

test('nothing is missing under concurrent writers, readers and watchers', async () => {
  served = await servePlane()
  const { url } = served
  const workload = new Workload({ ...SIZES, server: () => url })
  const summary = await runRounds(workload, LENGTH, () => workload.more(40))
  expect(summary).toMatchObject({ ...CLEAN, expired: 0 })
  expect(summary.watchEvents).toBeGreaterThan(summary.writesAcknowledged)
}, 60_000)

test('a storage that loses a single write is detected', async () => {
  served = await servePlane({ storage: new ForgetfulStorage(createMemoryStorage(), async () => {}) })
  const { url } = served
  const workload = new Workload({ ...SIZES, server: () => url })
  const { problems } = await runRounds(workload, { rounds: 1 }, () => workload.more(80))
  expect(problems.join('\n')).toMatch(/revision \d+ is .* and, by/)
}, 60_000)

test('nothing is missing on a disk with high and varying latency', async () => {
  const random = lcg(2)
  const storage = new SlowStorage(createMemoryStorage(), () => (random() < 0.3 ? pause(random() * 40) : Promise.resolve()))
  served = await servePlane({ storage })
  const { url } = served
  const workload = new Workload({ ...SIZES, server: () => url })
  const summary = await runRounds(workload, LENGTH, () => workload.more(20))
  expect(summary).toMatchObject({ ...CLEAN, expired: 0 })
}, 60_000)

test('no event is lost when the clock is set forward and back, and bookmarks stay true', async () => {
  const random = lcg(3)
  const clock = new JumpingClock()
  served = await servePlane({ clock })
  const { url } = served
  const workload = new Workload({ ...SIZES, server: () => url })
  const summary = await runRounds(workload, LENGTH, async () => {
    await workload.more(20)
    clock.jump((random() - 0.5) * 86_400_000)
    // Enough time for bookmarks, but not for request timeouts.
    for (let seconds = 0; seconds < 65; seconds += 13) {
      clock.pass(13_000)
      await workload.more(8)
    }
  })
  expect(summary).toMatchObject(CLEAN)
  const bookmarks = workload.records
    .flatMap((record) => (record.type === 'watch' ? record.events : []))
    .filter(({ type }) => type === 'BOOKMARK')
  expect(bookmarks.length).toBeGreaterThan(0)
}, 60_000)
