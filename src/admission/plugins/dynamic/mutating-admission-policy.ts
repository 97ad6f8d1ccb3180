/**
 * MutatingAdmissionPolicy: policies with CEL expressions that change writes.
 *
 * @module
 */

import { ApiError, type ApiObject, ENOUGH_ERRORS, jsonEqual, type StatusReason } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { configuredPlugin } from '../../configured.js'
import { loadedPolicies, preparePolicies } from '../../expressions/loaded-policies.js'
import type { PolicyInputs } from '../../expressions/policy-run.js'
import type { PolicyScope } from '../../expressions/policy-scope.js'
import type { PolicyErrorType } from '../../metrics.js'
import type { MutatingPhase } from '../../mutating-phase.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import {
  type CompiledMutatingPolicy,
  compileMutatingPolicy,
  type MutatingPolicySpec,
  type Mutation,
} from '../../policy/compile-mutating.js'
import { evaluateConditions } from '../../policy/conditions.js'
import { dispatch, type PolicyCase } from '../../policy/dispatch.js'
import { evaluate } from '../../policy/evaluate.js'
import { applyMutation, MutationFault, patchMutation } from '../../policy/mutate-object.js'
import { matchedObjects, requestObject } from '../../policy/policy-inputs.js'
import type { BindingSpec } from '../../policy/policy-objects.js'
import { PolicySet } from '../../policy/policy-set.js'
import type { AdmissionSources } from '../../sources.js'

type Case = PolicyCase<MutatingPolicySpec, BindingSpec, CompiledMutatingPolicy>

const NAME = 'MutatingAdmissionPolicy'

/** Cost budget of one mutation: half of Kubernetes', as evaluation blocks the event loop. */
const BUDGET = 5_000_000

/**
 * Changes writes according to the MutatingAdmissionPolicies of the plane, and their bindings.
 *
 * @returns A plugin for the end of the list, before the webhook plugin.
 */
export function mutatingAdmissionPolicy(): AdmissionPlugin {
  const policies = new PolicySet<MutatingPolicySpec, BindingSpec, CompiledMutatingPolicy>('mutating', compileMutatingPolicy)
  return configuredPlugin({ name: NAME, featureGate: NAME }, policies, {
    async transform(sources, attributes, phase) {
      await preparePolicies()
      const pass = new Pass(sources, attributes, phase)
      await dispatch(policies, sources, attributes, {
        run: (of) => pass.run(of),
        fault: ({ policy, binding, message }) => pass.fail(policy, binding, message),
      })
      return pass.end()
    },
  })
}

/** One pass through the policies. */
class Pass {
  readonly #sources: AdmissionSources
  readonly #attributes: AdmissionAttributes
  readonly #phase: MutatingPhase
  readonly #failures: { readonly message: string; readonly reason: StatusReason | undefined }[] = []
  #object: ApiObject

  constructor(sources: AdmissionSources, attributes: AdmissionAttributes, phase: MutatingPhase) {
    this.#sources = sources
    this.#attributes = attributes
    this.#phase = phase
    this.#object = attributes.object as ApiObject
    phase.reinvocation(NAME).begin(this.#object, phase.round)
  }

  /** Runs a policy for a binding. Mutations that fail are skipped. */
  async run(of: Case): Promise<AdmissionAttributes | undefined> {
    const { policy, binding, inputs } = of
    const { round } = this.#phase
    const reinvocation = this.#phase.reinvocation(NAME)
    const id = `${policy.uid}/${binding.uid}/${(inputs.params as ApiObject | undefined)?.metadata.uid ?? ''}`
    if (!reinvocation.includes(id, round) || !(await this.#conditionsHold(of))) return undefined
    const before = this.#object
    await this.#mutate(of)
    if (this.#object !== before) reinvocation.changed()
    if (policy.spec.reinvocationPolicy === 'IfNeeded') reinvocation.called(id)
    return this.#object === before ? undefined : { ...this.#attributes, object: this.#object }
  }

  /** Records a failure, unless the policy ignores failures. */
  fail(policy: Case['policy'], binding: Case['binding'] | undefined, message: string, reason?: StatusReason): void {
    if (policy.spec.failurePolicy === 'Ignore' || this.#failures.length >= ENOUGH_ERRORS) return
    const who = binding ? `policy '${policy.name}' with binding '${binding.name}'` : `policy ${JSON.stringify(policy.name)}`
    this.#failures.push({ message: `${who} denied request: ${message}`, reason })
  }

  /**
   * The resulting state of the pass.
   *
   * @throws {@link ApiError} 403 when a policy has failed, with the first failure and its reason.
   */
  end(): ApiObject {
    this.#phase.reinvocation(NAME).end(this.#object)
    const [first] = this.#failures
    if (!first) return this.#object
    const { code, details, reason = 'Forbidden' } = admissionDenied(this.#attributes, first.message).status
    const causes = this.#failures.map(({ message }) => ({ message }))
    throw new ApiError({ code, reason: first.reason ?? reason, message: first.message, details: { ...details, causes } })
  }

  async #conditionsHold({ policy, binding, inputs, turn }: Case): Promise<boolean> {
    const of = { name: policy.name, kind: 'policy', mutates: true, operation: this.#attributes.operation } as const
    const met = await evaluateConditions(await policy.compiled(), inputs, { of, metrics: this.#sources.metrics, turn })
    if (met === 'hold' || met === 'do not hold') return met === 'hold'
    this.fail(policy, binding, met.error, 'Invalid')
    return false
  }

  /** Applies the mutations, each to the result of the previous ones. */
  async #mutate({ policy, binding, matched, inputs, turn }: Case): Promise<void> {
    const { clock, metrics } = this.#sources
    let seen: PolicyInputs = inputs
    const { scope, mutations } = await policy.compiled()
    for (const mutation of mutations) {
      if (turn.isSpent) await turn.next()
      const object = seen.object as ApiObject
      const startedMs = clock.now()
      const made = await this.#made(mutation, scope, seen)
      const seconds = (clock.now() - startedMs) / 1000
      const error = 'fault' in made ? made.errorType : 'no_error'
      metrics?.policyChecked({ policy: policy.name, binding: binding.name, error, seconds })
      if ('fault' in made) {
        this.fail(policy, binding, made.fault, 'Invalid')
        continue
      }
      if (jsonEqual(made.object, object)) continue
      this.#object = await this.#phase.complete(await requestObject(this.#sources, this.#attributes, made.object))
      const shown = await matchedObjects(this.#sources, { ...this.#attributes, object: this.#object }, matched)
      seen = { ...seen, object: shown.object }
    }
  }

  /** The result of a mutation, or the reason why it failed. */
  async #made({ kind, source, expression }: Mutation, scope: PolicyScope, seen: PolicyInputs): Promise<Made> {
    const { PolicyRun } = loadedPolicies()
    const outcome = await evaluate(new PolicyRun(scope, seen, BUDGET), expression, 'json')
    if ('error' in outcome) {
      return { fault: `expression '${source}' resulted in error: ${outcome.error}`, errorType: outcome.errorType }
    }
    const object = seen.object as ApiObject
    try {
      if (kind === 'jsonPatch') return { object: patchMutation(object, outcome.value) }
      const schema = this.#sources.types.ofKind(object.apiVersion, object.kind)?.schema
      return { object: applyMutation(schema, object, outcome.value) }
    } catch (error) {
      if (!(error instanceof MutationFault)) throw error
      return { fault: error.message, errorType: 'invalid_error' }
    }
  }
}

/** The outcome of a mutation. */
type Made = { readonly object: ApiObject } | { readonly fault: string; readonly errorType: PolicyErrorType }
