/**
 * Copies a program's values as JSON would encode them.
 *
 * @module
 */

import { MAX_BODY_DEPTH, tooManyValues } from '../../codec/index.js'
import { badRequest, NumberNames, setKey, tooLarge, tooManyNumberNames, type UnknownRecord } from '../../meta/index.js'

/** Limits of a body, which an answer does not have. */
export interface JsonLimits {
  /** Maximum size of the texts together, in bytes; none by default. */
  readonly maxBytes?: number
  /** Maximum members and items; none by default. */
  readonly maxValues?: number
}

/**
 * Copies a value as JSON would encode it: undefined members are dropped, dates become text. The copy shares nothing with the
 * value, so that neither can change the other.
 *
 * @param value - The program's value.
 * @param limits - As a body over HTTP has them, with that of numbers as names; none for an answer.
 * @returns The copy, and about how many bytes it would be as JSON.
 * @throws {@link ApiError} 400 for a value that JSON cannot encode, or one nested too deep; 413 for too many bytes, or more
 *   values or numbers as names than a body may have.
 */
export function toJson(value: unknown, limits?: JsonLimits): { readonly value: unknown; readonly size: number } {
  const { maxBytes = Number.POSITIVE_INFINITY, maxValues = Number.POSITIVE_INFINITY } = limits ?? {}
  let size = 0
  const spend = (cost: number) => {
    size += cost
    if (size > maxBytes) throw tooLarge(`Request entity too large: limit is ${maxBytes}`)
  }
  let values = maxValues
  const count = (members: number) => {
    // Counted like the values of a body over HTTP.
    values -= members || 1
    if (values < 0) throw tooManyValues(maxValues)
  }
  const numbers = new NumberNames()
  const copy = (item: unknown, depth: number): unknown => {
    if (depth > MAX_BODY_DEPTH) throw badRequest("couldn't get version/kind; json parse error: exceeded max depth")
    if (typeof item === 'string') spend(item.length + 2)
    else spend(1)
    if (typeof item !== 'object' || item === null) return plain(item)
    const { toJSON } = item as { readonly toJSON?: unknown }
    if (typeof toJSON === 'function') return copy(toJSON.call(item, ''), depth + 1)
    if (Array.isArray(item)) {
      count(item.length)
      return item.map((member) => (isNothing(member) ? null : copy(member, depth + 1)))
    }
    const members: UnknownRecord = {}
    const keys = Object.keys(item)
    count(keys.length)
    numbers.add(keys)
    for (const key of keys) {
      const member = (item as UnknownRecord)[key]
      if (isNothing(member)) continue
      spend(key.length + 3)
      setKey(members, key, copy(member, depth + 1))
    }
    return members
  }
  const copied = copy(value, 1)
  if (limits && numbers.exceeded) throw tooManyNumberNames()
  return { value: copied, size }
}

/** Whether JSON leaves a member out. */
const isNothing = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol'

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') throw badRequest('a bigint is no JSON value')
  if (isNothing(value)) throw badRequest(`a value of type ${typeof value} is no JSON value`)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}
