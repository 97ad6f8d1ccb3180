/**
 * What clients saw: every write with its answer, every read, every watch. A history is all that the checker goes by; it knows
 * nothing of the server.
 *
 * Every write stores a value of its own, so that a state identifies the writes that made it: a create or an update
 * stores `value`, and a patch or an apply on top of that makes it `value+patch`.
 */

/** How a write ended, as far as its client can tell. */
export type WriteOutcome =
  /** Acknowledged. A delete is told no revision; a patch is told the whole state, which for others is what they store. */
  | { readonly kind: 'ok'; readonly revision: number | undefined; readonly state?: string }
  /** Refused for a reason that is sure: a conflict, an object that exists, one that does not, a server that says so. */
  | { readonly kind: 'refused' }
  /** No answer, or one that leaves it open. */
  | { readonly kind: 'unknown' }

export interface WriteRecord {
  readonly type: 'write'
  readonly key: string
  /** A patch needs an object to change, an apply makes one where there is none. */
  readonly verb: 'create' | 'update' | 'delete' | 'patch' | 'apply'
  /** What the write stores; undefined for a delete. */
  readonly value: string | undefined
  /** The revision that it depends on; undefined for a create, `any` where it changes whatever is there. */
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

/** Each is judged by what it promises; Any promises only that the state was once true. */
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
  /** A commit that the client waited for in vain, with nothing in the way. */
  readonly awaited?: number
}

/** A commit as observed behind the servers, where that is possible. */
export interface CommitRecord {
  readonly type: 'commit'
  readonly key: string
  readonly revision: number
  /** Undefined when the object was removed. */
  readonly value: string | undefined
}

/** An answer that breaks a promise whatever the state is. */
export interface FaultRecord {
  readonly type: 'fault'
  readonly text: string
}

export type HistoryRecord = WriteRecord | ReadRecord | ListRecord | WatchRecord | CommitRecord | FaultRecord

/** Writes down what clients see, with a clock that only goes forward. */
export class Recorder {
  readonly records: HistoryRecord[] = []
  readonly #states = new Map<number, Seen>()
  readonly #events = new Map<number, WatchRecordEvent>()
  #time = 0

  /** A moment, later than all before it. */
  now(): number {
    this.#time += 1
    return this.#time
  }

  add(record: HistoryRecord): void {
    this.records.push(record)
  }

  /** The state as it was noted first, where it is the same: many see each one, and long runs are long. */
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
