/**
 * List and map literals, with optional parts: `[?x]` and `{?key: x}` leave `x` out if it has no value.
 *
 * The package does not parse the `?`. It is replaced by a minus sign, which has the same length, so that the positions of errors
 * stay; after parsing, the minus signs at these positions are removed from the tree.
 *
 * @module
 */

import { charge, sizePrice } from '../budget.js'
import { celEngine } from '../engine.js'
import {
  type CelNode,
  type CheckedType,
  type LoopChecker,
  OPTIONAL_PART,
  type Operation,
  type Runner,
  type Scope,
  walkNodes,
} from '../nodes.js'
import { ScalarMap } from '../scalar-map.js'
import { QUOTED_OR_COMMENT } from './quoted-text.js'

/** An expression that the package can parse, and the positions of the replaced marks. */
export interface MarkedSource {
  readonly text: string
  readonly marks: ReadonlySet<number>
}

/** A quoted string or comment; a word; blanks; any other character. */
const TOKEN = new RegExp(String.raw`(${QUOTED_OR_COMMENT})|(\w+)|\s+|[\s\S]`, 'g')

/**
 * Replaces the marks of optional elements and entries.
 *
 * @param source - An expression.
 */
export function replaceMarks(source: string): MarkedSource {
  const marks = new Set<number>()
  if (!source.includes('?')) return { text: source, marks }
  /** For each open bracket, whether it is that of a list or map literal. */
  const open: boolean[] = []
  let [isAfterOperand, previous] = [false, '']
  for (const { 0: token, 1: quoted, 2: word, index } of source.matchAll(TOKEN)) {
    if (/^(?:\s|\/\/)/.test(token)) continue
    // A bracket after an operand is an index, whose mark the package parses.
    if (/^[[{(]$/.test(token)) open.push(token === '{' || (token === '[' && !isAfterOperand))
    else if (token === '?' && open.at(-1) && /^[[{,]$/.test(previous)) marks.add(index)
    const isClosing = /^[\]})]$/.test(token)
    if (isClosing) open.pop()
    isAfterOperand = isClosing || quoted !== undefined || (word !== undefined && word !== 'in')
    previous = token
  }
  return { text: marks.size === 0 ? source : withMinus(source, marks), marks }
}

function withMinus(source: string, marks: ReadonlySet<number>): string {
  const parts: string[] = []
  let from = 0
  for (const mark of marks) {
    parts.push(source.slice(from, mark))
    from = mark + 1
  }
  return [...parts, source.slice(from)].join('-')
}

/**
 * Prepares the literals of a parsed expression.
 *
 * @param root - Not type-checked yet; modified.
 * @param marks - From {@link replaceMarks}.
 */
export function prepareLiterals(root: CelNode, marks: ReadonlySet<number>): void {
  walkNodes(root, (node) => {
    if (node.op === 'list') prepareList(node, node.args as CelNode[], marks)
    // The package keeps maps as objects, whose keys are all strings. An empty map evaluates to the same either way.
    if (node.op === 'map') prepareMap(node, node.args as [CelNode, CelNode][], marks)
  })
}

function prepareList(list: CelNode, elements: CelNode[], marks: ReadonlySet<number>): void {
  let hasOptional = false
  for (const [i, element] of elements.entries()) {
    const unmarked = withoutMark(element, marks)
    if (!unmarked) continue
    elements[i] = optionalPart(unmarked)
    hasOptional = true
  }
  if (hasOptional) list.setMeta('evaluate', evaluateList)
}

function prepareMap(map: CelNode, entries: [CelNode, CelNode][], marks: ReadonlySet<number>): void {
  for (const entry of entries) {
    const unmarked = withoutMark(entry[0], marks)
    if (unmarked) [entry[0], entry[1]] = [unmarked, optionalPart(entry[1])]
  }
  if (entries.length > 0) map.setMeta('evaluate', evaluateMap)
}

/**
 * Removes the mark of an element or key. It covers the whole expression, whereas a minus belongs to the first operand.
 *
 * @returns The expression without it; undefined if it has none.
 */
function withoutMark(node: CelNode, marks: ReadonlySet<number>): CelNode | undefined {
  if (node.op === '-_' && marks.has(node.pos)) return node.args as CelNode
  if (!Array.isArray(node.args) || !INFIX.test(node.op)) return undefined
  const operands = node.args as CelNode[]
  const first = operands[0] && withoutMark(operands[0], marks)
  if (!first) return undefined
  operands[0] = first
  return node
}

/** Operators whose first operand precedes them. */
const INFIX = /^(?:==|!=|<=|>=|<|>|in|&&|\|\||\?:|[-+*/%])$/

const optionalPart = (node: CelNode): CelNode => node.clone(PART, node)

const PART: Operation = {
  name: OPTIONAL_PART,
  check: checkPart,
  evaluate: (evaluator, { args }, scope) => evaluator.run(args as CelNode, scope),
}

/** The type of the value of an optional part. */
function checkPart(checker: LoopChecker, { args }: CelNode, scope: Scope): CheckedType {
  const given = checker.check(args as CelNode, scope)
  if (given.kind === 'optional') return given.valueType ?? checker.getType('dyn')
  if (given.kind === 'dyn') return given
  const wanted = checker.registry.getOptionalType(given)
  throw checker.createError('type_mismatch', `expected type '${wanted.name}' but found '${given.name}'`, args as CelNode)
}

function evaluateList(evaluator: Runner, { args }: CelNode, scope: Scope): unknown {
  const values: unknown[] = []
  for (const element of args as readonly CelNode[]) {
    const value = evaluator.run(element, scope)
    if (element.op !== OPTIONAL_PART) values.push(value)
    else {
      const given = requireOptional(value, () => 'list element')
      if (given.hasValue()) values.push(given.value())
    }
  }
  return values
}

function evaluateMap(evaluator: Runner, { args }: CelNode, scope: Scope): unknown {
  const entries = new ScalarMap()
  for (const [keyNode, valueNode] of args as readonly (readonly [CelNode, CelNode])[]) {
    const key = evaluator.run(keyNode, scope)
    const value = evaluator.run(valueNode, scope)
    charge(sizePrice(key))
    if (valueNode.op !== OPTIONAL_PART) entries.set(key, value)
    else {
      const given = requireOptional(value, () => `entry '${String(key)}'`)
      if (given.hasValue()) entries.set(key, given.value())
      else entries.delete(key)
    }
  }
  return entries
}

function requireOptional(value: unknown, what: () => string): { hasValue(): boolean; value(): unknown } {
  const { Optional } = celEngine().language
  if (value instanceof Optional) return value
  const shown = typeof value === 'object' ? '' : ` ${String(value)}`
  throw new Error(`cannot initialize optional ${what()} from non-optional value${shown}`)
}
