/**
 * Backends of audit events.
 *
 * @module
 */

import type { Clock, Dialect, Random } from '../meta/index.js'
import type { AuditEvent } from './event.js'

/** Dependencies that a plane passes to its backends. */
export interface AuditBackendParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /**
   * Called with events that were lost.
   *
   * @param count - Number of events.
   * @param error - The reason.
   */
  readonly onLost: (count: number, error: unknown) => void
}

/** An open backend. */
export interface OpenAuditBackend {
  /** Whether there is no space for another event: it is counted as lost, and not created. Never by default. */
  isFull?(): boolean
  /**
   * Takes an event.
   *
   * @param event - Frozen parts of requests and answers; do not change them.
   * @returns A promise that the request waits for; undefined without a wait. It rejects when the event was not stored and the
   *   request must not continue without it.
   */
  take(event: AuditEvent): Promise<void> | undefined
  /** Flushes and closes. */
  close(): Promise<void>
}

/** Stores audit events: in a file, or a service. A plane opens it once. */
export interface AuditBackend {
  /** Its name in metrics and failures, such as `log`. */
  readonly name: string
  open(parts: AuditBackendParts): OpenAuditBackend
}

/** A function that is called with each event, synchronously; the request does not wait for its result. */
export type AuditFunction = (event: AuditEvent) => void

/** Makes a backend of a function. */
export const functionBackend = (keep: AuditFunction): AuditBackend => ({
  name: 'function',
  open: ({ onLost }) => ({
    take(event) {
      try {
        // A rejection of an async function counts as a loss too, instead of being unhandled.
        Promise.resolve(keep(event)).catch((error: unknown) => onLost(1, error))
      } catch (error) {
        onLost(1, error)
      }
      return undefined
    },
    close: async () => {},
  }),
})
