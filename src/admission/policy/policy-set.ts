/**
 * The policies of a plane with their bindings, kept up to date.
 *
 * @module
 */

import { type ApiObject, inTurns, lazily, type Pausing } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { Configurations } from '../configured.js'
import { mayMatch, RequestMatch } from '../matching/index.js'
import type { AdmissionSources } from '../sources.js'
import { type BindingSpec, type PolicySpec, readStored, type Stored } from './policy-objects.js'

/** A binding, compiled for matching. */
export interface Binding<Spec extends BindingSpec> extends Stored<Spec> {
  /** Undefined when it does not restrict the policy. */
  readonly match: RequestMatch | undefined
}

/** A policy, compiled for matching. */
export interface Policy<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object> extends Stored<Spec> {
  readonly match: RequestMatch
  /** Sorted by name. */
  readonly bindings: readonly Binding<BSpec>[]
  /** Compiled on the first matching request, in turns. */
  readonly compiled: () => Compiled | Promise<Compiled>
}

/** Types exempt from policies: policies and bindings themselves, since a bad one could not be removed, and reviews. */
const EXEMPT_CONFIGURATIONS: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
])
const EXEMPT_AUTHENTICATION: ReadonlySet<string> = new Set(['selfsubjectreviews', 'tokenreviews'])
const EXEMPT_AUTHORIZATION: ReadonlySet<string> = new Set([
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
])

/** The policies of one kind, sorted by name. */
export class PolicySet<Spec extends PolicySpec, BSpec extends BindingSpec, Compiled extends object> implements Configurations {
  readonly #resources: { readonly policies: string; readonly bindings: string }
  readonly #compile: (spec: Spec) => Pausing<Compiled>
  readonly #policies = new Map<string, Omit<Policy<Spec, BSpec, Compiled>, 'bindings'>>()
  readonly #bindings = new Map<string, Binding<BSpec>>()
  /** Undefined when a policy or a binding has changed since. */
  #bound: readonly Policy<Spec, BSpec, Compiled>[] | undefined = []
  #exempt: ReadonlyMap<string, ReadonlySet<string>> = new Map()

  /**
   * @param kind - The kind of policies.
   * @param compile - Compiles a policy on the first matching request.
   */
  constructor(kind: 'mutating' | 'validating', compile: (spec: Spec) => Pausing<Compiled>) {
    this.#resources = { policies: `${kind}admissionpolicies`, bindings: `${kind}admissionpolicybindings` }
    this.#compile = compile
  }

  /**
   * Begins to follow the policies of a plane.
   *
   * @returns A function that stops.
   */
  start(sources: AdmissionSources): () => void {
    const { groupDomain } = sources.dialect
    const group = `admissionregistration.${groupDomain}`
    this.#exempt = new Map([
      [group, EXEMPT_CONFIGURATIONS],
      [`authentication.${groupDomain}`, EXEMPT_AUTHENTICATION],
      [`authorization.${groupDomain}`, EXEMPT_AUTHORIZATION],
    ])
    // If no version of policies is served, stored ones have no effect.
    if (sources.types.equivalents({ group, resource: this.#resources.policies }).length === 0) return () => {}
    const stops = [
      sources.objects.follow(
        { group, resource: this.#resources.policies },
        {
          put: (object) => this.#putPolicy(object, sources),
          remove: ({ metadata }) => this.#change(() => this.#policies.delete(metadata.name ?? '')),
        },
      ),
      sources.objects.follow(
        { group, resource: this.#resources.bindings },
        {
          put: (object) => this.#putBinding(object, sources),
          remove: ({ metadata }) => this.#change(() => this.#bindings.delete(metadata.name ?? '')),
        },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Whether any policy may match a request, as far as that is found in no time. */
  concerns(attributes: AdmissionAttributes): boolean {
    if (this.bound.length === 0 || this.#exempt.get(attributes.group)?.has(attributes.resource)) return false
    return mayMatch(this.bound, attributes)
  }

  /** The policies with bindings. */
  get bound(): readonly Policy<Spec, BSpec, Compiled>[] {
    // Built on demand: at startup thousands of policies may arrive one after the other.
    this.#bound ??= this.#putTogether()
    return this.#bound
  }

  #putPolicy(object: ApiObject, sources: AdmissionSources): void {
    const policy = readStored<Spec>(object)
    this.#change(() =>
      this.#policies.set(policy.name, {
        ...policy,
        match: new RequestMatch(sources, policy.spec.matchConstraints ?? {}),
        compiled: lazily(() => inTurns(this.#compile(policy.spec))),
      }),
    )
  }

  #putBinding(object: ApiObject, sources: AdmissionSources): void {
    const binding = readStored<BSpec>(object)
    const { matchResources } = binding.spec
    this.#change(() =>
      this.#bindings.set(binding.name, { ...binding, match: matchResources && new RequestMatch(sources, matchResources) }),
    )
  }

  #change(change: () => void): void {
    change()
    this.#bound = undefined
  }

  #putTogether(): readonly Policy<Spec, BSpec, Compiled>[] {
    const byPolicy = new Map<string, Binding<BSpec>[]>()
    for (const binding of byName([...this.#bindings.values()])) {
      const others = byPolicy.get(binding.spec.policyName)
      if (others) others.push(binding)
      else byPolicy.set(binding.spec.policyName, [binding])
    }
    return byName([...this.#policies.values()]).flatMap((policy) => {
      const bindings = byPolicy.get(policy.name)
      return bindings ? [{ ...policy, bindings }] : []
    })
  }
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
