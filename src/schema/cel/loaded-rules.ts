/**
 * Loads the code that compiles, checks and runs rules. With its packages it is larger than the rest of the schema code, so it is
 * loaded when the first schema with rules is prepared.
 *
 * @module
 */

import type { FieldError, JsonObject, Pausing } from '../../meta/index.js'
import type { RuleCheckOptions } from './check-rule-texts.js'
import type { SelectorFault } from './device-selector.js'
import type { CompileExpression, ExpressionVariables } from './expression.js'
import { hasRules } from './rule-texts.js'

type Rules = Pick<typeof import('./rules.js'), 'compileRules'> &
  Pick<typeof import('./run-rules.js'), 'runRules'> &
  Pick<typeof import('./check-rules.js'), 'checkRules'> &
  Pick<typeof import('./rule-faults.js'), 'ruleFaults'> &
  Pick<typeof import('./device-selector.js'), 'deviceSelectorFault'> &
  Pick<typeof import('./policy/policy-scope.js'), 'PolicyScope'> &
  Pick<typeof import('./policy/policy-run.js'), 'PolicyRun'>

let rules: Rules | undefined
let loading: Promise<void> | undefined

/**
 * Loads the rule code, once.
 *
 * @returns Undefined when it is loaded already.
 */
export function prepareRules(): Promise<void> | undefined {
  if (rules) return undefined
  loading ??= load().catch((error: unknown) => {
    // A later call may retry.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<void> {
  const { loadEngine } = await import('./engine.js')
  const { compileRules } = await import('./rules.js')
  const { runRules } = await import('./run-rules.js')
  const { checkRules } = await import('./check-rules.js')
  const { ruleFaults } = await import('./rule-faults.js')
  const { deviceSelectorFault } = await import('./device-selector.js')
  const { PolicyScope } = await import('./policy/policy-scope.js')
  const { PolicyRun } = await import('./policy/policy-run.js')
  await loadEngine()
  rules = { compileRules, runRules, checkRules, ruleFaults, deviceSelectorFault, PolicyScope, PolicyRun }
}

/**
 * Loads the compiler of expressions over named values.
 *
 * @param variables - The variables that expressions may use.
 */
export async function loadExpressions(variables: ExpressionVariables): Promise<CompileExpression> {
  await prepareRules()
  const { expressionCompiler } = await import('./expression.js')
  return expressionCompiler(variables)
}

/**
 * The code that compiles, checks and runs rules.
 *
 * @throws Error when it was not prepared.
 */
export function loadedRules(): Rules {
  if (!rules) throw new Error('rules are not prepared: await prepareRules() or schema.prepare() first')
  return rules
}

/**
 * The code that compiles and runs expressions of policies. Await {@link prepareRules} before.
 *
 * @throws Error when it was not prepared.
 */
export const loadedPolicies = (): Pick<Rules, 'PolicyScope' | 'PolicyRun'> => loadedRules()

/**
 * Checks a selector of devices. Await {@link prepareRules} before.
 *
 * @param source - Its expression.
 * @returns What is wrong with it; undefined when it can be evaluated.
 * @throws Error when it was not prepared.
 */
export const deviceSelectorFault = (source: string): SelectorFault | undefined => loadedRules().deviceSelectorFault(source)

/**
 * Checks the rules of a schema: whether they compile, and their estimated cost. Yields between them. Await {@link prepareRules}
 * before.
 *
 * @param document - A schema; one without rules needs no preparation.
 * @param options - The path, and the prefix of extensions.
 * @throws Error when rules were not prepared.
 */
export function* checkRules(document: JsonObject, options: RuleCheckOptions): Pausing<readonly FieldError[]> {
  return hasRules(document) ? yield* loadedRules().checkRules(document, options) : []
}
