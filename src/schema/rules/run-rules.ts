/**
 * Runs the rules of a schema on an object, in the order and with the messages of Kubernetes.
 *
 * @module
 */

import { EXPRESSION_COST_LIMIT, evaluationErrorText, metered, optionalValue, typedValue } from '../../cel/index.js'
import { copyWith, type FieldError, isRecord, jsonEqual, shortened } from '../../meta/index.js'
import { type Past, pastItems, pastMember } from '../correlate.js'
import { shown } from '../messages.js'
import { runningBudget } from '../validation-budget.js'
import type { RuleText } from './rule-texts.js'
import type { Rule, RuleNode } from './rules.js'

/** Maximum number of reported errors. */
const MAX_ERRORS = 100
/** Longer messages of expressions are ignored. */
const MAX_MESSAGE = 5 * 1024
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run'

/**
 * Runs all rules on an object.
 *
 * @param root - The rules.
 * @param value - A value that is valid for the schema.
 * @param past - The old state of the object; undefined when it is new.
 */
export function runRules(root: RuleNode, value: unknown, past: Past | undefined): readonly FieldError[] {
  const budget = runningBudget()
  const run = new RuleRun(budget.left)
  run.visit(root, value, '', past && { value, past }, undefined)
  budget.left = run.left
  return run.errors
}

/** A value and its old value. */
interface Correlation {
  readonly value: unknown
  readonly past: Past
}

class RuleRun {
  readonly errors: FieldError[] = []
  #budget: number
  readonly #unchanged = new Map<Correlation, boolean>()

  constructor(budget: number) {
    this.#budget = budget
  }

  /** The remaining budget. */
  get left(): number {
    return this.#budget
  }

  get #isOver(): boolean {
    return this.#budget < 0 || this.errors.length >= MAX_ERRORS
  }

  /** Runs the rules of a value and of those below it. `parent` is the nearest ancestor with a known old value. */
  visit(tree: RuleNode, value: unknown, path: string, own: Correlation | undefined, parent: Correlation | undefined): void {
    if (value === null || value === undefined || this.#isOver) return
    if (tree.rules.length > 0) this.#runAt(tree, value, path, own, parent)
    const above = own ?? parent
    if (Array.isArray(value) && tree.items) {
      const before = pastItems(tree.node, own?.past)
      for (const [i, item] of value.entries()) {
        this.visit(tree.items, item, `${path}[${i}]`, correlation(item, before?.(item)), above)
      }
    } else if (isRecord(value)) {
      for (const key of Object.keys(value)) {
        const named = tree.members.get(key)
        const member = named ?? (tree.node.declares(key) ? undefined : tree.additional)
        if (!member) continue
        const at = named ? (path === '' ? key : `${path}.${key}`) : `${path}[${key}]`
        this.visit(member, value[key], at, correlation(value[key], pastMember(own?.past, key)), above)
      }
    }
  }

  #runAt(tree: RuleNode, value: unknown, path: string, own: Correlation | undefined, parent: Correlation | undefined): void {
    const self = this.#read(tree, value, path)
    const old = own && own.past.value !== null ? this.#read(tree, own.past.value, path) : undefined
    for (const rule of tree.rules) {
      if (this.#isOver) return
      const before = rule.text.optionalOldSelf ? optionalValue(old) : old
      if (rule.usesOldSelf && old === undefined && !rule.text.optionalOldSelf) continue
      const variables = { self, ...(before !== undefined && { oldSelf: before }) }
      const fault = this.#run(rule, { tree, value, path }, variables)
      if (!fault) continue
      // An unchanged value may stay invalid, unless the rule is a transition rule.
      if (fault.isVerdict && !rule.usesOldSelf && this.#isUnchanged(own ?? parent)) continue
      this.errors.push(fault.error)
    }
  }

  /** Converting values is charged too: rules on every entry of a long list convert it again and again. */
  #read({ type, node }: RuleNode, value: unknown, path: string): unknown {
    const read = metered(this.#budget, () => typedValue(type, node.isRoot ? withoutServerMetadata(value) : value))
    this.#spend(read.cost, path)
    return read.value
  }

  #spend(cost: number, path: string): boolean {
    if (this.#budget < 0) return false
    this.#budget -= Math.ceil(cost)
    if (this.#budget < 0) this.errors.push(invalid(path, OUT_OF_BUDGET))
    return this.#budget >= 0
  }

  #run(rule: Rule, at: RuledValue, variables: Readonly<Record<string, unknown>>): Fault | undefined {
    const fault = (detail: string): Fault => ({ error: invalid(at.path, detail), isVerdict: false })
    if ('error' in rule.compiled) return fault(`rule compile error: ${rule.compiled.error}`)
    const outcome = rule.compiled.program.run(variables, this.#budget)
    if (outcome.isExceeded && this.#budget >= EXPRESSION_COST_LIMIT) {
      this.#budget = -1
      return fault(
        `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${nameOf(rule.text)}`,
      )
    }
    if (!this.#spend(outcome.cost, at.path)) return undefined
    if (outcome.error !== undefined) return fault(evaluationFault(outcome.error, rule.text))
    if (outcome.value === true) return undefined
    return { error: this.#verdict(rule, at, variables), isVerdict: true }
  }

  #verdict({ text, message }: Rule, { tree, value, path }: RuledValue, variables: Readonly<Record<string, unknown>>): FieldError {
    const written = message && 'program' in message ? message.program.run(variables, this.#budget) : undefined
    if (written) this.#budget -= Math.ceil(written.cost)
    const detail =
      usableMessage(written?.isExceeded ? undefined : written?.value) ??
      (text.message.trim() || `failed rule: ${text.rule.trim()}`)
    const field = text.fieldPath.trim() === '' ? path || '<nil>' : joined(path, normalPath(text.fieldPath.trim()))
    const isScalar = !tree.node.types.includes('object') && !tree.node.types.includes('array')
    return verdict(text.reason, shortened(field), isScalar ? JSON.stringify(shown(value)) : undefined, detail)
  }

  #isUnchanged(correlated: Correlation | undefined): boolean {
    if (!correlated) return false
    const known = this.#unchanged.get(correlated)
    if (known !== undefined) return known
    const isSame = jsonEqual(correlated.value, correlated.past.value)
    this.#unchanged.set(correlated, isSame)
    return isSame
  }
}

/**
 * The whole object, with those of its metadata that rules can read: the server changes the rest with each write, so an object would
 * never be equal to its old state.
 */
function withoutServerMetadata(object: unknown): unknown {
  if (!isRecord(object) || !isRecord(object.metadata)) return object
  const { name, generateName } = object.metadata
  return copyWith(object, { metadata: { name, generateName } })
}

/** A value with rules, and its path. */
interface RuledValue {
  readonly tree: RuleNode
  readonly value: unknown
  readonly path: string
}

interface Fault {
  readonly error: FieldError
  /** Whether the rule was evaluated to false. */
  readonly isVerdict: boolean
}

const correlation = (value: unknown, past: Past | undefined): Correlation | undefined => past && { value, past }

/** The whole object has no path. */
const invalid = (path: string, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field: shortened(path) || '<nil>',
  message: `Invalid value: ${detail}`,
})

const nameOf = ({ message, rule }: RuleText): string => message.trim() || rule.trim()

function evaluationFault(error: unknown, text: RuleText): string {
  const fault = evaluationErrorText(error)
  return fault.startsWith('no such overload')
    ? `'${fault}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(text)}`
    : `${fault} evaluating rule: ${nameOf(text)}`
}

/** The result of a messageExpression, unless it is unusable. */
function usableMessage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || /[\r\n]/.test(text) || text.length > MAX_MESSAGE ? undefined : text
}

/** Appends to a path: `.a.b` or `['a']`, as in messages. */
const normalPath = (path: string): string =>
  path.replace(/\['((?:[^'\\]|\\.)*)'\]/g, (_, name: string) => `.${name.replace(/\\(.)/g, '$1')}`).replace(/^\./, '')

const joined = (path: string, below: string): string => (path === '' ? below : `${path}.${below}`)

function verdict(reason: string | undefined, field: string, value: string | undefined, detail: string): FieldError {
  const shownValue = value === undefined ? '' : `${value}: `
  switch (reason) {
    case 'FieldValueForbidden':
      return { reason, field, message: `Forbidden: ${detail}` }
    case 'FieldValueRequired':
      return { reason, field, message: `Required value: ${detail}` }
    case 'FieldValueDuplicate':
      return { reason, field, message: `Duplicate value: ${value ?? ''}`.trim() }
    default:
      return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${shownValue}${detail}` }
  }
}
