/**
 * Compiles a MutatingAdmissionPolicy.
 *
 * @module
 */

import { mapPausing, type Pausing } from '../../meta/index.js'
import type { CompiledPolicyExpression } from '../expressions/policy-scope.js'
import type { CompiledConditions } from './conditions.js'
import type { PolicySpec } from './policy-objects.js'
import { policyScope } from './scope.js'

/** Fields of mutating policies, besides those of all policies. */
export interface MutatingPolicySpec extends PolicySpec {
  readonly reinvocationPolicy?: string
  readonly mutations?: readonly {
    readonly patchType: string
    readonly applyConfiguration?: { readonly expression: string }
    readonly jsonPatch?: { readonly expression: string }
  }[]
}

/** One mutation. */
export interface Mutation {
  readonly kind: 'apply' | 'jsonPatch'
  readonly source: string
  readonly expression: CompiledPolicyExpression
}

/** A compiled policy. */
export interface CompiledMutatingPolicy extends CompiledConditions {
  readonly mutations: readonly Mutation[]
}

/**
 * Compiles a policy. Await `preparePolicies` before.
 *
 * @param spec - The stored spec.
 */
export function* compileMutatingPolicy(spec: MutatingPolicySpec): Pausing<CompiledMutatingPolicy> {
  const { scope, conditions } = yield* policyScope(spec, { mutates: true })
  return {
    scope,
    conditions,
    mutations: yield* mapPausing(spec.mutations ?? [], ({ applyConfiguration, jsonPatch }) => {
      const source = (applyConfiguration ?? jsonPatch)?.expression ?? ''
      return { kind: applyConfiguration ? 'apply' : 'jsonPatch', source, expression: scope.compile(source) }
    }),
  }
}
