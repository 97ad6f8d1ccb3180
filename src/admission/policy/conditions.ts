/**
 * `matchConditions`: expressions that all have to be true for a policy or a webhook to be called.
 *
 * @module
 */

import { mapPausing, type Pausing, type TurnShare } from '../../meta/index.js'
import { loadedPolicies } from '../expressions/loaded-policies.js'
import type { PolicyInputs } from '../expressions/policy-run.js'
import type { CompiledPolicyExpression, PolicyScope } from '../expressions/policy-scope.js'
import type { AdmissionMetrics, ConditionsOf } from '../metrics.js'
import { evaluate } from './evaluate.js'
import type { NamedExpression } from './policy-objects.js'

/** A compiled condition. */
export interface Condition {
  readonly source: string
  readonly expression: CompiledPolicyExpression
}

/** Compiled conditions, and the variables they use. */
export interface CompiledConditions {
  readonly scope: PolicyScope
  readonly conditions: readonly Condition[]
}

/** Cost budget of all conditions of one webhook or policy. */
const BUDGET = 2_500_000

/** Whether all conditions are true; or why the evaluation failed. */
export type ConditionsOutcome = 'hold' | 'do not hold' | { readonly error: string }

/**
 * Compiles conditions.
 *
 * @param scope - The variables they may use.
 * @param conditions - The stored conditions.
 */
export const compileConditions = (
  scope: PolicyScope,
  conditions: readonly NamedExpression[] = [],
): Pausing<readonly Condition[]> =>
  mapPausing(conditions, ({ expression }) => ({
    source: expression,
    expression: scope.compile(expression, { variables: false }),
  }))

/** How conditions are evaluated. */
export interface ConditionsOptions {
  /** The webhook or policy with the conditions. */
  readonly of: ConditionsOf
  /** Undefined without metrics. */
  readonly metrics: AdmissionMetrics | undefined
  /** The request's share of the event loop. */
  readonly turn: TurnShare
}

/**
 * Evaluates conditions. A false one decides, even if others fail.
 *
 * @param compiled - The conditions.
 * @param inputs - Values of the variables.
 * @param options - How.
 */
export async function evaluateConditions(
  { scope, conditions }: CompiledConditions,
  inputs: PolicyInputs,
  { of, metrics, turn }: ConditionsOptions,
): Promise<ConditionsOutcome> {
  if (conditions.length === 0) return 'hold'
  const { PolicyRun } = loadedPolicies()
  const run = new PolicyRun(scope, inputs, BUDGET)
  const end = metrics?.beginConditions(of)
  const errors: string[] = []
  let isExcluded = false
  for (const { source, expression } of conditions) {
    if (turn.isSpent) await turn.next()
    const outcome = await evaluate(run, expression)
    if ('error' in outcome) errors.push(`expression '${source}' resulted in error: ${outcome.error}`)
    else if (outcome.value !== true) {
      isExcluded = true
      break
    }
  }
  end?.(errors.length, isExcluded)
  if (isExcluded) return 'do not hold'
  if (errors.length === 0) return 'hold'
  return { error: errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]` }
}
