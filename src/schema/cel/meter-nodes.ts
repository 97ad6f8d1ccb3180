/**
 * Steps in between the nodes of an expression: each of them pays, and lists are compared and joined as the schema says.
 *
 * @module
 */

import { charge, sizePrice } from './budget.js'
import { celEquals, contains, joinLists } from './lists.js'
import { type CelNode, type Evaluate, type Handle, walkNodes } from './nodes.js'

/** An error that a loop goes on after is written out in full by the package each time, with the line that it is in. */
const ERROR_PRICE = 100

/**
 * Makes an expression pay for what it does.
 *
 * @param root - A checked expression; changed.
 * @param size - The length of its text.
 */
export function meterNodes(root: CelNode, size: number): void {
  const errorPrice = ERROR_PRICE + size / 10
  walkNodes(root, (node) => {
    const { alternate, macro, evaluate } = node.meta
    if (node.handle) node.handle = metered(node, node.handle)
    if (node.op === 'value' && !alternate) return
    // Constants cost nothing by themselves, so a literal pays for what is in it.
    const price = node.op === 'list' || node.op === 'map' ? 1 + (node.args as readonly unknown[]).length : 1
    const run: Evaluate = alternate
      ? (evaluator, _, context) => alternate.evaluate(evaluator, alternate, context)
      : macro
        ? (evaluator, _, context) => macro.evaluate(evaluator, macro, context)
        : evaluate
    node.evaluate = node.handle ? faultPriced(run, price, errorPrice) : priced(run, price)
  })
}

const priced =
  (run: Evaluate, price: number): Evaluate =>
  (evaluator, self, context) => {
    charge(price)
    return run(evaluator, self, context)
  }

const faultPriced =
  (run: Evaluate, price: number, errorPrice: number): Evaluate =>
  (evaluator, self, context) => {
    charge(price)
    try {
      return run(evaluator, self, context)
    } catch (error) {
      charge(errorPrice)
      throw error
    }
  }

function metered(node: CelNode, handle: Handle): Handle {
  switch (node.op) {
    case 'call':
    case 'rcall':
      return (values, ...rest) => {
        if (Array.isArray(values)) for (const value of values) charge(sizePrice(value))
        return paid(handle(values, ...rest))
      }
    case '==':
      return (left, right, ...rest) =>
        isComposite(left) && isComposite(right) ? celEquals(left, right) : compared(handle, left, right, rest)
    case '!=':
      return (left, right, ...rest) =>
        isComposite(left) && isComposite(right) ? !celEquals(left, right) : compared(handle, left, right, rest)
    case 'in':
      return (left, right, ...rest) => (Array.isArray(right) ? contains(right, left) : handle(left, right, ...rest))
    case '+':
      return (left, right, ...rest) => {
        if (Array.isArray(left) && Array.isArray(right)) return joinLists(left, right)
        // Paid before it is made: the text itself must not outgrow the budget.
        charge(sizePrice(left) + sizePrice(right))
        return handle(left, right, ...rest)
      }
    default:
      return handle
  }
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
