/**
 * Reads every commit from the log in PostgreSQL, behind the replicas: also those that no client received, because all replicas
 * responded 410. It also compacts the log, but never revisions that are not recorded yet.
 */

import { ask } from '../../storage/postgres/support.js'
import { readState } from '../clients/api.js'
import type { Recorder } from '../history/history.js'

const KEYS = '/configmaps/default/'

/** Reads the log with SQL. */
export class PostgresObserver {
  readonly #url: () => string
  readonly #recorder: Recorder
  #noted = 0

  /**
   * @param url - The primary; it has to be available.
   * @param recorder - Records the commits.
   */
  constructor(url: () => string, recorder: Recorder) {
    this.#url = url
    this.#recorder = recorder
  }

  /** Records all commits so far. */
  async note(): Promise<void> {
    const rows = await ask(
      this.#url(),
      `select revision::text, key, case when starts_with(key, $2) then convert_from(value, 'UTF8') end as value
        from binnacle.log where revision > $1 order by revision`,
      [this.#noted, KEYS],
    )
    for (const { revision, key, value } of rows as Record<'revision' | 'key' | 'value', string | null>[]) {
      this.#noted = Number(revision)
      if (!key?.startsWith(KEYS)) continue
      const state = value === null ? undefined : readState(JSON.parse(value)).value
      this.#recorder.add({ type: 'commit', key: key.slice(KEYS.length), revision: this.#noted, value: state })
    }
  }

  /** Compacts the log up to the recorded revisions. */
  async compact(): Promise<void> {
    await this.note()
    await ask(this.#url(), 'select binnacle.compact($1, 1000000)', [this.#noted])
  }
}
