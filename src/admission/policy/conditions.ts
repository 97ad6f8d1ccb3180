/**
 * `matchConditions`: expressions that all have to hold before a policy or a webhook is asked.
 *
 * @module
 */

import type { CompiledPolicyExpression, PolicyRun, PolicyScope } from '../../schema/index.js'
import type { NamedExpression } from './policy-objects.js'

/** A compiled condition. */
export interface Condition {
  readonly source: string
  readonly expression: CompiledPolicyExpression
}

/** Whether all conditions hold; or why that cannot be told. */
export type ConditionsOutcome = 'hold' | 'do not hold' | { readonly error: string }

/**
 * Compiles conditions.
 *
 * @param scope - What they see.
 * @param conditions - As they are stored.
 */
export const compileConditions = (scope: PolicyScope, conditions: readonly NamedExpression[] = []): readonly Condition[] =>
  conditions.map(({ expression }) => ({ source: expression, expression: scope.compile(expression) }))

/**
 * Evaluates conditions. One that does not hold decides, whatever is wrong with others.
 *
 * @param run - What they are about.
 * @param conditions - Compiled.
 */
export async function evaluateConditions(run: PolicyRun, conditions: readonly Condition[]): Promise<ConditionsOutcome> {
  const errors: string[] = []
  for (const { source, expression } of conditions) {
    const outcome = 'error' in expression ? { error: `compilation error: ${expression.error}` } : await run.evaluate(expression)
    if ('error' in outcome) errors.push(`expression '${source}' resulted in error: ${outcome.error}`)
    else if (outcome.value !== true) return 'do not hold'
  }
  if (errors.length === 0) return 'hold'
  return { error: errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]` }
}
