/**
 * Checks of values that have to be JSON, for programs that may pass anything: a `Map`, a `NaN`, or a `Date` where text belongs.
 *
 * @module
 */

import { isPromise } from '../async/and-then.js'
import { type OptionCheck, refuse } from './option-checks.js'

/** Depth of the first search for an object that contains itself; JSON is rarely as deep. */
const FIRST_SEARCH = 1000
/** Longest path in a message. */
const MAX_PATH = 300

const EXPECTED = 'expected JSON (text, a finite number, true, false, null, a list or a plain object)'
const NOTHING: readonly string[] = []

/** A list or an object on the way to a value, and the position in it. */
interface Level {
  readonly container: object
  /** Names of the members; undefined for a list. */
  readonly keys: readonly string[] | undefined
  at: number
}

/**
 * A JSON value, or undefined for none. Undefined members count as absent; instances of classes count as objects with their members,
 * unless these are no JSON, as those of a `Map`.
 */
export const jsonValue: OptionCheck = (value, path) => faultIn(value, path, false)

/** As {@link jsonValue}, for a value that is going to be encoded: what has a `toJSON`, such as a `Date`, is what that returns. */
export const encodableValue: OptionCheck = (value, path) => faultIn(value, path, true)

/**
 * Refuses arguments that are no JSON.
 *
 * @param callee - Name of the function.
 * @param values - The arguments by their names; undefined for those that were not given.
 * @throws TypeError with the place of the first value that is none.
 */
export function requireJson(callee: string, values: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(values)) refuse(callee, jsonValue(values[name], name))
}

/** A walk without recursion, as values may be deeper than the stack. */
function faultIn(root: unknown, path: string, isEncoded: boolean): readonly string[] {
  if (root === undefined) return NOTHING
  const levels: Level[] = []
  // Doubled by each search, so that all of them together cost no more than the walk.
  let nextSearch = FIRST_SEARCH
  let value: unknown = root
  for (;;) {
    if (isEncoded && typeof value === 'object' && value !== null) value = encoded(value)
    if (typeof value === 'object' && value !== null) {
      if (!isPlain(value))
        return fault(path, levels, nameOf(value), has(value, 'toJSON') ? ', such as what toJSON() returns' : '')
      if (levels.length === nextSearch) {
        nextSearch *= 2
        const again = firstRepeated(levels)
        if (again > 0) return fault(path, levels.slice(0, again), 'a part of itself')
      }
      levels.push({ container: value, keys: Array.isArray(value) ? undefined : Object.keys(value), at: -1 })
    } else if (!isScalar(value)) return fault(path, levels, nameOf(value))
    let level = levels.at(-1)
    for (; level && !advance(level); level = levels.at(-1)) levels.pop()
    if (!level) return NOTHING
    value = valueAt(level)
  }
}

const fault = (path: string, levels: readonly Level[], what: string, hint = ''): readonly string[] => [
  `${path}${placeIn(levels)} is ${what}: ${EXPECTED}${hint}`,
]

/** Moves to the next member that is there. */
function advance(level: Level): boolean {
  const { container, keys } = level
  level.at += 1
  if (!keys) return level.at < (container as readonly unknown[]).length
  while (level.at < keys.length && valueAt(level) === undefined) level.at += 1
  return level.at < keys.length
}

const valueAt = ({ container, keys, at }: Level): unknown =>
  keys ? (container as Record<string, unknown>)[keys[at] as string] : (container as readonly unknown[])[at]

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

const has = (value: object, method: string): boolean => typeof (value as Record<string, unknown>)[method] === 'function'

const encoded = (value: object): unknown =>
  has(value, 'toJSON') ? (value as { toJSON(key: string): unknown }).toJSON('') : value

/** The built-in kind of an object, also of one that was made in another realm, as in a test of Jest. */
const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || (kindOf(value) === 'Object' && !has(value, 'toJSON'))
}

/** Index of the first level that contains itself; -1 for none. */
function firstRepeated(levels: readonly Level[]): number {
  const seen = new Set<object>()
  return levels.findIndex(({ container }) => seen.size === seen.add(container).size)
}

function nameOf(value: unknown): string {
  if (typeof value === 'bigint') return `a bigint (${String(value).slice(0, 40)}n)`
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (isPromise(value)) return 'a promise (await it)'
  const kind = kindOf(value) === 'Object' ? (value.constructor?.name ?? 'Object') : kindOf(value)
  return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`
}

/** Where a walk stands, such as `.spec.ports[1]`. */
function placeIn(levels: readonly Level[]): string {
  let place = ''
  for (const { keys, at } of levels) {
    if (place.length > MAX_PATH) return `${place.slice(0, MAX_PATH)}…`
    const key = keys ? (keys[at] as string) : at
    place += typeof key === 'number' ? `[${key}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  }
  return place
}
