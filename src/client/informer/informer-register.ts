/**
 * The informers of a process: their types, and whether they have synced.
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
  /** Marks it as synced. */
  synced(): void
  /** Marks it as ended, for any reason; its owner was informed. */
  end(): void
}

/** The check for informers whose type is not known, yet or at all. */
const UNNAMED = 'informer-sync'

/** Registers running informers. */
export class InformerRegister {
  readonly #entries = new Set<Entry>()

  /**
   * Registers an informer.
   *
   * @param type - Its type, once that is known.
   */
  begin(type: Promise<ResourceType> | undefined): InformerEntry {
    const entry = { name: UNNAMED, isSynced: false }
    this.#entries.add(entry)
    const named = type?.then(({ group, resource }) => {
      entry.name = `${UNNAMED}/${formatGroupResource({ group, resource })}`
    })
    // The informer itself reports that there is no such type.
    named?.catch(() => {})
    return {
      synced() {
        entry.isSynced = true
      },
      end: () => this.#entries.delete(entry),
    }
  }

  /** A health check for each type, which passes when all its informers have synced. */
  checks(): readonly HealthCheck[] {
    const names = [...new Set([...this.#entries].map(({ name }) => name))].sort()
    return names.map((name) => ({
      name,
      check: () => [...this.#entries].every((entry) => entry.name !== name || entry.isSynced),
    }))
  }
}
