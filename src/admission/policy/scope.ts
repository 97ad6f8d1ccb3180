/**
 * The variables and conditions of one policy.
 *
 * @module
 */

import { mapPausing, type Pausing } from '../../meta/index.js'
import { loadedPolicies } from '../expressions/loaded-policies.js'
import { type CompiledConditions, compileConditions } from './conditions.js'
import type { PolicySpec } from './policy-objects.js'

/**
 * Compiles the conditions and variables of a policy. Conditions do not see the variables. Await `preparePolicies` before.
 *
 * @param spec - The stored spec.
 * @param options - Whether its expressions may create mutations.
 */
export function* policyScope(spec: PolicySpec, { mutates }: { readonly mutates: boolean }): Pausing<CompiledConditions> {
  const { PolicyScope } = loadedPolicies()
  const scope = new PolicyScope({ params: spec.paramKind !== undefined, mutates })
  const conditions = yield* compileConditions(scope, spec.matchConditions)
  yield* mapPausing(spec.variables ?? [], ({ name, expression }) => scope.declare(name, expression))
  return { scope, conditions }
}
