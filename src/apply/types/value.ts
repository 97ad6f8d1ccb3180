/**
 * Fast access to plain values: members, shapes, equality.
 *
 * Values are decoded JSON. Members that are undefined count as absent, as they do for `JSON.stringify`.
 *
 * @module
 */

import { badRequest, setKey } from '../../meta/index.js'

/** A JSON object that is read by key. */
export type Members = Readonly<Record<string, unknown>>

/** Levels of the deepest object; the walks here recurse. */
export const MAX_DEPTH = 1000

/** The error for a deeper one. */
export const tooDeep = () => badRequest(`an object has more than ${MAX_DEPTH} levels`)

/** Whether a value is a JSON object. */
export const isMap = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as a JSON object; undefined for anything else. */
export const asMap = (value: unknown): Members | undefined => (isMap(value) ? value : undefined)

/** The value as a list; undefined for anything else. */
export const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/**
 * Reads an own member, or undefined. Much faster than `hasOwn`: inherited members are functions, which
 * JSON has not, and `__proto__`.
 *
 * @param record - A JSON object.
 * @param key - Any text.
 */
export function member(record: Members, key: string): unknown {
  if (key === '__proto__') return Object.hasOwn(record, key) ? record[key] : undefined
  const value = record[key]
  return typeof value === 'function' ? undefined : value
}

/** Whether an object has no members. */
export function isEmptyMap(record: Members): boolean {
  for (const key in record) if (member(record, key) !== undefined) return false
  return true
}

/**
 * Compares two JSON values by content; the order of keys does not matter.
 *
 * @param left - A JSON value.
 * @param right - A JSON value.
 * @throws ApiError 400 when they are equal for more levels than an object may have.
 */
export function isEqual(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (depth > MAX_DEPTH) throw tooDeep()
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false
    for (let i = 0; i < left.length; i++) if (!isEqual(left[i], right[i], depth + 1)) return false
    return true
  }
  if (Array.isArray(right)) return false
  let count = 0
  for (const key in left) {
    const ours = (left as Members)[key]
    if (ours === undefined) continue
    const theirs = member(right as Members, key)
    if (ours !== theirs && (theirs === undefined || !isEqual(ours, theirs, depth + 1))) return false
    count++
  }
  for (const key in right) if ((right as Members)[key] !== undefined) count--
  return count === 0
}

/**
 * Copy on write: an object made from another, copied at the first change.
 *
 * @param base - The object, which is not modified.
 */
export class Draft {
  readonly #base: Members
  #copy: Record<string, unknown> | undefined

  constructor(base: Members) {
    this.#base = base
  }

  /** Writes a member; undefined removes it. */
  set(key: string, value: unknown): void {
    this.#copy ??= { ...this.#base }
    if (value === undefined) delete this.#copy[key]
    else setKey(this.#copy, key, value)
  }

  /** The result. */
  get value(): Members {
    return this.#copy ?? this.#base
  }
}
