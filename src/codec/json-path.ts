/**
 * JSON paths of printer columns, compiled once: a subset without scripts or regular expressions.
 *
 * | step | takes |
 * |---|---|
 * | `.name`, `['name']`, `["a","b"]` | members; a backslash escapes a dot in `.name` |
 * | `[0]`, `[-1]`, `[0,2]` | items, negative ones from the end |
 * | `[1:3]`, `[::2]` | a slice of the items |
 * | `[*]`, `.*` | all items, or all members |
 * | `..` | the value, and all lists and objects in it, that are not empty |
 * | `[?(@.type=="Ready")]` | items that pass the filter |
 *
 * @module
 */

import { badRequest, getKey, isRecord, scalarKey } from '../meta/index.js'

/** Longest path, in characters (ours). */
const MAX_PATH_LENGTH = 4096
/** Maximum values between two steps (ours). */
const MAX_RESULTS = 10_000
/** Maximum values visited, in all steps and filters together (ours). */
const MAX_LOOKS = 100_000

/** The remaining number of visits; see {@link JsonPath}. */
export interface JsonPathBudget {
  /** Values. */
  left: number
}

/**
 * Extracts the values of a path from an object; none when a part of the path is missing.
 *
 * @param budget - Shared by several paths; one path alone visits at most 100,000 values. Values beyond that are not found.
 */
export type JsonPath = (object: unknown, budget?: JsonPathBudget) => unknown[]

/** One step: the values that it selects from one value. */
type Step = (value: unknown, budget: JsonPathBudget) => readonly unknown[]

type Comparison = '==' | '!=' | '<=' | '>=' | '<' | '>'

/** One side of a filter: a path from the item, or a constant. */
type Operand = (item: unknown, budget: JsonPathBudget) => readonly unknown[]

const member =
  (names: readonly string[]): Step =>
  (value, budget) => {
    budget.left -= names.length - 1
    return names.map((name) => getKey(value, name)).filter((found) => found !== undefined)
  }

const items =
  (indexes: readonly number[]): Step =>
  (value, budget) => {
    if (!Array.isArray(value)) return []
    budget.left -= indexes.length - 1
    return indexes.map((index) => value.at(index)).filter((found) => found !== undefined)
  }

const all: Step = (value) => (Array.isArray(value) ? value : isRecord(value) ? Object.keys(value).map((key) => value[key]) : [])

/** As in Kubernetes, a list or object comes before those in it. */
const nested: Step = (value, budget) => {
  const found: unknown[] = []
  const work = [value]
  while (work.length > 0 && budget.left > 0 && found.length < MAX_RESULTS) {
    const next = work.pop()
    const inner = all(next, budget)
    budget.left -= 1 + inner.length / 10
    if (inner.length === 0) continue
    found.push(next)
    for (let i = inner.length - 1; i >= 0; i--) work.push(inner[i])
  }
  return found
}

const slice =
  (start: number | undefined, end: number | undefined, step: number): Step =>
  (value, budget) => {
    if (!Array.isArray(value)) return []
    budget.left -= value.length / 10
    return value.slice(start, end).filter((_, index) => index % step === 0)
  }

function run(steps: readonly Step[], start: unknown, budget: JsonPathBudget): unknown[] {
  let values: unknown[] = [start]
  for (const step of steps) values = runStep(step, values, budget)
  return values
}

function runStep(step: Step, values: readonly unknown[], budget: JsonPathBudget): unknown[] {
  const found: unknown[] = []
  for (const value of values) {
    if (budget.left <= 0 || found.length >= MAX_RESULTS) break
    const taken = step(value, budget)
    const count = Math.min(taken.length, MAX_RESULTS - found.length)
    for (let at = 0; at < count; at++) found.push(taken[at])
    // Visited values that the step does not return count as well.
    budget.left -= count + 1 + taken.length / 10
  }
  return found
}

function compare(left: unknown, operator: Comparison, right: unknown): boolean {
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  const ordered =
    (typeof left === 'number' && typeof right === 'number') || (typeof left === 'string' && typeof right === 'string')
  if (!ordered) return false
  const [a, b] = [left, right] as [number, number]
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

const filter =
  (left: Operand, operator: Comparison | undefined, right: Operand | undefined): Step =>
  (value, budget) => {
    if (!Array.isArray(value)) return []
    return value.filter((item) => {
      if (budget.left <= 0) return false
      budget.left -= 1
      const [first] = left(item, budget)
      if (operator === undefined || right === undefined) return first !== undefined
      const [second] = right(item, budget)
      return first !== undefined && second !== undefined && compare(first, operator, second)
    })
  }

/** Reads a path from left to right. */
class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  path(): JsonPath {
    this.#take(/\$/y)
    const steps = this.#steps()
    if (this.#at < this.#text.length || steps.length === 0) this.#fail()
    return (object, budget) => run(steps, object, budget ?? { left: MAX_LOOKS })
  }

  #steps(): Step[] {
    const steps: Step[] = []
    for (;;) {
      if (this.#take(/\.(?=\.[^.[])|\.\.(?=\[)/y)) steps.push(nested)
      else if (this.#take(/\.\*/y)) steps.push(all)
      else if (this.#take(/\[/y)) steps.push(this.#bracket())
      else {
        const name = this.#take(/\.((?:\\.|[^\\.[\]()=!<>\s])+)/y)
        if (!name) return steps
        steps.push(member([(name[1] as string).replace(/\\(.)/g, '$1')]))
      }
    }
  }

  #bracket(): Step {
    let step: Step
    if (this.#take(/\*/y)) step = all
    else if (this.#take(/\?\(/y)) step = this.#filter()
    else {
      const range = this.#take(/(-?\d+)?:(-?\d+)?(?::(\d+))?/y)
      step = range ? this.#slice(range) : this.#union()
    }
    if (!this.#take(/\s*\]/y)) this.#fail()
    return step
  }

  #slice([, start, end, step = '1']: RegExpExecArray): Step {
    const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
    if (Number(step) < 1) this.#fail()
    return slice(number(start), number(end), Number(step))
  }

  #union(): Step {
    const names: string[] = []
    const indexes: number[] = []
    do {
      const name = this.#string()
      if (name !== undefined) names.push(name)
      else indexes.push(Number((this.#take(/-?\d+/y) ?? this.#fail())[0]))
    } while (this.#take(/\s*,\s*/y))
    if (names.length > 0 && indexes.length > 0) this.#fail()
    // Each name once: a repeated item in a union would multiply the results of later steps.
    return names.length > 0
      ? member([...new Set(names)])
      : items([...new Map(indexes.map((index) => [scalarKey(index), index])).values()])
  }

  #filter(): Step {
    const left = this.#operand()
    const operator = this.#take(/\s*(==|!=|<=|>=|<|>)\s*/y)?.[1] as Comparison | undefined
    const right = operator && this.#operand()
    if (!this.#take(/\s*\)/y)) this.#fail()
    return filter(left, operator, right)
  }

  #operand(): Operand {
    this.#take(/\s+/y)
    if (this.#take(/@/y)) {
      const steps = this.#steps()
      return (item, budget) => run(steps, item, budget)
    }
    const text = this.#string()
    const constant = text ?? JSON.parse((this.#take(/-?\d+(?:\.\d+)?|true|false|null/y) ?? this.#fail())[0])
    return () => [constant]
  }

  #string(): string | undefined {
    const quoted = this.#take(/'((?:\\.|[^\\'])*)'|"((?:\\.|[^\\"])*)"/y)
    return quoted ? (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') : undefined
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at += match[0].length
    return match ?? undefined
  }

  #fail(): never {
    throw badRequest(`the JSON path cannot be read at position ${this.#at}`)
  }
}

/**
 * Compiles a JSON path.
 *
 * @param path - Such as `.spec.color` or `.status.conditions[?(@.type=="Ready")].status`; at most 4,096 characters.
 * @returns A function that extracts the values from an object, at most 10,000 of them.
 * @throws {@link ApiError} 400 for a path outside the subset.
 */
export function compileJsonPath(path: string): JsonPath {
  if (path.length > MAX_PATH_LENGTH) throw badRequest('the JSON path is too long')
  return new Parser(path).path()
}
