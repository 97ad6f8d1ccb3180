/**
 * Evaluates one compiled expression, or tells why that fails.
 *
 * @module
 */

import { andThen } from '../../meta/index.js'
import type { PolicyOutcome, PolicyRun } from '../expressions/policy-run.js'
import type { CompiledPolicyExpression } from '../expressions/policy-scope.js'
import type { PolicyErrorType } from '../metrics.js'

/** The result of an expression. */
export type Evaluated =
  | { readonly value: unknown }
  | { readonly error: string; readonly errorType: Exclude<PolicyErrorType, 'no_error'> }

/**
 * Evaluates an expression.
 *
 * @param run - The inputs of the run.
 * @param expression - Compiled, or its compile error.
 * @param form - `json` for its value as JSON; by default a value of the CEL engine.
 * @returns The result; a promise only where an authorizer is asynchronous.
 */
export function evaluate(run: PolicyRun, expression: CompiledPolicyExpression, form?: 'json'): Evaluated | Promise<Evaluated> {
  if ('error' in expression) return { error: `compilation error: ${expression.error}`, errorType: 'compile_error' }
  const outcome = form === 'json' ? run.evaluateJson(expression) : run.evaluate(expression)
  return andThen(outcome, evaluated)
}

const evaluated = (outcome: PolicyOutcome): Evaluated =>
  'value' in outcome ? outcome : { error: outcome.error, errorType: outcome.isOutOfBudget ? 'out_of_budget' : 'invalid_error' }
