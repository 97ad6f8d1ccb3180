/**
 * Comprehensions with two variables, such as `self.all(key, value, value > 0)`: the index or key, and the value; and `sortBy`.
 *
 * @module
 */

import { charge, KEY_COST, sizePrice } from '../budget.js'
import type { CelNode, CheckedType, LoopChecker, MacroNode, Runner, Scope } from '../nodes.js'
import { ScalarMap } from '../scalar-map.js'
import { ORDERED, order } from './lists.js'

interface Loop extends MacroNode {
  readonly nodes: readonly CelNode[]
  readonly range: CelNode
  readonly body: CelNode
  readonly filter: CelNode | undefined
  readonly names: readonly [string, string]
  /** Whether the result consists of entries of the range. */
  readonly keepsEntries: boolean
  scopes: readonly [Scope, Scope] | undefined
}

/** The result of a comprehension. */
interface LoopKind {
  /** Result type, from the types of the key, the body and the range. */
  readonly type: (checker: LoopChecker, key: CheckedType, body: CheckedType, range: CheckedType) => CheckedType
  /** Evaluates the entries; `value` evaluates the body for one, undefined when the filter drops it. */
  readonly run: (entries: Iterable<Entry>, value: (entry: Entry) => unknown) => unknown
}

type Entry = readonly [key: unknown, value: unknown]

/** A macro call in its original form. */
export interface MacroCall {
  readonly args: readonly CelNode[]
  readonly receiver: CelNode
}

const bool = (checker: LoopChecker): CheckedType => checker.getType('bool')

/** Searches for an entry whose value ends the loop; an error for another entry counts only if there is none. */
function shortCircuit(entries: Iterable<Entry>, value: (entry: Entry) => unknown, stopAt: boolean): boolean {
  let fault: { readonly error: unknown } | undefined
  for (const entry of entries) {
    try {
      const answer = value(entry)
      if (answer === stopAt) return stopAt
      if (typeof answer !== 'boolean') throw new Error('no such overload')
    } catch (error) {
      fault ??= { error }
    }
  }
  if (fault) throw fault.error
  return !stopAt
}

const existsOne: LoopKind = {
  type: bool,
  run(entries, value) {
    let count = 0
    for (const entry of entries) if (value(entry) === true) count += 1
    return count === 1
  },
}

const LOOPS: Readonly<Record<string, LoopKind>> = {
  all: { type: bool, run: (entries, value) => shortCircuit(entries, value, false) },
  exists: { type: bool, run: (entries, value) => shortCircuit(entries, value, true) },
  existsOne,
  exists_one: existsOne,
  transformList: {
    type: (checker, _key, body) => checker.registry.getListType(body),
    run(entries, value) {
      const items: unknown[] = []
      for (const entry of entries) {
        const item = value(entry)
        if (item !== undefined) items.push(item)
      }
      return items
    },
  },
  transformMap: {
    type: (checker, key, body) => checker.registry.getMapType(key, body),
    run(entries, value) {
      const result = new ScalarMap()
      for (const entry of entries) {
        const item = value(entry)
        if (item === undefined) continue
        charge(KEY_COST)
        result.set(entry[0], item)
      }
      return result
    },
  },
  transformMapEntry: {
    type(checker, _key, body) {
      if (body.kind === 'map') return body
      const dynamic = checker.registry.getMapType(checker.getType('dyn'), checker.getType('dyn'))
      if (body.kind === 'dyn') return dynamic
      throw new Error(`found no matching overload for 'cel.@mapInsert' applied to '(${dynamic.name}, ${body.name})'`)
    },
    run: mergeEntries,
  },
  sortBy: {
    type(_checker, _key, body, range) {
      if (range.kind !== 'list' && range.kind !== 'dyn') throw new Error(`sortBy: expected a list, found '${range.name}'`)
      // The items of an empty list have no type yet.
      if (body.kind !== 'dyn' && body.kind !== 'param' && !ORDERED.includes(body.type))
        throw new Error(`sortBy: '${body.name}' has no order`)
      return range
    },
    run: sortBy,
  },
}

/** Merges the maps that are made for the entries; each key may be in one of them. */
function mergeEntries(entries: Iterable<Entry>, mapOf: (entry: Entry) => unknown): ReadonlyMap<unknown, unknown> {
  const result = new ScalarMap()
  for (const entry of entries) {
    const made = mapOf(entry)
    if (made === undefined) continue
    if (Array.isArray(made)) throw new Error('no such overload')
    for (const [key, value] of entriesOf(made)) {
      charge(KEY_COST + sizePrice(key))
      if (result.has(key)) throw new Error(`insert failed: key ${String(key)} already exists`)
      result.set(key, value)
    }
  }
  return result
}

/** Sorts values by their keys; the sort is stable. */
function sortBy(entries: Iterable<Entry>, keyOf: (entry: Entry) => unknown): readonly unknown[] {
  const keyed: { readonly key: unknown; readonly item: unknown }[] = []
  for (const entry of entries) keyed.push({ key: keyOf(entry), item: entry[1] })
  const [first] = keyed
  // Even a single key has to be of an ordered type.
  if (first) order(first.key, first.key)
  charge(keyed.length * Math.log2(keyed.length + 1))
  return keyed.toSorted((a, b) => order(a.key, b.key)).map(({ item }) => item)
}

/** The macros by signature. */
export const loopMacros: readonly (readonly [signature: string, expand: (call: MacroCall) => Loop])[] = [
  ...['all', 'exists', 'existsOne', 'exists_one'].map((name) => [`list.${name}(ast, ast, ast): bool`, expander(name)] as const),
  ['list.transformList(ast, ast, ast): list<dyn>', expander('transformList')],
  ['list.transformList(ast, ast, ast, ast): list<dyn>', expander('transformList')],
  ['map.transformMap(ast, ast, ast): map<dyn, dyn>', expander('transformMap')],
  ['map.transformMap(ast, ast, ast, ast): map<dyn, dyn>', expander('transformMap')],
  ['map.transformMapEntry(ast, ast, ast): map<dyn, dyn>', expander('transformMapEntry')],
  ['map.transformMapEntry(ast, ast, ast, ast): map<dyn, dyn>', expander('transformMapEntry')],
  ['list.sortBy(ast, ast): list<dyn>', expander('sortBy')],
]

/** The index of an entry, in a comprehension without an index variable. */
const NAMELESS = '@index'

function expander(name: string): (call: MacroCall) => Loop {
  return ({ args, receiver }) => {
    const keepsEntries = name === 'sortBy'
    const [names, rest] = [args.slice(0, keepsEntries ? 1 : 2), args.slice(keepsEntries ? 1 : 2)]
    const body = rest.at(-1)
    const kind = LOOPS[name]
    if (!kind || !body || names.some(({ op }) => op !== 'id')) throw new Error(`${name}: argument must be a simple name`)
    const [key = NAMELESS, value = NAMELESS] = names.map(({ args }) => String(args))
    const filter = rest.length > 1 ? rest[0] : undefined
    const loop = {
      nodes: [receiver, ...rest],
      range: receiver,
      body,
      filter,
      names: keepsEntries ? ([NAMELESS, key] as const) : ([key, value] as const),
      keepsEntries,
      scopes: undefined,
      typeCheck: (checker: LoopChecker, self: Loop, scope: Scope) => checkLoop(kind, checker, self, scope),
      evaluate: (evaluator: unknown, self: unknown, scope: unknown) =>
        runLoop(kind, evaluator as Runner, self as Loop, scope as Scope),
    }
    return loop
  }
}

function checkLoop(kind: LoopKind, checker: LoopChecker, loop: Loop, scope: Scope): CheckedType {
  const range = checker.check(loop.range, scope)
  const [key, value] = entryTypes(checker, range)
  const outer = scope.forkWithVariable(loop.names[0], key)
  const inner = outer.forkWithVariable(loop.names[1], value)
  loop.scopes = [outer, inner]
  if (loop.filter) checker.check(loop.filter, inner)
  return kind.type(checker, key, checker.check(loop.body, inner), range)
}

function entryTypes(checker: LoopChecker, range: CheckedType): readonly [CheckedType, CheckedType] {
  const dyn = checker.getType('dyn')
  if (range.kind === 'list') return [checker.getType('int'), range.valueType ?? dyn]
  if (range.kind === 'map') return [range.keyType ?? dyn, range.valueType ?? dyn]
  if (range.kind === 'dyn') return [dyn, dyn]
  throw new Error(`expression of type '${range.name}' cannot be range of a comprehension (must be list, map, or dynamic)`)
}

function runLoop(kind: LoopKind, evaluator: Runner, loop: Loop, scope: Scope): unknown {
  const range = evaluator.run(loop.range, scope)
  const entries = entriesOf(range)
  if (!loop.scopes) throw new Error('the expression was not checked')
  const outer = loop.scopes[0].reuse(scope)
  const inner = loop.scopes[1].reuse(outer)
  return kind.run(entries, ([key, value]) => {
    charge(1)
    outer.setIterValue(key, evaluator)
    inner.setIterValue(value, evaluator)
    if (loop.filter && evaluator.run(loop.filter, inner) !== true) return undefined
    return evaluator.run(loop.body, inner)
  })
}

/** The entries of a list or map. They are made one by one, as a comprehension may end at the first of many. */
function entriesOf(range: unknown): Iterable<Entry> {
  if (Array.isArray(range)) return itemsOf(range)
  if (range instanceof Map) {
    // Counting and listing keys may take a pass over them.
    charge(sizePrice(range))
    return range
  }
  if (typeof range === 'object' && range !== null) return Object.entries(range)
  throw new Error('no such overload')
}

function* itemsOf(list: readonly unknown[]): Iterable<Entry> {
  for (const [i, item] of list.entries()) yield [BigInt(i), item]
}
