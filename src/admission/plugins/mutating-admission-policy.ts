/**
 * MutatingAdmissionPolicy: policies in expressions that change writes.
 *
 * @module
 */

import { ApiError, type ApiObject, jsonEqual } from '../../meta/index.js'
import { loadedPolicies, type PolicyInputs, type PolicyRun, prepareRules } from '../../schema/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { configuredPlugin } from '../configured.js'
import type { PolicyErrorType } from '../metrics.js'
import type { MutatingPhase } from '../mutating-phase.js'
import { type AdmissionPlugin, admissionDenied } from '../plugin.js'
import {
  type CompiledMutatingPolicy,
  compileMutatingPolicy,
  type MutatingPolicySpec,
  type Mutation,
} from '../policy/compile-mutating.js'
import { evaluateConditions } from '../policy/conditions.js'
import { dispatch, type PolicyCase } from '../policy/dispatch.js'
import { evaluate } from '../policy/evaluate.js'
import { applyMutation, MutationFault, patchMutation } from '../policy/mutate-object.js'
import type { BindingSpec } from '../policy/policy-objects.js'
import { PolicySet } from '../policy/policy-set.js'
import type { AdmissionSources } from '../sources.js'

type Case = PolicyCase<MutatingPolicySpec, BindingSpec, CompiledMutatingPolicy>

const NAME = 'MutatingAdmissionPolicy'

/** What the expressions of one policy may cost together: half of what Kubernetes allows, as nobody else is served meanwhile. */
const BUDGET = 5_000_000

/**
 * Changes writes by the MutatingAdmissionPolicies of the plane, and their bindings.
 *
 * @returns A plugin for the end of the list, before that of webhooks.
 */
export function mutatingAdmissionPolicy(): AdmissionPlugin {
  const policies = new PolicySet<MutatingPolicySpec, BindingSpec, CompiledMutatingPolicy>({
    policies: 'mutatingadmissionpolicies',
    bindings: 'mutatingadmissionpolicybindings',
    compile: compileMutatingPolicy,
  })
  return configuredPlugin({ name: NAME, featureGate: NAME }, policies, {
    async transform(sources, attributes, phase) {
      await prepareRules()
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
  #object: ApiObject

  constructor(sources: AdmissionSources, attributes: AdmissionAttributes, phase: MutatingPhase) {
    this.#sources = sources
    this.#attributes = attributes
    this.#phase = phase
    this.#object = attributes.object as ApiObject
    phase.reinvocation(NAME).begin(this.#object, phase.round)
  }

  /** Runs a policy for a binding; a failure refuses the request, or leaves the policy out. */
  async run(of: Case): Promise<AdmissionAttributes | undefined> {
    const { policy, binding, inputs } = of
    const reinvocation = this.#phase.reinvocation(NAME)
    const id = `${policy.uid}/${binding.uid}/${(inputs.params as ApiObject | undefined)?.metadata.uid ?? ''}`
    if (!reinvocation.includes(id, this.#phase.round)) return undefined
    const before = this.#object
    try {
      this.#object = await this.#mutated(of)
    } catch (error) {
      if (!(error instanceof MutationFault)) throw error
      this.fail(policy, binding, error.message)
      return undefined
    }
    if (this.#object !== before) reinvocation.changed()
    if (policy.spec.reinvocationPolicy === 'IfNeeded') reinvocation.called(id)
    return this.#object === before ? undefined : { ...this.#attributes, object: this.#object }
  }

  /** Refuses the request for a policy that cannot be used, unless the policy says that it is to be left out then. */
  fail(policy: Case['policy'], binding: Case['binding'] | undefined, message: string): void {
    if (policy.spec.failurePolicy === 'Ignore') return
    const who = `policy '${policy.name}'${binding ? ` with binding '${binding.name}'` : ''}`
    const text = `${who} denied request: ${message}`
    const { status } = admissionDenied(this.#attributes, text)
    throw new ApiError({
      code: 422,
      reason: 'Invalid',
      message: status.message ?? text,
      details: { ...status.details, causes: [{ message: text }] },
    })
  }

  /** The state that the pass leaves. */
  end(): ApiObject {
    this.#phase.reinvocation(NAME).end(this.#object)
    return this.#object
  }

  async #mutated({ policy, binding, matched, inputs }: Case): Promise<ApiObject> {
    const { PolicyRun } = loadedPolicies()
    const { scope, conditions, mutations } = policy.compiled()
    const { clock, metrics, types } = this.#sources
    const of = { name: policy.name, kind: 'policy', mutates: true, operation: this.#attributes.operation } as const
    const met = await evaluateConditions(new PolicyRun(scope, inputs, BUDGET), conditions, of, metrics)
    if (met === 'do not hold') return this.#object
    if (met !== 'hold') throw new MutationFault(met.error)
    let seen: PolicyInputs = inputs
    for (const mutation of mutations) {
      const object = seen.object as ApiObject
      const startedMs = clock.now()
      const count = (error: PolicyErrorType) =>
        metrics?.policyChecked({ policy: policy.name, binding: binding.name, error, seconds: (clock.now() - startedMs) / 1000 })
      const changed = await this.#mutate(mutation, new PolicyRun(scope, seen, BUDGET), object, count)
      if (jsonEqual(changed, object)) continue
      const { group, version, resource, kind } = this.#attributes
      const own = await types.convert(changed, { group, version, resource, kind })
      const completed = this.#phase.complete(own)
      this.#object = completed
      seen = { ...seen, object: own === changed ? completed : await types.convert(completed, matched.resource) }
    }
    return this.#object
  }

  async #mutate(
    { kind, source, expression }: Mutation,
    run: PolicyRun,
    object: ApiObject,
    count: (error: PolicyErrorType) => void,
  ): Promise<ApiObject> {
    const outcome = await evaluate(run, expression, 'json')
    if ('error' in outcome) {
      count(outcome.errorType)
      throw new MutationFault(`expression '${source}' resulted in error: ${outcome.error}`)
    }
    try {
      const schema = this.#sources.types.ofKind(object.apiVersion, object.kind)?.schema
      const changed = kind === 'jsonPatch' ? patchMutation(object, outcome.value) : applyMutation(schema, object, outcome.value)
      count('no_error')
      return changed
    } catch (error) {
      count('invalid_error')
      throw error
    }
  }
}
