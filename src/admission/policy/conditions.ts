/**
 * `matchConditions`: expressions that all have to be true before a policy or a webhook is called.
 *
 * @module
 */

import type { TurnShare } from '../../meta/index.js'
import { type CompiledPolicyExpression, loadedPolicies, type PolicyInputs, type PolicyScope } from '../../schema/index.js'
import type { AdmissionMetrics, ConditionsOf } from '../metrics.js'
import { evaluate } from './evaluate.js'
import type { NamedExpression } from './policy-objects.js'

/** A compiled condition. */
export interface Condition {
  readonly source: string
  readonly expression: CompiledPolicyExpression
}

/** Compiled conditions, and what they see. */
export interface CompiledConditions {
  readonly scope: PolicyScope
  readonly conditions: readonly Condition[]
}

/** What the conditions of one webhook or policy may cost together. */
const BUDGET = 2_500_000

/** Whether all conditions are true; or why the evaluation failed. */
export type ConditionsOutcome = 'hold' | 'do not hold' | { readonly error: string }

/**
 * Compiles conditions.
 *
 * @param scope - What they see.
 * @param conditions - As they are stored.
 */
export const compileConditions = (scope: PolicyScope, conditions: readonly NamedExpression[] = []): readonly Condition[] =>
  conditions.map(({ expression }) => ({ source: expression, expression: scope.compile(expression) }))

/** How conditions are evaluated. */
export interface ConditionsOptions {
  /** The webhook or policy that has them. */
  readonly of: ConditionsOf
  /** Undefined without metrics. */
  readonly metrics: AdmissionMetrics | undefined
  /** The request's share of the event loop. */
  readonly turn: TurnShare
}

/**
 * Evaluates conditions. One that does not hold decides, whatever is wrong with others.
 *
 * @param compiled - The conditions.
 * @param inputs - What they are about.
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
