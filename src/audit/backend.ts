/**
 * What keeps audit events.
 *
 * @module
 */

import type { Clock, Dialect, Random } from '../meta/index.js'
import type { AuditEvent } from './event.js'

/** What a plane lends its backends. */
export interface AuditBackendParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /**
   * Told of events that could not be kept.
   *
   * @param count - How many.
   * @param error - Why not.
   */
  readonly onLost: (count: number, error: unknown) => void
}

/** A backend at work. */
export interface OpenAuditBackend {
  /** Whether there is no room for another event: it is counted as lost, and not even made. Never by default. */
  isFull?(): boolean
  /**
   * Takes an event.
   *
   * @param event - Frozen parts of requests and answers: not to be changed.
   * @returns What the request waits for; undefined when it need not. Rejects when the event is not kept and the request must not go
   *   on without it.
   */
  take(event: AuditEvent): Promise<void> | undefined
  /** Writes what waits, and ends. */
  close(): Promise<void>
}

/** Keeps audit events: a file, a service. A plane opens it once. */
export interface AuditBackend {
  /** Names it in metrics and failures, such as `log`. */
  readonly name: string
  open(parts: AuditBackendParts): OpenAuditBackend
}

/** A function that is called with each event, at once; the request does not wait for what it returns. */
export type AuditFunction = (event: AuditEvent) => void

/** Makes a backend of a function. */
export const functionBackend = (keep: AuditFunction): AuditBackend => ({
  name: 'function',
  open: ({ onLost }) => ({
    take(event) {
      try {
        // A function that promises something has its failures counted too, rather than left unhandled.
        Promise.resolve(keep(event)).catch((error: unknown) => onLost(1, error))
      } catch (error) {
        onLost(1, error)
      }
      return undefined
    },
    close: async () => {},
  }),
})
