/**
 * What running rules may cost: every step, and every character that a step reads or writes, is paid for.
 *
 * Rules run without pause, so one budget at a time is in force; functions charge it without being handed it.
 *
 * @module
 */

/** What one expression may cost; about a tenth of a second. */
export const EXPRESSION_COST_LIMIT = 1_000_000
/** Cost budget of all rules of one object. A third of Kubernetes', as evaluation blocks the event loop. */
export const OBJECT_COST_LIMIT = 3_000_000

/** Thrown when there is nothing left to pay with. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

// One for all: an expression that goes on catching it must not pay for a stack trace each time.
const EXCEEDED = new CostExceeded()

let spent = 0
let limit = 0

/**
 * Runs something that {@link charge}s.
 *
 * @param most - What it may cost.
 * @param run - Must not wait.
 * @returns The result, or what was thrown, and what it cost; `isExceeded` whatever the expression made of that.
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

/** How a metered run went. */
export interface Metered {
  readonly value: unknown
  readonly error: unknown
  readonly cost: number
  readonly isExceeded: boolean
}

/**
 * Pays for work that is about to be done.
 *
 * @throws {@link CostExceeded} when the budget is used up.
 */
export function charge(units: number): void {
  spent += units
  if (spent > limit) throw EXCEEDED
}

/** What is left to pay with. */
export const unspent = (): number => limit - spent

/** The price of reading a value as a whole: a tenth for each character or byte, a tenth for each entry. */
export function sizePrice(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length / 10
  return value instanceof Map ? value.size / 10 : 0
}
