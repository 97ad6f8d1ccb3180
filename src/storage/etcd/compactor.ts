/**
 * Compacts etcd periodically, by one replica for all.
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
   * @param keys - Keys in which replicas record the revisions to compact.
   * @param settings - The interval.
   */
  constructor(connection: Connection, keys: EtcdKeys, settings: EtcdSettings) {
    this.#connection = connection
    this.#keys = keys
    this.#settings = settings
  }

  /**
   * Compacts superseded values up to a revision, if the interval has passed.
   *
   * @param revision - The oldest revision that is still needed.
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

  /** Records the revision. Of several replicas one succeeds, and only with a newer revision than all before. */
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
