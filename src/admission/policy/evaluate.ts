/**
 * Evaluating one compiled expression, or telling why that cannot be done.
 *
 * @module
 */

import type { CompiledPolicyExpression, PolicyRun } from '../../schema/index.js'
import type { PolicyErrorType } from '../metrics.js'

/** What an expression has come to. */
export type Evaluated =
  | { readonly value: unknown }
  | { readonly error: string; readonly errorType: Exclude<PolicyErrorType, 'no_error'> }

/**
 * Evaluates an expression.
 *
 * @param run - What it is about.
 * @param expression - Compiled, or what was wrong with it.
 * @param form - `json` for its value as JSON; in the types of the language by default.
 */
export async function evaluate(run: PolicyRun, expression: CompiledPolicyExpression, form?: 'json'): Promise<Evaluated> {
  if ('error' in expression) return { error: `compilation error: ${expression.error}`, errorType: 'compile_error' }
  const outcome = await (form === 'json' ? run.evaluateJson(expression) : run.evaluate(expression))
  if ('value' in outcome) return outcome
  return { error: outcome.error, errorType: outcome.isOutOfBudget ? 'out_of_budget' : 'invalid_error' }
}
