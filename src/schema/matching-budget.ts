/**
 * What matching the patterns of one object may cost. Validation runs without pause, so one budget at a time is in force.
 *
 * @module
 */

import type { FieldError } from '../meta/index.js'
import type { StepBudget } from './pattern-automaton.js'

/** Instructions of patterns that may be looked at for one object (ours); about a tenth of a second. */
export const MATCHING_LIMIT = 5_000_000

/** Thrown when there is nothing left to match with. */
export class MatchingExceeded extends Error {
  readonly fault: FieldError

  /** @param fault - Names the field at which it was. */
  constructor(fault: FieldError) {
    super(fault.message)
    this.fault = fault
  }
}

let inForce: StepBudget | undefined

/**
 * Runs something that matches patterns, on one budget for all of it.
 *
 * @param run - Must not wait.
 */
export function withMatchingBudget<T>(run: () => T): T {
  if (inForce) return run()
  inForce = { left: MATCHING_LIMIT }
  try {
    return run()
  } finally {
    inForce = undefined
  }
}

/** What is left to match with. */
export const matchingBudget = (): StepBudget => inForce ?? { left: MATCHING_LIMIT }
