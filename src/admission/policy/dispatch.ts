/**
 * Finds the policies, bindings and parameters that match a request, and runs them.
 *
 * @module
 */

import { TurnShare, timedOut } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { PolicyInputs } from '../expressions/policy-run.js'
import { type MatchedResource, requestNamespace } from '../matching/index.js'
import type { AdmissionSources } from '../sources.js'
import { ConfigurationFault, findParams, type Param, paramTypeOf } from './params.js'
import { matchedObjects, policyInputs, type RequestObjects } from './policy-inputs.js'
import type { BindingSpec, PolicySpec } from './policy-objects.js'
import type { Binding, Policy, PolicySet } from './policy-set.js'

/** One run of a policy. */
export interface PolicyCase<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object> {
  readonly policy: Policy<Spec, BSpec, Compiled>
  readonly binding: Binding<BSpec>
  readonly matched: MatchedResource
  readonly inputs: PolicyInputs
  /** The request's share of the event loop. */
  readonly turn: TurnShare
}

/** A policy, or a binding of it, that cannot be used. */
export interface PolicyFault<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object> {
  readonly policy: Policy<Spec, BSpec, Compiled>
  readonly binding: Binding<BSpec> | undefined
  readonly message: string
}

/** The handlers of runs and failures. */
export interface PolicyHandlers<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object> {
  /** @returns The new state for later runs; undefined when it is unchanged. */
  readonly run: (of: PolicyCase<Spec, BSpec, Compiled>) => Promise<AdmissionAttributes | undefined>
  readonly fault: (of: PolicyFault<Spec, BSpec, Compiled>) => void
}

/** Stands for a single run without parameters. */
const NO_PARAMS: readonly undefined[] = [undefined]
/**
 * Maximum bytes of the parameters that selectors find for one request (ours). Each is parsed for the request, which would take
 * minutes of processor time for those that a namespace may hold.
 */
const MAX_PARAM_BYTES = 16 * 1024 * 1024

/** The parameters of a request so far. */
class ParamBudget {
  #left = MAX_PARAM_BYTES

  /** @throws {@link ConfigurationFault} when the request has no room for these. */
  take(params: readonly Param[]): readonly Param[] {
    for (const { size } of params) this.#left -= size
    if (this.#left >= 0) return params
    throw new ConfigurationFault(`the params of the request have more than ${MAX_PARAM_BYTES} bytes together`)
  }
}

/**
 * Runs the policies that match a request, in the order of their names, for each of their bindings.
 *
 * @param set - The policies.
 * @param sources - The plane.
 * @param request - The request.
 * @param handlers - Called with each run, and with each invalid configuration.
 */
export async function dispatch<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object>(
  set: PolicySet<Spec, BSpec, Compiled>,
  sources: AdmissionSources,
  request: AdmissionAttributes,
  { run, fault }: PolicyHandlers<Spec, BSpec, Compiled>,
): Promise<void> {
  let attributes = request
  const turn = new TurnShare()
  const budget = new ParamBudget()
  for (const policy of set.bound) {
    if (turn.isSpent) await nextTurn(turn, attributes, sources)
    const matched = policy.match.match(attributes)
    if (!matched) continue
    const { paramKind } = policy.spec
    // Converted once, not for each parameter.
    let shown: { readonly of: AdmissionAttributes; readonly objects: RequestObjects } | undefined
    try {
      const paramType = paramKind && paramTypeOf(sources, paramKind)
      for (const binding of policy.bindings) {
        if (turn.isSpent) await nextTurn(turn, attributes, sources)
        if (binding.match && !binding.match.match(attributes)) continue
        try {
          const { paramRef } = binding.spec
          const collected =
            paramType && paramRef
              ? budget.take(await findParams(sources, paramType, paramRef, requestNamespace(attributes)))
              : NO_PARAMS
          for (const param of collected) {
            if (turn.isSpent) await nextTurn(turn, attributes, sources)
            const params = await param?.read()
            if (shown?.of !== attributes) shown = { of: attributes, objects: await matchedObjects(sources, attributes, matched) }
            const inputs = policyInputs(sources, attributes, matched, { ...shown.objects, params })
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

/** The next turn, unless the request is over: its answer has been sent, and nobody waits for the rest. */
async function nextTurn(turn: TurnShare, { deadlineMs }: AdmissionAttributes, { clock }: AdmissionSources): Promise<void> {
  await turn.next()
  if (deadlineMs !== undefined && clock.now() >= deadlineMs) {
    throw timedOut('Timeout: request did not complete within requested timeout')
  }
}
