/**
 * Observes every commit in etcd, behind the replicas: also those that no client received, because all replicas responded 410. It
 * also compacts etcd, but never revisions that are not recorded yet.
 */

import { createEtcdStorage, type StorageChange } from '../../../src/storage/index.js'
import { readState } from '../clients/api.js'
import { pause } from '../clients/scene.js'
import type { Recorder } from '../history/history.js'

const KEYS = '/configmaps/default/'
/** Interval of attempts while etcd may be unavailable. */
const MAX_TRIES = 100

export interface Observer {
  /** Compacts etcd up to the recorded revisions. */
  compact(): Promise<void>
  /** Waits until all commits so far are recorded. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Starts recording commits. */
export async function observeEtcd(url: string, recorder: Recorder): Promise<Observer> {
  const storage = await createEtcdStorage({ endpoints: [url], compactionIntervalSeconds: 0.001 })
  const { revision: start } = await storage.load()
  const note = ({ key, revision, value }: StorageChange) => {
    if (!key.startsWith(KEYS)) return
    const name = key.slice(KEYS.length)
    const object = value && JSON.parse(new TextDecoder().decode(value))
    recorder.add({ type: 'commit', key: name, revision, value: object && readState(object).value })
  }
  storage.follow(start, note, () => recorder.add({ type: 'fault', text: 'the observer lost its place' }))

  async function noted(): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storage.revision()
      } catch (error) {
        if (tries === MAX_TRIES) throw error
        await pause()
      }
    }
  }
  return {
    compact: async () => storage.compact(await noted()),
    catchUp: async () => {
      await noted()
    },
    close: () => storage.close(),
  }
}
