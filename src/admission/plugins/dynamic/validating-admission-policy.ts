/**
 * ValidatingAdmissionPolicy: policies with CEL expressions that validate writes.
 *
 * @module
 */

import { ApiError, type StatusReason } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { configuredPlugin } from '../../configured.js'
import { preparePolicies } from '../../expressions/loaded-policies.js'
import type { PolicyCheck } from '../../metrics.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import {
  type CompiledValidatingPolicy,
  compileValidatingPolicy,
  type ValidatingBindingSpec,
  type ValidatingPolicySpec,
} from '../../policy/compile-validating.js'
import { dispatch, type PolicyCase } from '../../policy/dispatch.js'
import { type Decision, judge } from '../../policy/judge.js'
import { PolicySet } from '../../policy/policy-set.js'
import type { AdmissionSources } from '../../sources.js'

type Case = PolicyCase<ValidatingPolicySpec, ValidatingBindingSpec, CompiledValidatingPolicy>

const NAME = 'ValidatingAdmissionPolicy'

/** Maximum characters of all annotations of a request (ours): a policy may run once for each of thousands of parameters. */
const MAX_ANNOTATIONS_LENGTH = 256 * 1024

/** Status codes of the reasons of a validation; 422 for any other reason. */
const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 }

/**
 * Validates writes by the ValidatingAdmissionPolicies of the plane, and their bindings.
 *
 * @returns A plugin for the end of the list: policies see the changes of all other plugins.
 */
export function validatingAdmissionPolicy(): AdmissionPlugin {
  const policies = new PolicySet<ValidatingPolicySpec, ValidatingBindingSpec, CompiledValidatingPolicy>(
    'validating',
    compileValidatingPolicy,
  )
  return configuredPlugin({ name: NAME, featureGate: NAME }, policies, {
    async validate(sources, attributes) {
      await preparePolicies()
      const verdict = new Verdict(attributes, sources)
      await dispatch(policies, sources, attributes, {
        run: (of) => verdict.add(of),
        fault({ policy, binding, message }) {
          if (policy.spec.failurePolicy !== 'Ignore') verdict.deny(nameOf(policy, binding), { message, reason: 'Invalid' })
        },
      })
      verdict.end()
    },
  })
}

const nameOf = (policy: { readonly name: string }, binding: { readonly name: string } | undefined): string =>
  `${NAME} '${policy.name}'${binding ? ` with binding '${binding.name}'` : ''}`

/** The results of all policies for one request. */
class Verdict {
  readonly #attributes: AdmissionAttributes
  readonly #sources: AdmissionSources
  readonly #annotations = new Map<string, Set<string>>()
  #annotationsLength = 0
  #refusal: ApiError | undefined

  constructor(attributes: AdmissionAttributes, sources: AdmissionSources) {
    this.#attributes = attributes
    this.#sources = sources
  }

  /** Runs a policy for a binding. */
  async add({ policy, binding, inputs, turn }: Case): Promise<undefined> {
    return judge(await policy.compiled(), inputs, {
      failsOpen: policy.spec.failurePolicy === 'Ignore',
      of: { name: policy.name, kind: 'policy', mutates: false, operation: this.#attributes.operation },
      sources: this.#sources,
      turn,
      sink: {
        decide: (decision) => this.#decide(decision, policy, binding),
        annotate: (key, value) => this.#note(`${policy.name}/${key}`, value),
      },
    })
  }

  #note(key: string, value: string): void {
    this.#annotationsLength += key.length + value.length
    if (this.#annotationsLength > MAX_ANNOTATIONS_LENGTH) return
    const values = this.#annotations.get(key) ?? new Set()
    this.#annotations.set(key, values.add(value))
  }

  #decide(decision: Decision, policy: Case['policy'], binding: Case['binding']): void {
    const { effect, message, error, seconds } = decision
    const count = (action: NonNullable<PolicyCheck['action']>) =>
      this.#sources.metrics?.policyChecked({ policy: policy.name, binding: binding.name, error, seconds, action })
    if (effect === 'allow') {
      count('allow')
      return
    }
    const name = nameOf(policy, binding)
    // A failed audit annotation is not a finding about the request that a binding could warn of.
    const actions = effect === 'annotation' ? ['Deny'] : (binding.spec.validationActions ?? [])
    if (actions.includes('Deny')) {
      this.deny(name, decision)
      count('deny')
    }
    if (actions.includes('Audit')) {
      this.#audit(policy.name, binding.name, actions, decision)
      count('audit')
    }
    if (actions.includes('Warn')) {
      this.#attributes.warn(`Validation failed for ${name}: ${message}`)
      count('warn')
    }
  }

  /** Refuses the request; the first refusal is reported. */
  deny(who: string, { message, reason }: Pick<Decision, 'message' | 'reason'>): void {
    if (this.#refusal) return
    const text = `${who} denied request: ${message}`
    const { status } = admissionDenied(this.#attributes, text)
    this.#refusal = new ApiError({
      code: CODES[reason] ?? 422,
      reason: reason as StatusReason,
      message: status.message ?? text,
      details: { ...status.details, causes: [{ message: text }] },
    })
  }

  /** Writes the annotations, and throws the refusal if there is one. */
  end(): void {
    for (const [key, values] of this.#annotations) this.#attributes.annotate(key, [...values].join(', '))
    if (this.#refusal) throw this.#refusal
  }

  #audit(policy: string, binding: string, validationActions: readonly string[], { message, index }: Decision): void {
    const key = `validation.policy.admission.${this.#sources.dialect.groupDomain}/validation_failure`
    this.#attributes.annotate(key, JSON.stringify([{ message, policy, binding, expressionIndex: index, validationActions }]))
  }
}
