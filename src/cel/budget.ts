/**
 * Cost budgets of CEL evaluation: every step costs, and so does every character that a step reads or writes.
 *
 * Evaluation is synchronous, so only one budget is active at a time; functions charge it without receiving it as an argument.
 *
 * @module
 */

/** Cost limit of one expression; about a tenth of a second. */
export const EXPRESSION_COST_LIMIT = 1_000_000

/** Cost of listing a key of an object, or of adding one to a map. */
export const KEY_COST = 3

/** Thrown when the budget is used up. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

// A shared instance, so that an expression that catches it repeatedly does not pay for a stack trace each time.
const EXCEEDED = new CostExceeded()

let spent = 0
let limit = 0

/**
 * Runs a function whose work {@link charge}s.
 *
 * @param most - Cost limit.
 * @param run - Must be synchronous.
 * @returns The result or the thrown error, and the cost; `isExceeded` even if the expression caught that error.
 */
export function metered(most: number, run: () => unknown): Metered {
  spent = 0
  limit = most
  let value: unknown
  let error: unknown
  try {
    value = run()
  } catch (thrown) {
    error = thrown
  }
  return { value, error, cost: spent, isExceeded: spent > most }
}

/** Result of a metered run. */
export interface Metered {
  readonly value: unknown
  readonly error: unknown
  readonly cost: number
  readonly isExceeded: boolean
}

/**
 * Charges for work before it is done.
 *
 * @throws {@link CostExceeded} when the budget is used up.
 */
export function charge(units: number): void {
  spent += units
  if (spent > limit) throw EXCEEDED
}

/** The remaining budget. */
export const unspent = (): number => limit - spent

/** The cost of reading a whole value: a tenth for each character or byte, a tenth for each entry. */
export function sizePrice(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length / 10
  return value instanceof Map ? value.size / 10 : 0
}
