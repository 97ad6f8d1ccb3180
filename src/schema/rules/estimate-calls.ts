/**
 * Estimates the maximum cost of operations and function calls, without their operands. Prices are those of Kubernetes, as its rules
 * have to be accepted and refused alike; a function without a price costs 1.
 *
 * @module
 */

import type { CelNode, CheckedType } from '../../cel/index.js'

/** A size of which nothing is known. */
export const UNKNOWN = 2 ** 64

/** What is known of an operand. */
export interface Operand {
  readonly node: CelNode
  readonly type: string
  /** Maximum number of characters, items or entries; undefined when unknown. */
  readonly size: number | undefined
  /** The same, of the items of a list. */
  readonly itemSize: number | undefined
}

/** The cost of an operation, and the maximum size of its result; undefined when it depends on the type alone. */
export interface Price {
  readonly cost: number
  readonly size?: number | undefined
}

/** A product, or a sum, that stays a number. */
const most = (value: number): number => Math.min(UNKNOWN, value)
const sizeOf = (operand: Operand | undefined): number => operand?.size ?? UNKNOWN
/** Reading text costs a tenth of its length. */
const reading = (size: number, factor = 0.1): number => most(Math.ceil(size * factor))

/**
 * The price of an operator.
 *
 * @param op - The operator.
 * @param result - The type of the result.
 * @param operands - Its operands.
 */
export function priceOfOperator(op: string, result: string, [left, right]: readonly Operand[]): Price {
  const [a, b] = [sizeOf(left), sizeOf(right)]
  const types = [left?.type ?? 'dyn', right?.type ?? 'dyn']
  const isText = types.some((type) => type === 'string' || type === 'bytes')
  const isAnything = types.every((type) => type === 'dyn')
  switch (op) {
    case '&&':
    case '||':
      return { cost: 0 }
    case '==':
      if (types[0] === types[1] && COMPARED_AT_ONCE.has(types[0] ?? '')) return { cost: 1 }
      if (types[0] === 'URL' && types[1] === 'URL') return { cost: reading(right?.size ?? 1) }
      return { cost: reading(Math.min(a, b)) }
    case '!=':
      return { cost: reading(Math.min(a, b)) }
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (isText) return { cost: reading(Math.min(a, b)) }
      return { cost: isAnything ? Math.max(1, reading(Math.min(a, b))) : 1 }
    case '+':
      if (result === 'list') return { cost: 1, size: most(a + b) }
      if (isText) return { cost: reading(a + b), size: most(a + b) }
      return isAnything ? { cost: Math.max(1, reading(a + b)), size: most(a + b) } : { cost: 1 }
    case 'in':
      return { cost: types[1] === 'map' ? 1 : types[1] === 'list' ? b : Math.max(1, b) }
    default:
      return { cost: 1 }
  }
}

/** Types whose values are compared in one step. */
const COMPARED_AT_ONCE: ReadonlySet<string> = new Set(['Quantity', 'IP', 'CIDR', 'Semver'])

/**
 * The price of a call.
 *
 * @param name - The function, with its namespace.
 * @param target - The receiver of a method.
 * @param args - The arguments.
 */
export function priceOfCall(name: string, target: Operand | undefined, args: readonly Operand[]): Price {
  return (target ? priceOfMethod(name, target, args) : priceOfFunction(name, args)) ?? { cost: 1 }
}

function priceOfFunction(name: string, args: readonly Operand[]): Price | undefined {
  const [first, second] = args
  const [a, b] = [sizeOf(first), sizeOf(second)]
  switch (name) {
    case 'url':
      return { cost: reading(a), size: a }
    case 'string':
      return first?.type === 'bytes' ? { cost: reading(a), size: a } : undefined
    case 'bytes':
      return first?.type === 'string' ? { cost: reading(a), size: most(a * 4) } : undefined
    case 'strings.quote':
      return { cost: reading(a), size: most(a * 2 + 2) }
    case 'sets.contains':
    case 'sets.intersects':
      return { cost: most(a * b) + 1 }
    case 'sets.equivalent':
      return { cost: most(a * b * 2) + 1 }
    case 'lists.range':
      return priceOfList(1, literalOf(first) ?? UNKNOWN)
    default:
      return undefined
  }
}

function priceOfMethod(name: string, target: Operand, args: readonly Operand[]): Price | undefined {
  const [first, second] = args
  const [size, a] = [sizeOf(target), sizeOf(first)]
  switch (name) {
    case 'contains':
      return { cost: most(reading(size) * reading(a)) }
    case 'startsWith':
    case 'endsWith':
      return { cost: reading(a) }
    case 'matches':
      return { cost: priceOfMatch(size, a) }
    case 'find':
    case 'findAll':
      return { cost: priceOfMatch(size, a), size }
    case 'format':
      return { cost: reading(size) }
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
      return { cost: reading(size), size }
    case 'replace':
      return { cost: reading(size, 0.2), size: replacedSize(size, first, sizeOf(second)) }
    case 'split':
      return { cost: reading(size, 0.2), size: literalOf(second) ?? size }
    case 'join': {
      const joined = most(size * (target.itemSize ?? UNKNOWN)) + (first ? most(a * Math.max(0, size - 1)) : 0)
      return { cost: reading(joined), size: most(joined) }
    }
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      return { cost: priceOfScan(target, size) }
    case 'validate':
      return { cost: most(reading(a) * 32) }
    case 'containsIP':
      return { cost: 4 + (first?.type === 'IP' ? 0 : reading(a)) }
    case 'containsCIDR':
      return { cost: 7 + (first?.type === 'CIDR' ? 0 : reading(a)) }
    default:
      return priceOfListMethod(name, target, args)
  }
}

function priceOfListMethod(name: string, target: Operand, [first, second]: readonly Operand[]): Price | undefined {
  const size = sizeOf(target)
  switch (name) {
    case 'slice':
      return priceOfList(1, Math.max(0, (literalOf(second) ?? size) - (literalOf(first) ?? 0)))
    case 'reverse':
      return priceOfList(1, size)
    case 'flatten':
      return priceOfList(first ? (literalOf(first) ?? UNKNOWN) : 1, size)
    case 'distinct':
      return priceOfList(2, most(size * size))
    case 'sort':
      return priceOfSort(size, target.node.checkedType?.valueType)
    default:
      return undefined
  }
}

/** The price of a call that makes a list. */
const priceOfList = (factor: number, size: number): Price => ({ cost: most(Math.ceil(size * factor)) + 11, size })

/** The price of sorting by keys of a type. */
export const priceOfSort = (size: number, keys: CheckedType | undefined): Price =>
  priceOfList(keys?.type === 'string' || keys?.type === 'bytes' ? 2.1 : 2, most(size * size))

/** The price of matching a text with a pattern; four characters of a pattern count as one step. */
const priceOfMatch = (size: number, pattern: number): number => most(reading(size + 1) * reading(pattern, 0.25))

/** The price of comparing the items of a list, or of searching in a text. */
function priceOfScan({ type, node, itemSize }: Operand, size: number): number {
  if (type !== 'list') return reading(size)
  const item = node.checkedType?.valueType?.type
  return most(size * (item === 'string' || item === 'bytes' ? 1 + reading(itemSize ?? UNKNOWN) : 1))
}

/** The maximum length of a text in which each occurrence of another is replaced. */
function replacedSize(size: number, replaced: Operand | undefined, replacement: number): number {
  const found = replaced?.node.op === 'value' ? sizeOf(replaced) : 0
  // An empty text is found between all characters.
  if (found === 0) return most(most((size + 1) * replacement) + size)
  return replacement <= found ? size : most(Math.ceil(size / found) * replacement)
}

/** The value of a literal integer that is not negative. */
function literalOf(operand: Operand | undefined): number | undefined {
  const value = operand?.node.op === 'value' ? operand.node.args : undefined
  return typeof value === 'bigint' && value >= 0n ? Number(value) : undefined
}
