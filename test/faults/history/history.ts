/**
 * The observations of clients: every write with its response, every read, every watch. The checker uses nothing else, in
 * particular no server state.
 *
 * Every write stores a unique value, so that a state identifies its writes: a create or an update stores `value`, and a patch or
 * an apply on top of that makes it `value+patch`.
 */

/** The outcome of a write, as known by its client. */
export type WriteOutcome =
  /** Acknowledged. The response to a delete has no revision; that to a patch has the whole state, which others know already. */
  | { readonly kind: 'ok'; readonly revision: number | undefined; readonly state?: string }
  /** Certainly not made: a conflict, an object that exists or does not exist, or a response that says so. */
  | { readonly kind: 'refused' }
  /** No response, or one with unknown outcome. */
  | { readonly kind: 'unknown' }

export interface WriteRecord {
  readonly type: 'write'
  readonly key: string
  /** A patch requires an existing object; an apply creates a missing one. */
  readonly verb: 'create' | 'update' | 'delete' | 'patch' | 'apply'
  /** The stored value; undefined for a delete. */
  readonly value: string | undefined
  /** The revision that it depends on; undefined for a create, `any` for an unconditional write. */
  readonly expected: number | 'any' | undefined
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

/** Each is checked by its guarantee; `Any` only guarantees that the state existed at some time. */
export type Freshness =
  | { readonly kind: 'mostRecent' }
  | { readonly kind: 'any' }
  | { readonly kind: 'notOlderThan'; readonly revision: number }
  | { readonly kind: 'exact'; readonly revision: number }

export interface ReadRecord {
  readonly type: 'read'
  readonly key: string
  readonly freshness: Freshness
  readonly start: number
  readonly end: number
  /** Undefined if the object did not exist. */
  readonly seen: Seen | undefined
}

export interface ListRecord {
  readonly type: 'list'
  readonly freshness: Freshness
  readonly start: number
  readonly end: number
  /** The resourceVersion of the list. */
  readonly revision: number
  readonly items: readonly Seen[]
}

export type WatchRecordEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly seen: Seen }
  | { readonly type: 'BOOKMARK'; readonly revision: number }

/** One watch stream, from its start to its end: each reconnect is another one. */
export interface WatchRecord {
  readonly type: 'watch'
  /** The requested start: all changes after this revision. */
  readonly from: number
  readonly events: readonly WatchRecordEvent[]
  /** A commit that the client never received, although there was no fault. */
  readonly awaited?: number
}

/** A commit observed in the storage, for engines that support it. */
export interface CommitRecord {
  readonly type: 'commit'
  readonly key: string
  readonly revision: number
  /** Undefined if the object was deleted. */
  readonly value: string | undefined
}

/** A response that is wrong in any state. */
export interface FaultRecord {
  readonly type: 'fault'
  readonly text: string
}

export type HistoryRecord = WriteRecord | ReadRecord | ListRecord | WatchRecord | CommitRecord | FaultRecord

/** Records the observations of clients, with a monotonic clock. */
export class Recorder {
  readonly records: HistoryRecord[] = []
  readonly #states = new Map<number, Seen>()
  readonly #events = new Map<number, WatchRecordEvent>()
  #time = 0

  /** A time that is later than all before. */
  now(): number {
    this.#time += 1
    return this.#time
  }

  add(record: HistoryRecord): void {
    this.records.push(record)
  }

  /** Returns the first recorded copy of an equal state, to save memory: many clients see each state. */
  seen(state: Seen): Seen {
    const known = this.#states.get(state.revision)
    if (known?.key === state.key && known.value === state.value) return known
    if (!known) this.#states.set(state.revision, state)
    return state
  }

  /** The same for an event of a watch. */
  event(event: WatchRecordEvent): WatchRecordEvent {
    if (event.type === 'BOOKMARK') return event
    const seen = event.type === 'DELETED' ? event.seen : this.seen(event.seen)
    const known = this.#events.get(seen.revision)
    const isKnown = known?.type === event.type && known.seen.key === seen.key && known.seen.value === seen.value
    if (isKnown) return known
    const noted = { ...event, seen }
    if (!known) this.#events.set(seen.revision, noted)
    return noted
  }
}
