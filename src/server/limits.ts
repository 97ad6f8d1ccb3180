/**
 * How much one server takes on at once.
 *
 * @module
 */

/** Limits of a server. */
export interface ServerLimits {
  /** Reads in flight, watches apart; default 400. */
  readonly maxReadsInFlight: number
  /** Writes in flight; default 200. */
  readonly maxWritesInFlight: number
  /** Open watches; default 100,000. One user gets three times what is left for the others: three quarters when alone. */
  readonly maxWatches: number
  /**
   * Milliseconds that an answer may take, watches apart; default 60,000. Clients may ask for less with `timeout`. A watch that is
   * over has as long to be read to its end.
   */
  readonly requestTimeoutMs: number
  /** Bytes of a body; default 3 MiB. */
  readonly maxBodyBytes: number
  /** Characters of an address; default 32 Ki. */
  readonly maxUrlLength: number
  /** Bytes of events that may wait for the client of a watch, beyond what it starts with, before it is broken off; default 8 MiB. */
  readonly maxWatchBacklogBytes: number
  /** A watch without `timeoutSeconds` lasts between this long and twice as long; default 1800. */
  readonly minWatchSeconds: number
}

/** The limits of a server that says nothing else. */
export const defaultLimits: ServerLimits = Object.freeze({
  maxReadsInFlight: 400,
  maxWritesInFlight: 200,
  maxWatches: 100_000,
  requestTimeoutMs: 60_000,
  maxBodyBytes: 3 * 1024 * 1024,
  maxUrlLength: 32 * 1024,
  maxWatchBacklogBytes: 8 * 1024 * 1024,
  minWatchSeconds: 1800,
})
