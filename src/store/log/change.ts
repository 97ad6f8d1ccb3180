/**
 * One commit as a collection sees it, and the events that watches get for it.
 *
 * @module
 */

import type { Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import type { ObjectEvent } from '../types.js'

/** What a {@link Change} is made from. */
export interface ChangeInit {
  readonly revision: number
  /** Time of the change, in milliseconds. */
  readonly at: number
  /** The row before; undefined for a creation. */
  readonly before: StoredRow | undefined
  /** The row after; undefined for a removal. */
  readonly after: StoredRow | undefined
}

/** An event with a row of this store. */
export type RowEvent = ObjectEvent & { readonly row: StoredRow }

/** A creation, an update or a removal. */
export class Change {
  readonly revision: number
  readonly at: number
  readonly before: StoredRow | undefined
  readonly after: StoredRow | undefined
  /** Events made so far: all watches that see the same get one instance, so that it is encoded once. */
  #events: { readonly [type in ObjectEvent['type']]?: RowEvent } | undefined

  /** @param init - The rows before and after, at least one of them. */
  constructor({ revision, at, before, after }: ChangeInit) {
    this.revision = revision
    this.at = at
    this.before = before
    this.after = after
    this.#events = undefined
  }

  get key(): string {
    return ((this.after ?? this.before) as StoredRow).key
  }

  /**
   * The event of the change for a watch.
   *
   * An object that enters the selection is ADDED. One that leaves it, or is removed, is DELETED with the last content
   * that was selected, at the revision of the change.
   *
   * @param matcher - The watch's selection, whose namespace and name match.
   * @returns The event, or undefined when the watch gets none.
   */
  eventFor(matcher: Matcher): RowEvent | undefined {
    const { before, after } = this
    const was = before !== undefined && matcher.matches(before)
    if (after !== undefined && matcher.matches(after)) return this.#event(was ? 'MODIFIED' : 'ADDED', after)
    return was ? this.#event('DELETED', before) : undefined
  }

  /** Drops the events, and what others have cached for them, once they are delivered. */
  forgetEvents(): void {
    this.#events = undefined
  }

  #event(type: ObjectEvent['type'], row: StoredRow): RowEvent {
    const made = this.#events?.[type]
    if (made) return made
    const { revision, before } = this
    const event = Object.freeze<RowEvent>(
      type === 'MODIFIED' && before
        ? { type, row, revision, before }
        : { type, row: type === 'DELETED' ? row.at(revision) : row, revision },
    )
    this.#events = { ...this.#events, [type]: event }
    return event
  }
}
