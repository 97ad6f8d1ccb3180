/**
 * Estimates the maximum cost of an expression, from the size limits in the schema.
 *
 * @module
 */

import { type CelNode, type Comprehension, OPTIONAL_PART } from '../../cel/index.js'
import { isRecord } from '../../meta/index.js'
import type { SchemaNode } from '../node.js'
import { escapeName } from './names.js'

/** Cost limit of one rule, for all its evaluations on one object. */
export const RULE_COST_LIMIT = 10_000_000
/** Cost limit of all rules of a schema. */
export const SCHEMA_COST_LIMIT = 100_000_000

/** Size of the largest request body. */
const REQUEST_SIZE = 3 * 1024 * 1024

/** The static knowledge about a value. */
interface Estimate {
  readonly cost: number
  /** Maximum number of characters, entries or members. */
  readonly size: number
  readonly schema: SchemaNode | undefined
}

type Scope = ReadonlyMap<string, Omit<Estimate, 'cost'>>

/**
 * Estimates an expression.
 *
 * @param root - A type-checked expression.
 * @param variables - The schemas of its variables.
 */
export function estimateCost(root: CelNode, variables: Readonly<Record<string, SchemaNode>>): number {
  const scope = Object.entries(variables).map(([name, schema]) => [name, { size: sizeOf(schema), schema }] as const)
  return estimate(root, new Map(scope)).cost
}

/**
 * Maximum number of entries of a kind in one object.
 *
 * @param node - The schema of a list or a map.
 */
export function sizeOf(node: SchemaNode): number {
  const { maxLength, maxItems, maxProperties, enum: allowed, format } = node.document
  const [type] = node.types
  if (type === 'array')
    return typeof maxItems === 'number' ? maxItems : Math.floor((REQUEST_SIZE - 2) / (leastSize(node.items, 0) + 1))
  if (type === 'object') {
    const { additionalProperties } = node.document
    if (!isRecord(additionalProperties)) return 1
    // Each member has a key with at least two quotes, a colon and a comma.
    return typeof maxProperties === 'number'
      ? maxProperties
      : Math.floor(REQUEST_SIZE / (leastSize(node.part(additionalProperties), 0) + 6))
  }
  if (node.isIntOrString || type === 'string') {
    if (Array.isArray(allowed))
      return allowed.reduce<number>((most, value) => Math.max(most, typeof value === 'string' ? value.length : 0), 0)
    if (format === 'date-time' || format === 'date' || format === 'duration') return 32
    // A character takes up to four bytes, and the limit of requests is in bytes.
    return typeof maxLength === 'number' ? maxLength * 4 : REQUEST_SIZE - 2
  }
  return 1
}

/** Maximum number of characters of a key of a map. */
function keySizeOf(map: SchemaNode | undefined): number {
  const { propertyNames } = map?.document ?? {}
  return isRecord(propertyNames) && typeof propertyNames.maxLength === 'number' ? propertyNames.maxLength : REQUEST_SIZE
}

/** Minimum size of a value in bytes. */
function leastSize(node: SchemaNode | undefined, depth: number): number {
  const [type] = node?.types ?? []
  if (!node || depth > 20 || type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return 4
  if (type !== 'object') return 2
  const { required, properties } = node.document
  if (!Array.isArray(required) || !isRecord(properties)) return 2
  const sizes = required
    .filter((key) => typeof key === 'string')
    .map((key) => key.length + 4 + leastSize(node.member(key), depth + 1))
  return 2 + sizes.reduce((sum, size) => sum + size, 0)
}

function estimate(node: CelNode, scope: Scope): Estimate {
  const { alternate, macro } = node.meta
  if (alternate) return estimate(alternate, scope)
  const all = (nodes: readonly CelNode[]): Estimate[] => nodes.map((child) => estimate(child, scope))
  const plain = (cost: number, size = 1): Estimate => ({ cost, size, schema: undefined })
  const args = Array.isArray(node.args) ? (node.args as CelNode[]) : []
  if (macro) return estimateMacro(node, scope)
  switch (node.op) {
    case 'value':
      return plain(0, typeof node.args === 'string' || node.args instanceof Uint8Array ? node.args.length : 1)
    case 'id':
      return { cost: 1, ...(scope.get(String(node.args)) ?? { size: 1, schema: undefined }) }
    case 'accuValue':
    case 'accuInc':
      return plain(1)
    case '.':
    case '.?':
      return selected(estimate(args[0] as CelNode, scope), String(args[1]))
    case '[]':
    case '[?]': {
      const [list, index] = all(args)
      return entryOf(list ?? plain(0), (index?.cost ?? 0) + 1)
    }
    case 'list':
      return plain(10 + sumOf(all(args)), args.length)
    case 'map':
      return plain(30 + sumOf(all((node.args as CelNode[][]).flat())), args.length)
    case '?:': {
      const [condition, left, right] = all(args)
      const taken = (left?.cost ?? 0) > (right?.cost ?? 0) ? left : right
      return {
        ...(taken ?? plain(0)),
        cost: (condition?.cost ?? 0) + (taken?.cost ?? 0),
        size: Math.max(left?.size ?? 1, right?.size ?? 1),
      }
    }
    case OPTIONAL_PART:
      return estimate(node.args as CelNode, scope)
    case '||':
    case '&&':
      return plain(sumOf(all(args)))
    case '!_':
    case '-_':
      return plain(1 + estimate(node.args as CelNode, scope).cost)
    case 'accuPush':
      return plain(11 + estimate(node.args as CelNode, scope).cost)
    case 'comprehension':
      return estimateLoop(node.args as Comprehension, scope)
    case 'call':
      return estimateCall((node.args as [string, CelNode[]])[0], all((node.args as [string, CelNode[]])[1]))
    case 'rcall': {
      const [name, receiver, rest] = node.args as [string, CelNode, CelNode[]]
      return estimateCall(name, all([receiver, ...rest]))
    }
    default:
      return estimateOperator(node.op, all(args))
  }
}

const sumOf = (parts: readonly Estimate[]): number => parts.reduce((sum, { cost }) => sum + cost, 0)

function estimateOperator(op: string, [left, right]: readonly Estimate[]): Estimate {
  const below = (left?.cost ?? 0) + (right?.cost ?? 0)
  const [a, b] = [left?.size ?? 1, right?.size ?? 1]
  if (op === 'in') return { cost: below + b, size: 1, schema: undefined }
  if (op === '+' && (a > 1 || b > 1)) return { cost: below + Math.ceil((a + b) / 10), size: a + b, schema: undefined }
  return { cost: below + Math.max(1, Math.ceil(Math.min(a, b) / 10)), size: 1, schema: undefined }
}

/** Functions whose result is no longer than their receiver. */
const RESIZING =
  /^(?:own_)?(?:charAt|find|findAll|lowerAscii|replace|reverse|split|string|substring|trim|upperAscii|join|format)$/

function estimateCall(name: string, parts: readonly Estimate[]): Estimate {
  const below = sumOf(parts)
  const [first, second] = parts
  const [a, b] = [first?.size ?? 1, second?.size ?? 1]
  if (name === 'own_matches' || name === 'find' || name === 'findAll') {
    return { cost: below + Math.ceil((a + 1) / 10) * Math.ceil(b / 4), size: a, schema: undefined }
  }
  if (name === 'own_contains') return { cost: below + Math.ceil(a / 10) * Math.ceil(b / 10), size: 1, schema: undefined }
  if (name === 'startsWith' || name === 'endsWith') return { cost: below + Math.ceil(b / 10), size: 1, schema: undefined }
  if (name === 'size') return { cost: below + 1, size: 1, schema: undefined }
  if (name === 'value' || name === 'orValue') return { ...(first ?? { size: 1, schema: undefined }), cost: below + 1 }
  const read = parts.reduce((sum, { size }) => sum + size, 0)
  return { cost: below + 1 + Math.ceil(read / 10), size: RESIZING.test(name) ? read : 1, schema: undefined }
}

function selected(operand: Estimate, name: string): Estimate {
  const { schema } = operand
  const cost = operand.cost + 1
  const properties = schema && isRecord(schema.document.properties) ? Object.keys(schema.document.properties) : []
  const key = properties.find((candidate) => escapeName(candidate) === name)
  const member = key === undefined ? undefined : schema?.member(key)
  if (member) return { cost, size: sizeOf(member), schema: member }
  // `metadata.name` and `metadata.generateName` exist in every resource.
  return schema?.isResource ? { cost, size: 253, schema: undefined } : entryOf(operand, 1)
}

function entryOf({ cost, schema }: Estimate, price: number): Estimate {
  const entry = schema && entrySchema(schema)
  return { cost: cost + price, size: entry ? sizeOf(entry) : schema ? 1 : REQUEST_SIZE, schema: entry }
}

const entrySchema = (schema: SchemaNode): SchemaNode | undefined =>
  schema.items ?? (isRecord(schema.document.additionalProperties) ? schema.part(schema.document.additionalProperties) : undefined)

function estimateLoop({ iterable, init, step, iterVarName }: Comprehension, scope: Scope): Estimate {
  const range = estimate(iterable, scope)
  const isMap = range.schema?.types[0] === 'object'
  const entry = range.schema && !isMap ? entrySchema(range.schema) : undefined
  const item = { size: entry ? sizeOf(entry) : isMap ? keySizeOf(range.schema) : 1, schema: entry }
  const body = estimate(step, new Map([...scope, [iterVarName, item]]))
  return { cost: range.cost + estimate(init, scope).cost + range.size * (body.cost + 2) + 1, size: range.size, schema: undefined }
}

function estimateMacro(node: CelNode, scope: Scope): Estimate {
  const { macro } = node.meta
  if (macro?.val && macro.exp) {
    const bound = estimate(macro.val, scope)
    const name = 'var' in macro ? String(macro.var) : ''
    const result = estimate(macro.exp, new Map([...scope, [name, bound]]))
    return { ...result, cost: bound.cost + result.cost + 1 }
  }
  if (macro?.nodes) {
    const [rangeNode, ...parts] = macro.nodes
    const range = rangeNode ? estimate(rangeNode, scope) : { cost: 0, size: 1, schema: undefined }
    const entry = range.schema && entrySchema(range.schema)
    const value = { size: entry ? sizeOf(entry) : 1, schema: entry }
    const names = 'names' in macro && Array.isArray(macro.names) ? macro.names : []
    const inner = new Map([...scope, [String(names[1]), value]])
    const body = parts.reduce((sum, part) => sum + estimate(part, inner).cost, 0)
    const schema = 'keepsEntries' in macro && macro.keepsEntries === true ? range.schema : undefined
    return { cost: range.cost + range.size * (body + 2) + 1, size: range.size, schema }
  }
  const [select] = Array.isArray(macro?.args) ? (macro.args as CelNode[]) : []
  return { cost: 1 + (select ? estimate(select, scope).cost - 1 : 0), size: 1, schema: undefined }
}

/**
 * Reports by how much a cost is too high.
 *
 * @param what - The expression or rule.
 * @param cost - The estimate.
 * @param limit - The limit.
 */
export function costText(what: string, cost: number, limit: number): string {
  const factor = cost / limit
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}
