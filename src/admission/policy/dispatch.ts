/**
 * Finds the policies, bindings and parameters that match a request, and runs them.
 *
 * @module
 */

import { TurnShare } from '../../meta/index.js'
import type { PolicyInputs } from '../../schema/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { MatchedResource } from '../matching/index.js'
import type { AdmissionSources } from '../sources.js'
import { ConfigurationFault, collectParams, paramTypeOf } from './params.js'
import { matchedObjects, policyInputs } from './policy-inputs.js'
import type { BindingSpec, PolicySpec } from './policy-objects.js'
import type { Binding, Policy, PolicySet } from './policy-set.js'

/** One run of a policy. */
export interface PolicyCase<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled> {
  readonly policy: Policy<Spec, BSpec, Compiled>
  readonly binding: Binding<BSpec>
  readonly matched: MatchedResource
  readonly inputs: PolicyInputs
  /** The request's share of the event loop. */
  readonly turn: TurnShare
}

/** A policy, or a binding of it, that cannot be used. */
export interface PolicyFault<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled> {
  readonly policy: Policy<Spec, BSpec, Compiled>
  readonly binding: Binding<BSpec> | undefined
  readonly message: string
}

/** The handlers of runs and failures. */
export interface PolicyHandlers<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled> {
  /** @returns The new state for later runs; undefined when it is unchanged. */
  readonly run: (of: PolicyCase<Spec, BSpec, Compiled>) => Promise<AdmissionAttributes | undefined>
  readonly fault: (of: PolicyFault<Spec, BSpec, Compiled>) => void
}

/** Stands for a single run without parameters. */
const NO_PARAMS: readonly undefined[] = [undefined]

/**
 * Runs the policies that match a request, in the order of their names, for each of their bindings.
 *
 * @param set - The policies.
 * @param sources - The plane.
 * @param request - The request.
 * @param handlers - Called with each run, and with each invalid configuration.
 */
export async function dispatch<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled>(
  set: PolicySet<Spec, BSpec, Compiled>,
  sources: AdmissionSources,
  request: AdmissionAttributes,
  { run, fault }: PolicyHandlers<Spec, BSpec, Compiled>,
): Promise<void> {
  let attributes = request
  const turn = new TurnShare()
  for (const policy of set.bound) {
    const matched = policy.match.match(attributes)
    if (!matched) continue
    const { paramKind } = policy.spec
    try {
      const paramType = paramKind && paramTypeOf(sources, paramKind)
      for (const binding of policy.bindings) {
        if (binding.match && !binding.match.match(attributes)) continue
        try {
          const { paramRef } = binding.spec
          const collected =
            paramType && paramRef ? await collectParams(sources, paramType, paramRef, attributes.namespace) : NO_PARAMS
          for (const params of collected) {
            if (turn.isSpent) await turn.next()
            const found = matchedObjects(sources, attributes, matched)
            const objects = found instanceof Promise ? await found : found
            const inputs = policyInputs(sources, attributes, matched, { ...objects, params })
            attributes = (await run({ policy, binding, matched, inputs, turn })) ?? attributes
          }
        } catch (error) {
          if (!(error instanceof ConfigurationFault)) throw error
          fault({ policy, binding, message: `failed to configure binding: ${error.message}` })
        }
      }
    } catch (error) {
      if (!(error instanceof ConfigurationFault)) throw error
      fault({ policy, binding: undefined, message: `failed to configure policy: ${error.message}` })
    }
  }
}
