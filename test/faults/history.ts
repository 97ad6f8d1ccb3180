/**
 * What clients saw: every write with its answer, every read, every watch. A history is all that the checker goes by; it knows
 * nothing of the server.
 *
 * Every write stores a value of its own, so that whoever sees a value knows which write it was.
 */

/** How a write ended, as far as its client can tell. */
export type WriteOutcome =
  /** Acknowledged. A delete is told no revision. */
  | { readonly kind: 'ok'; readonly revision: number | undefined }
  /** Refused for a reason that is sure: a conflict, an object that exists, one that does not. */
  | { readonly kind: 'refused' }
  /** No answer, or one that leaves it open. */
  | { readonly kind: 'unknown' }

export interface WriteRecord {
  readonly type: 'write'
  readonly key: string
  readonly verb: 'create' | 'update' | 'delete'
  /** What the write stores; undefined for a delete. */
  readonly value: string | undefined
  /** The revision that it depends on; undefined for a create. */
  readonly expected: number | undefined
  readonly start: number
  readonly end: number
  readonly outcome: WriteOutcome
}

/** A state of one object, as a client saw it. */
export interface Seen {
  readonly key: string
  readonly revision: number
  readonly value: string
}

/** Most Recent and Not Older Than are judged by what they promise; Any promises only that the state was once true. */
export type Freshness =
  | { readonly kind: 'mostRecent' }
  | { readonly kind: 'any' }
  | { readonly kind: 'notOlderThan'; readonly revision: number }

export interface ReadRecord {
  readonly type: 'read'
  readonly key: string
  readonly freshness: Freshness
  readonly start: number
  readonly end: number
  /** Undefined when there was no such object. */
  readonly seen: Seen | undefined
}

export interface ListRecord {
  readonly type: 'list'
  readonly freshness: Freshness
  readonly start: number
  readonly end: number
  /** The revision at which the list says it is. */
  readonly revision: number
  readonly items: readonly Seen[]
}

export type WatchRecordEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly seen: Seen }
  | { readonly type: 'BOOKMARK'; readonly revision: number }

/** One watch stream, from its start to its end: a client that reconnects makes another one. */
export interface WatchRecord {
  readonly type: 'watch'
  /** All changes after this revision were asked for. */
  readonly from: number
  readonly events: readonly WatchRecordEvent[]
}

export type HistoryRecord = WriteRecord | ReadRecord | ListRecord | WatchRecord

/** Writes down what clients see, with a clock that only goes forward. */
export class Recorder {
  readonly records: HistoryRecord[] = []
  #time = 0

  /** A moment, later than all before it. */
  now(): number {
    this.#time += 1
    return this.#time
  }

  add(record: HistoryRecord): void {
    this.records.push(record)
  }
}
