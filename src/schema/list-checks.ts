/**
 * The checks of lists: how many items, which of them twice. What the items themselves hold is not judged here.
 *
 * @module
 */

import { badRequest, duplicateField, getKey, isRecord, setKey, tooManyField } from '../meta/index.js'
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
  // Built-in kinds have always taken lists that name a key twice; only applying to them is refused.
  if (node.listType === 'set' && !node.builtin) checks.push(unique((item) => item))
  if (node.listType === 'map' && !node.builtin) checks.push(uniqueEntries(node))
  return checks
}

/** Reports the first repetition of each identity. */
const unique =
  (identity: (item: unknown) => unknown) =>
  (list: readonly unknown[], walk: Walk): void => {
    for (const { index, value } of repeats(list, identity, walk)) {
      if (walk.isFull) return
      walk.report(duplicateField(walk.below(index), value))
    }
  }

/**
 * Compiles a look at what identifies an entry: the members that are its keys, those that are there; undefined for what is no
 * entry. Where there is one key its value says as much, and is cheaper.
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
      // An entry without a key is the entry with the key's default.
      const value = getKey(item, name) ?? defaults[at]
      if (value !== undefined) setKey(key, name, value)
    }
    // Entries that lack all their keys have that reported, as required members, and nothing else.
    return Object.keys(key).length > 0 ? key : undefined
  }
}

/** What identifies entries, as it is shown. */
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

/** Lists up to this length are compared item by item: that is cheaper than counting. */
const SHORT = 12

function repeats(list: readonly unknown[], identity: (item: unknown) => unknown, walk: Walk): readonly Repeat[] {
  if (list.length < 2 || (list.length <= SHORT && areDifferent(list, identity))) return NONE
  return countRepeats(list, identity, walk)
}

/** Whether what identifies the items of a short list is plain, and different for each. */
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
  const counts = new Map<unknown, number>()
  let found: Repeat[] | undefined
  for (let index = 0; index < list.length; index++) {
    const value = identity(list[index])
    if (value === undefined) continue
    const isComposite = typeof value === 'object' && value !== null
    const text = isComposite ? `{${canonical(value, 0)}` : value
    // Lists inside of lists write the same items again and again.
    if (isComposite && !takeSteps((text as string).length / 2)) throw tooManySteps(walk.at, list)
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count !== 2) continue
    found ??= []
    found.push({ index, value })
  }
  return found ?? NONE
}

/** One text for all ways to write the same value. */
function canonical(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth > 200) throw badRequest('an item of a list of unique items is nested too deep')
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(getKey(value, key), depth + 1)}`).join()}}`
}
