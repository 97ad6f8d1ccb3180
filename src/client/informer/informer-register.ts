/**
 * The informers of a process: which types they follow, and whether they have seen the whole state.
 *
 * @module
 */

import { formatGroupResource, type HealthCheck } from '../../meta/index.js'
import type { ResourceType } from '../transport.js'

interface Entry {
  name: string
  isSynced: boolean
}

/** The state of an informer. */
export interface InformerEntry {
  /** It has seen the whole state. */
  synced(): void
  /** It has ended, for whatever reason; its owner was informed. */
  end(): void
}

/** Names all of them whose type is not known yet, or never will be. */
const UNNAMED = 'informer-sync'

/** Knows the informers that are at work. */
export class InformerRegister {
  readonly #entries = new Set<Entry>()

  /**
   * An informer starts.
   *
   * @param type - What it follows, once that is known.
   */
  begin(type: Promise<ResourceType> | undefined): InformerEntry {
    const entry = { name: UNNAMED, isSynced: false }
    this.#entries.add(entry)
    const named = type?.then(({ group, resource }) => {
      entry.name = `${UNNAMED}/${formatGroupResource({ group, resource })}`
    })
    // The informer itself finds out that there is no such type.
    named?.catch(() => {})
    return {
      synced() {
        entry.isSynced = true
      },
      end: () => this.#entries.delete(entry),
    }
  }

  /** A check for each type, which passes when all informers that follow it have seen their state. */
  checks(): readonly HealthCheck[] {
    const names = [...new Set([...this.#entries].map(({ name }) => name))].sort()
    return names.map((name) => ({
      name,
      check: () => [...this.#entries].every((entry) => entry.name !== name || entry.isSynced),
    }))
  }
}
