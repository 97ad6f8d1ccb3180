/**
 * Letting etcd forget, now and then, by one replica for all.
 *
 * @module
 */

import type { Connection } from './connection.js'
import { isCompacted } from './failures.js'
import type { EtcdKeys } from './keys.js'
import type { EtcdSettings } from './options.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Asks etcd to compact, unless another replica did. */
export class Compactor {
  readonly #connection: Connection
  readonly #keys: EtcdKeys
  readonly #settings: EtcdSettings
  #latestAt = Number.NEGATIVE_INFINITY

  /**
   * @param connection - The connection to etcd.
   * @param keys - Where replicas record the revisions that they may compact to.
   * @param settings - How often.
   */
  constructor(connection: Connection, keys: EtcdKeys, settings: EtcdSettings) {
    this.#connection = connection
    this.#keys = keys
    this.#settings = settings
  }

  /**
   * Lets etcd forget what was superseded up to a revision, if it is time.
   *
   * @param revision - The oldest revision that is still of use.
   */
  async compact(revision: number): Promise<void> {
    const { clock, compactionIntervalSeconds } = this.#settings
    const now = clock.now()
    if (compactionIntervalSeconds === 0 || now - this.#latestAt < compactionIntervalSeconds * 1_000) return
    this.#latestAt = now
    if (!(await this.#claim(revision))) return
    await this.#connection
      .once(({ kv }) => kv.compact({ revision }))
      .catch((error: unknown) => {
        // Another client of the same etcd has compacted already.
        if (!isCompacted(error)) throw error
      })
  }

  /** Records the revision. Of several replicas one gets through, and only with a newer revision than any before. */
  async #claim(revision: number): Promise<boolean> {
    const { compacted } = this.#keys
    const { kvs } = await this.#connection.read(({ kv }) => kv.range({ key: compacted }))
    const [held] = kvs
    if (held && Number(decoder.decode(held.value)) >= revision) return false
    const { succeeded } = await this.#connection.once(({ kv }) =>
      kv.txn({
        compare: [{ key: compacted, result: 'Equal', target: 'Mod', mod_revision: Number(held?.mod_revision ?? 0) }],
        success: [{ request_put: { key: compacted, value: encoder.encode(String(revision)) } }],
      }),
    )
    return succeeded
  }
}
