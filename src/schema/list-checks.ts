/**
 * The checks of lists: number of items, and duplicates. The items themselves are checked elsewhere.
 *
 * @module
 */

import { badRequest, duplicateField, getKey, isRecord, type ScalarKey, scalarKey, setKey, tooManyField } from '../meta/index.js'
import { brokenRule } from './messages.js'
import type { SchemaNode } from './node.js'
import type { ListCheck } from './node-checks.js'
import { takeSteps, tooManySteps } from './validation-budget.js'
import type { Walk } from './walk.js'

/** Compiles the checks of a list as a whole. */
export function listChecks(node: SchemaNode): readonly ListCheck[] {
  const { minItems, maxItems, uniqueItems } = node.document
  const checks: ListCheck[] = []
  if (typeof minItems === 'number') {
    checks.push((list, walk) => {
      if (list.length < minItems) walk.report(brokenRule(walk.at, list.length, `should have at least ${minItems} items`))
    })
  }
  if (typeof maxItems === 'number') {
    checks.push((list, walk) => {
      if (list.length > maxItems) walk.report(tooManyField(walk.at, list.length, maxItems))
    })
  }
  if (uniqueItems === true) {
    checks.push((list, walk) => {
      if (repeats(list, (item) => item, walk).length > 0)
        walk.report(brokenRule(walk.at, list.length, "shouldn't contain duplicates"))
    })
  }
  // Built-in kinds accept lists with duplicate keys; only apply refuses them.
  if (node.listType === 'set' && !node.builtin) checks.push(unique((item) => item))
  if (node.listType === 'map' && !node.builtin) checks.push(uniqueEntries(node))
  return checks
}

/** Reports the first repetition of each key. */
const unique =
  (identity: (item: unknown) => unknown) =>
  (list: readonly unknown[], walk: Walk): void => {
    for (const { index, value } of repeats(list, identity, walk)) {
      if (walk.isFull) return
      walk.report(duplicateField(walk.below(index), value))
    }
  }

/**
 * Compiles the function that reads the key of an entry: its present key fields; undefined for an entry that is not an object. A
 * single key is represented by its value, which is cheaper.
 */
function entryKeys(node: SchemaNode): (item: unknown) => unknown {
  const names = node.listMapKeys
  const defaults = names.map((name) => node.items?.member(name)?.ownDefault)
  const [only = ''] = names
  if (names.length === 1) return (item) => (isRecord(item) ? (getKey(item, only) ?? defaults[0]) : undefined)
  return (item) => {
    if (!isRecord(item)) return undefined
    const key = {}
    for (const [at, name] of names.entries()) {
      // An absent key has the default of that key.
      const value = getKey(item, name) ?? defaults[at]
      if (value !== undefined) setKey(key, name, value)
    }
    // Entries without any keys are reported only as missing required fields.
    return Object.keys(key).length > 0 ? key : undefined
  }
}

/** The key of entries, as shown in errors. */
function shownKey(names: readonly string[], value: unknown): unknown {
  if (names.length !== 1) return value
  const key = {}
  setKey(key, names[0] ?? '', value)
  return key
}

function uniqueEntries(node: SchemaNode) {
  let identity: ((item: unknown) => unknown) | undefined
  return (list: readonly unknown[], walk: Walk): void => {
    identity ??= entryKeys(node)
    for (const { index, value } of repeats(list, identity, walk)) {
      if (walk.isFull) return
      walk.report(duplicateField(walk.below(index), shownKey(node.listMapKeys, value)))
    }
  }
}

interface Repeat {
  readonly index: number
  readonly value: unknown
}

const NONE: readonly Repeat[] = []

/** Lists up to this length are compared pairwise: that is cheaper than a set. */
const SHORT = 12

function repeats(list: readonly unknown[], identity: (item: unknown) => unknown, walk: Walk): readonly Repeat[] {
  if (list.length < 2 || (list.length <= SHORT && areDifferent(list, identity))) return NONE
  return countRepeats(list, identity, walk)
}

/** Whether the items of a short list have scalar keys, all different. */
function areDifferent(list: readonly unknown[], identity: (item: unknown) => unknown): boolean {
  const seen: unknown[] = []
  for (let index = 0; index < list.length; index++) {
    const value = identity(list[index])
    if (value === undefined) continue
    if ((typeof value === 'object' && value !== null) || seen.includes(value)) return false
    seen.push(value)
  }
  return true
}

function countRepeats(list: readonly unknown[], identity: (item: unknown) => unknown, walk: Walk): readonly Repeat[] {
  const counts = new Map<ScalarKey, number>()
  let found: Repeat[] | undefined
  for (let index = 0; index < list.length; index++) {
    const value = identity(list[index])
    if (value === undefined) continue
    const isComposite = typeof value === 'object' && value !== null
    const key = isComposite ? `\0{${canonical(value, 0)}` : scalarKey(value as ScalarKey)
    // Nested lists would serialize the same items again and again.
    if (isComposite && !takeSteps((key as string).length / 2)) throw tooManySteps(walk.at, list)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count !== 2) continue
    found ??= []
    found.push({ index, value })
  }
  return found ?? NONE
}

/** A canonical text for equal values. */
function canonical(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth > 200) throw badRequest('an item of a list of unique items is nested too deep')
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(getKey(value, key), depth + 1)}`).join()}}`
}
