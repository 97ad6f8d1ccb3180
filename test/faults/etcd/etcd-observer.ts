/**
 * Who sits behind the replicas and sees every commit in etcd: also those that no client could be told of, because all replicas
 * had to say 410. And who lets etcd forget, but never what has not been noted.
 */

import { createEtcdStorage, type StorageChange } from '../../../src/storage/index.js'
import { readState } from '../clients/api.js'
import { pause } from '../clients/scene.js'
import type { Recorder } from '../history/history.js'

const KEYS = '/configmaps/default/'
/** How often etcd is asked, while it may be away. */
const MAX_TRIES = 100

export interface Observer {
  /** Lets etcd forget all that was superseded so far. */
  compact(): Promise<void>
  /** Waits until all commits so far are noted. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Begins to note commits. */
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
