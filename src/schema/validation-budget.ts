/**
 * What validating one object may cost beyond looking at each value once: matching its patterns, compiling and running rules.
 * One budget at a time is in force: that of the validation that runs until it is done, or pauses.
 *
 * @module
 */

import { type FieldError, invalidField, type Pausing } from '../meta/index.js'
import { OBJECT_COST_LIMIT } from './cel/budget.js'
import { shown } from './messages.js'
import type { StepBudget } from './pattern/pattern-automaton.js'

/**
 * Steps that may be taken for one object (ours), about a tenth of a second: instructions of patterns that are looked at, and what
 * else goes over text again and again.
 */
const STEPS_LIMIT = 5_000_000

/** What may be compiled for one definition, in characters of rules (ours); about a tenth of a second. */
export const RULES_LIMIT = 150_000

/** Thrown when there is nothing left. */
export class BudgetExceeded extends Error {
  readonly fault: FieldError

  /** @param fault - Names the field at which it was. */
  constructor(fault: FieldError) {
    super(fault.message)
    this.fault = fault
  }
}

interface ValidationBudget {
  readonly steps: StepBudget
  /** What running rules may cost. */
  readonly running: StepBudget
  /** Characters of rules. Rules that are in use are compiled whatever that takes: it is done once. */
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
 * Validates an object on one budget for all of it.
 *
 * @param run - Must not wait.
 */
export const withValidationBudget = <T>(run: () => T): T => within(budgetOf(Number.POSITIVE_INFINITY), run)

/**
 * Checks a definition on one budget for all of it: its patterns, its rules, and its defaults, which are validated each.
 *
 * @param work - May pause: what others do meanwhile is not on this budget.
 */
export const withDefinitionBudget = <T>(work: Pausing<T>): Pausing<T> => pausingWithin(budgetOf(RULES_LIMIT), work)

/**
 * Prepares a schema that is in use, whatever that takes.
 *
 * @param work - May pause, likewise.
 */
export const withoutBudget = <T>(work: Pausing<T>): Pausing<T> => pausingWithin(budgetOf(Number.POSITIVE_INFINITY), work)

function* pausingWithin<T>(budget: ValidationBudget, work: Pausing<T>): Pausing<T> {
  for (;;) {
    const { done, value } = within(budget, () => work.next())
    if (done) return value
    yield
  }
}

/** What is left to run rules with. */
export const runningBudget = (): StepBudget => inForce?.running ?? { left: OBJECT_COST_LIMIT }

/** What steps are left. */
export const stepBudget = (): StepBudget => inForce?.steps ?? { left: STEPS_LIMIT }

/**
 * Takes steps.
 *
 * @returns Whether there were enough left. If not, the error has to be {@link tooManySteps}.
 */
export function takeSteps(count: number): boolean {
  const budget = stepBudget()
  budget.left -= count
  return budget.left >= 0
}

/** An object that takes more steps than there are; thrown, as alternatives that swallow errors must not take it for an answer. */
export const tooManySteps = (at: string, value: unknown): BudgetExceeded =>
  new BudgetExceeded(
    invalidField(at, shown(value), `${at} in body cannot be checked: this object takes more than ${STEPS_LIMIT} steps`),
  )

/**
 * Pays for rules that are about to be compiled.
 *
 * @param characters - Of their texts, and the equivalent of other work.
 * @returns Whether they may be.
 */
export function payForRules(characters: number): boolean {
  if (!inForce) return characters <= RULES_LIMIT
  inForce.rules -= characters
  return inForce.rules >= 0
}
