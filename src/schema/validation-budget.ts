/**
 * Budget for validating one object, besides visiting each value once: matching patterns, compiling and running rules. Only one
 * budget is active at a time: that of the validation that runs until it completes or yields.
 *
 * @module
 */

import { type FieldError, invalidField, type Pausing } from '../meta/index.js'
import type { StepBudget } from '../text/index.js'
import { shown } from './messages.js'

/**
 * Maximum number of steps for one object (ours), about a tenth of a second: executed pattern instructions, and other repeated
 * scans of strings.
 */
const STEPS_LIMIT = 5_000_000

/** Cost budget of all rules of one object. A third of Kubernetes', as evaluation blocks the event loop. */
const OBJECT_COST_LIMIT = 3_000_000

/** Maximum compilation for one definition, in characters of rules (ours); about a tenth of a second. */
export const RULES_LIMIT = 150_000

/** Thrown when the budget is used up. */
export class BudgetExceeded extends Error {
  readonly fault: FieldError

  /** @param fault - Names the field concerned. */
  constructor(fault: FieldError) {
    super(fault.message)
    this.fault = fault
  }
}

interface ValidationBudget {
  readonly steps: StepBudget
  /** The remaining budget for rules. */
  readonly running: StepBudget
  /** Characters of rules. Rules in use are compiled without a limit, as that happens only once. */
  rules: number
}

let inForce: ValidationBudget | undefined

const budgetOf = (rules: number): ValidationBudget => ({
  steps: { left: STEPS_LIMIT },
  running: { left: OBJECT_COST_LIMIT },
  rules,
})

function within<T>(budget: ValidationBudget, run: () => T): T {
  if (inForce) return run()
  inForce = budget
  try {
    return run()
  } finally {
    inForce = undefined
  }
}

/**
 * Validates an object with one budget.
 *
 * @param run - Must be synchronous.
 */
export const withValidationBudget = <T>(run: () => T): T => within(budgetOf(Number.POSITIVE_INFINITY), run)

/**
 * Validates a definition with one budget for its patterns, its rules, and each of its defaults.
 *
 * @param work - May yield: other work in between is not charged.
 */
export const withDefinitionBudget = <T>(work: Pausing<T>): Pausing<T> => pausingWithin(budgetOf(RULES_LIMIT), work)

/**
 * Prepares a schema in use, without a limit.
 *
 * @param work - May yield, likewise.
 */
export const withoutBudget = <T>(work: Pausing<T>): Pausing<T> => pausingWithin(budgetOf(Number.POSITIVE_INFINITY), work)

function* pausingWithin<T>(budget: ValidationBudget, work: Pausing<T>): Pausing<T> {
  for (;;) {
    const { done, value } = within(budget, () => work.next())
    if (done) return value
    yield
  }
}

/** The remaining budget for rules. */
export const runningBudget = (): StepBudget => inForce?.running ?? { left: OBJECT_COST_LIMIT }

/** The remaining steps. */
export const stepBudget = (): StepBudget => inForce?.steps ?? { left: STEPS_LIMIT }

/**
 * Charges steps.
 *
 * @returns Whether enough were left. If not, throw {@link tooManySteps}.
 */
export function takeSteps(count: number): boolean {
  const budget = stepBudget()
  budget.left -= count
  return budget.left >= 0
}

/** The error for too many steps; thrown, as alternatives that discard errors must not treat it as a normal result. */
export const tooManySteps = (at: string, value: unknown): BudgetExceeded =>
  new BudgetExceeded(
    invalidField(at, shown(value), `${at} in body cannot be checked: this object takes more than ${STEPS_LIMIT} steps`),
  )

/**
 * Charges for rules before they are compiled.
 *
 * @param characters - Length of their texts, and the equivalent of other work.
 * @returns Whether they may be.
 */
export function payForRules(characters: number): boolean {
  if (!inForce) return characters <= RULES_LIMIT
  inForce.rules -= characters
  return inForce.rules >= 0
}
