/**
 * Converts the package's messages about an expression to those of Kubernetes.
 *
 * @module
 */

import { messageOf } from '../meta/index.js'
import { syntaxText } from './syntax-text.js'

/** The fields of the package's errors. */
interface CelFault {
  readonly code: string
  readonly summary: string
  readonly node?: FaultNode
  readonly range?: { readonly start: number }
}

/** The part of an expression that caused the error. */
interface FaultNode {
  readonly op?: string
  readonly args?: unknown
  readonly pos?: number
  readonly start?: number
  readonly end?: number
  readonly checkedType?: { readonly name: string }
}

const isFault = (error: unknown): error is Error & CelFault =>
  error instanceof Error && 'code' in error && 'summary' in error && typeof error.summary === 'string'

/**
 * Explains why an expression does not compile.
 *
 * @param error - The thrown error.
 * @param source - The expression.
 */
export function compileErrorText(error: unknown, source: string): string {
  const fault = isFault(error) ? error : undefined
  const at = Math.min(fault ? placeOf(fault, source) : 0, source.length)
  const text = fault?.name === 'ParseError' ? syntaxText(fault.summary, source, at) : typeNames(wordCompile(error))
  const before = source.slice(0, at)
  const line = before.split('\n').length
  const column = at - (before.lastIndexOf('\n') + 1)
  const shown = source.split('\n')[line - 1] ?? ''
  return `ERROR: <input>:${line}:${column + 1}: ${text}\n | ${shown}\n | ${'.'.repeat(column)}^`
}

/** The position that Kubernetes reports: the operator, dot or parenthesis of the node. */
function placeOf({ name, node, range }: Error & CelFault, source: string): number {
  const start = node?.pos ?? range?.start ?? 0
  if (name === 'ParseError' || !node || !Array.isArray(node.args)) return start
  const [first, second] = node.args as readonly (FaultNode | string)[]
  const after = (word: string, part: FaultNode | string | undefined): number => {
    const found =
      typeof part === 'object' && part.end !== undefined ? source.indexOf(word, part.end) : source.indexOf(word, start)
    return found < 0 ? start : found
  }
  if (node.op === '.' || node.op === '.?') return after('.', first)
  if (node.op === '[]' || node.op === '[?]') return after('[', first)
  if (node.op === 'call') return after('(', undefined)
  if (node.op === 'rcall') return after('(', second)
  if (node.op === '?:') return after('?', first)
  return /^(?:==|!=|<=|>=|<|>|in|&&|\|\||[-+*/%])$/.test(node.op ?? '') ? after(node.op ?? '', first) : start
}

function wordCompile(error: unknown): string {
  if (!isFault(error)) return messageOf(error)
  const { code, summary, node } = error
  const quoted = /: (.*)$/s.exec(summary)?.[1] ?? ''
  if (code === 'unknown_variable') return `undeclared reference to '${quoted}' (in container '')`
  if (code === 'no_such_key') return `undefined field '${quoted}'`
  if (code === 'no_such_overload') return operatorText(quoted)
  if (code === 'no_matching_overload') return overloadText(summary)
  if (code === 'cannot_index_type') return `type '${/'(.*)'/.exec(summary)?.[1] ?? ''}' does not support field selection`
  if (code === 'invalid_logical_operand' || node?.op === '?:') {
    const types = (Array.isArray(node?.args) ? (node.args as readonly FaultNode[]) : []).map(
      (part) => part.checkedType?.name ?? 'dyn',
    )
    return `found no matching overload for '${node?.op === '?:' ? '_?_:_' : `_${node?.op}_`}' applied to '(${types.join(', ')})'`
  }
  return summary.replaceAll('own_', '')
}

/** Types in a text as Kubernetes writes them: `list(string)`. */
export function typeNames(text: string): string {
  let written = text.replace(/\bobject_\d+\b/g, 'object')
  for (let before = ''; before !== written; ) {
    before = written
    written = written.replace(/\b(list|map|optional|dyn)<([^<>]*)>/g, (_, kind: string, inner: string) =>
      kind === 'dyn' ? inner : `${kind === 'optional' ? 'optional_type' : kind}(${inner})`,
    )
  }
  return written
}

function operatorText(overload: string): string {
  const match = /^(.+?) (==|!=|<=|>=|<|>|in|\+|-|\*|\/|%) (.+)$/.exec(overload)
  if (!match) return `found no matching overload for '${overload.slice(0, 1)}_' applied to '(${overload.slice(1)})'`
  const [, left, operator, right] = match
  return `found no matching overload for '${operator === 'in' ? '@in' : `_${operator}_`}' applied to '(${left}, ${right})'`
}

function overloadText(summary: string): string {
  const match = /overload for '(?:(.*)\.)?(\w+)\((.*)\)'$/.exec(summary)
  if (!match) return summary
  const [, receiver, name = '', types = ''] = match
  const shown = name.replace(/^own_/, '')
  return `found no matching overload for '${shown}' applied to '${receiver === undefined ? '' : `${receiver}.`}(${types})'`
}

/**
 * Explains why the evaluation of an expression failed.
 *
 * @param error - The thrown error.
 */
export function evaluationErrorText(error: unknown): string {
  if (!isFault(error)) return messageOf(error)
  const conversion = /^(\w+)_conversion_error$/.exec(error.code)
  if (conversion) return `type conversion error from 'string' to '${conversion[1]}'`
  switch (error.code) {
    case 'no_such_key':
      return error.summary.replace(/^No such key/, 'no such key')
    case 'index_out_of_bounds':
      return `index out of bounds: ${/index (-?\d+)/.exec(error.summary)?.[1] ?? ''}`
    case 'numeric_overflow':
      return 'integer overflow'
    case 'modulo_by_zero':
      return 'modulus by zero'
    case 'no_such_overload':
    case 'no_matching_overload':
    case 'variable_type_mismatch':
    case 'field_type_mismatch':
    case 'list_item_type_mismatch':
    case 'invalid_logical_operand':
    case 'invalid_condition_type':
      return 'no such overload'
    default:
      return error.summary
  }
}
