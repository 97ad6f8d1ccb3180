/**
 * Limits of what one server takes on at once.
 *
 * @module
 */

/** Limits of a server. */
export interface ServerLimits {
  /** Concurrent reads, without watches that have sent their initial state; default 400. No user has more than half of that. */
  readonly maxReadsInFlight: number
  /** Concurrent writes; default 200. No user has more than half of that. */
  readonly maxWritesInFlight: number
  /** Queued requests, of reads and of writes each; default 10,000. No user has more than half of them. */
  readonly maxQueuedRequests: number
  /** Requests that are being authenticated; default 10,000. */
  readonly maxUnauthenticatedInFlight: number
  /**
   * Open watches, and connections to subresources; default 100,000. One user gets three times what is left for the others: three
   * quarters when alone.
   */
  readonly maxWatches: number
  /**
   * Milliseconds that an answer may take, watches and connections to subresources apart; default 60,000. Clients may ask for less
   * with `timeout`. A watch that is over, and an answer of more than 64 KiB, has as long to be read to its end.
   */
  readonly requestTimeoutMs: number
  /** Bytes of a body; default 3 MiB. */
  readonly maxBodyBytes: number
  /**
   * Bytes that an object may take in the storage, as JSON without its `resourceVersion`; default 1.5 MiB. In-process writes
   * keep to it too. Deletions go through whatever the size, and an object that is larger already may stay as large.
   */
  readonly maxObjectBytes: number
  /** Bytes of all bodies that are being read or processed; default 128 MiB. No user has more than half of them. */
  readonly maxBodyBytesInFlight: number
  /**
   * Bytes of all answers of more than 64 KiB that their clients have not read yet; default 128 MiB. No user has more than half of
   * them. Large lists, which are encoded as fast as their clients read, count for 512 KiB at most of as many bytes of their own; so
   * do shorter answers of requests that share a connection (HTTP/2, pipelining). Watches are not among these.
   */
  readonly maxUnreadAnswerBytes: number
  /** Characters of an address; default 32 Ki. */
  readonly maxUrlLength: number
  /** Header lines of a request; default 500. */
  readonly maxHeaderLines: number
  /** Bytes of events that may wait for the client of a watch, beyond its initial state, before it is broken off; default 8 MiB. */
  readonly maxWatchBacklogBytes: number
  /** A watch without `timeoutSeconds`, or a connection to a subresource, lasts between this long and twice as long; default 1800. */
  readonly minWatchSeconds: number
}

/** The default limits. */
export const defaultLimits: ServerLimits = Object.freeze({
  maxReadsInFlight: 400,
  maxWritesInFlight: 200,
  maxQueuedRequests: 10_000,
  maxUnauthenticatedInFlight: 10_000,
  maxWatches: 100_000,
  requestTimeoutMs: 60_000,
  maxBodyBytes: 3 * 1024 * 1024,
  maxObjectBytes: 1.5 * 1024 * 1024,
  maxBodyBytesInFlight: 128 * 1024 * 1024,
  maxUnreadAnswerBytes: 128 * 1024 * 1024,
  maxUrlLength: 32 * 1024,
  maxHeaderLines: 500,
  maxWatchBacklogBytes: 8 * 1024 * 1024,
  minWatchSeconds: 1800,
})
