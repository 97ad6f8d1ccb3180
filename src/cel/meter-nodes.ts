/**
 * Instruments the nodes of an expression: each of them charges, and lists are compared and merged according to the schema.
 *
 * @module
 */

import { charge, sizePrice } from './budget.js'
import { celEquals, contains, joinLists } from './lists.js'
import { type CelNode, type Comprehension, childrenOf, type Evaluate, type Handle, walkNodes } from './nodes.js'

/** Extra cost of an error that a loop catches: the package formats it each time, with its source line. */
const ERROR_PRICE = 200
/** Fixed cost of a call, besides what it reads and returns. */
const CALL_PRICE = 2
/** Extra cost of a timestamp in a time zone, as the calendar of the zone is loaded each time. */
const ZONE_PRICE = 1500

/**
 * Makes an expression charge for its work.
 *
 * Only comprehensions repeat work, so each iteration is charged at once for all nodes in it.
 *
 * @param root - A checked expression; modified.
 * @param size - The length of its text.
 */
export function meterNodes(root: CelNode, size: number): void {
  const errorPrice = ERROR_PRICE + size / 10
  const turns = new Set<CelNode>([root])
  walkNodes(root, (node) => {
    for (const turn of turnsOf(node)) turns.add(turn)
    if (node.handle) node.handle = metered(node, node.handle)
  })
  for (const turn of turns) turn.evaluate = priced(turn, weightOf(turn), errorPrice)
}

/** The nodes below a node that are evaluated once per entry. */
function turnsOf({ op, args, meta: { alternate, macro } }: CelNode): readonly CelNode[] {
  if (alternate) return []
  if (macro) return macro.nodes?.slice(1) ?? []
  return op === 'comprehension' ? [(args as Comprehension).step] : []
}

/** Number of nodes that are evaluated, once each, for a node. */
function weightOf(node: CelNode): number {
  const turns = turnsOf(node)
  return childrenOf(node).reduce((sum, child) => (turns.includes(child) ? sum : sum + weightOf(child)), 1)
}

function priced(node: CelNode, price: number, errorPrice: number): Evaluate {
  const { alternate, macro, evaluate } = node.meta
  return (evaluator, self, context) => {
    charge(price)
    try {
      if (alternate) return alternate.evaluate(evaluator, alternate, context)
      return macro ? macro.evaluate(evaluator, macro, context) : evaluate(evaluator, self, context)
    } catch (error) {
      charge(errorPrice)
      throw error
    }
  }
}

function metered(node: CelNode, handle: Handle): Handle {
  switch (node.op) {
    case 'call':
    case 'rcall':
      return (values, ...rest) => {
        charge(CALL_PRICE)
        if (Array.isArray(values)) chargeCall((node.args as [string])[0], values)
        return paid(handle(values, ...rest))
      }
    case '==':
      return (left, right, ...rest) =>
        isComposite(left) && isComposite(right) ? celEquals(left, right) : compared(handle, left, right, rest)
    case '!=':
      return (left, right, ...rest) =>
        isComposite(left) && isComposite(right) ? !celEquals(left, right) : compared(handle, left, right, rest)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (left, right, ...rest) => compared(handle, left, right, rest)
    case 'comprehension':
      return (range, ...rest) => {
        // The package lists the keys of a map before the first iteration.
        if (range instanceof Map) charge(range.size)
        return handle(range, ...rest)
      }
    case 'in':
      return (left, right, ...rest) => {
        if (Array.isArray(right)) return contains(right, left)
        // Long keys are compared with the key that they are looked up as.
        charge(sizePrice(left))
        return handle(left, right, ...rest)
      }
    case '+':
      return (left, right, ...rest) => {
        if (Array.isArray(left) && Array.isArray(right)) return joinLists(left, right)
        // Charged before the result is built, so that the result cannot outgrow the budget.
        charge(sizePrice(left) + sizePrice(right))
        return handle(left, right, ...rest)
      }
    default:
      return handle
  }
}

function chargeCall(name: string, values: readonly unknown[]): void {
  for (const value of values) charge(sizePrice(value))
  const [first, second] = values
  if (first instanceof Date && typeof second === 'string') charge(ZONE_PRICE)
  // Counting characters takes a pass over the string.
  if (name === 'size' && typeof first === 'string') charge(sizePrice(first))
}

function compared(handle: Handle, left: unknown, right: unknown, rest: unknown[]): unknown {
  charge(Math.min(sizePrice(left), sizePrice(right)))
  return handle(left, right, ...rest)
}

const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null

function paid(value: unknown): unknown {
  charge(sizePrice(value))
  return value
}
