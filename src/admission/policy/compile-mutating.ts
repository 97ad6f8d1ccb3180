/**
 * A MutatingAdmissionPolicy, compiled.
 *
 * @module
 */

import { type CompiledPolicyExpression, loadedPolicies, type PolicyScope } from '../../schema/index.js'
import { type Condition, compileConditions } from './conditions.js'
import type { PolicySpec } from './policy-objects.js'

/** What mutating policies say beside what all policies do. */
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
export interface CompiledMutatingPolicy {
  readonly scope: PolicyScope
  readonly conditions: readonly Condition[]
  readonly mutations: readonly Mutation[]
}

/**
 * Compiles a policy. Await `prepareRules` before.
 *
 * @param spec - As it is stored.
 */
export function compileMutatingPolicy(spec: MutatingPolicySpec): CompiledMutatingPolicy {
  const { PolicyScope } = loadedPolicies()
  const scope = new PolicyScope({ params: spec.paramKind !== undefined, mutates: true })
  const conditions = compileConditions(scope, spec.matchConditions)
  for (const { name, expression } of spec.variables ?? []) scope.declare(name, expression)
  return {
    scope,
    conditions,
    mutations: (spec.mutations ?? []).map(({ applyConfiguration, jsonPatch }) => {
      const source = (applyConfiguration ?? jsonPatch)?.expression ?? ''
      return { kind: applyConfiguration ? 'apply' : 'jsonPatch', source, expression: scope.compile(source) }
    }),
  }
}
