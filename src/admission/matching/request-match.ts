/**
 * Matches a request against a webhook, policy or binding: by rules, by object labels, by namespace labels.
 *
 * @module
 */

import {
  type ApiObject,
  type GroupVersionKind,
  isNamespaces,
  type LabelSelector,
  type LabelSelectorObject,
  NAMESPACES,
  notFound,
  parseApiVersion,
  storedLabelSelector,
} from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AdmissionSources, ServedResourceName } from '../sources.js'
import { type ResourceRule, requestNamespace } from './resource-rule.js'
import { RuleIndex } from './rule-index.js'

/** The match criteria of a webhook, a policy or a binding. */
export interface MatchCriteria {
  readonly namespaceSelector?: LabelSelectorObject
  readonly objectSelector?: LabelSelectorObject
  /** Matches everything when absent. */
  readonly resourceRules?: readonly ResourceRule[]
  readonly excludeResourceRules?: readonly ResourceRule[]
  /** `Equivalent` by default: a rule for one version of a type matches all its versions. */
  readonly matchPolicy?: string
}

/** The resource and kind in whose form a request matched. */
export interface MatchedResource {
  readonly resource: ServedResourceName
  /** The kind of the objects that the webhook or policy receives; some subresources have their own kind. */
  readonly kind: GroupVersionKind
  /** The kind of the objects in the request. */
  readonly sentKind: GroupVersionKind
}

/** Compiled criteria. */
export class RequestMatch {
  readonly #sources: AdmissionSources
  /** Whether only the form of the request counts, and no equivalent one. */
  readonly #isExact: boolean
  /** Undefined when everything matches. */
  readonly #rules: RuleIndex | undefined
  readonly #excluded: RuleIndex
  readonly #namespaceSelector: LabelSelector
  readonly #objectSelector: LabelSelector

  /**
   * @param sources - The types and the namespaces of the plane.
   * @param criteria - The criteria.
   * @throws {@link ApiError} 400 for an invalid selector.
   */
  constructor(sources: AdmissionSources, criteria: MatchCriteria) {
    this.#sources = sources
    const { matchPolicy, resourceRules, excludeResourceRules = [] } = criteria
    this.#isExact = matchPolicy === 'Exact'
    this.#rules = resourceRules && new RuleIndex(resourceRules)
    this.#excluded = new RuleIndex(excludeResourceRules)
    this.#namespaceSelector = storedLabelSelector(criteria.namespaceSelector ?? {})
    this.#objectSelector = storedLabelSelector(criteria.objectSelector ?? {})
  }

  /** Whether the rules match a request. Only the names in the request are read. */
  rulesMatch(attributes: AdmissionAttributes): boolean {
    return this.#rules === undefined || this.#find(this.#rules, attributes) !== undefined
  }

  /** About how many rules {@link rulesMatch} has to look at. */
  workFor({ resource }: AdmissionAttributes): number {
    return this.#rules?.workFor(resource) ?? 0
  }

  /**
   * Whether a request matches.
   *
   * @returns The resource in whose form it matched; undefined when it does not match.
   * @throws {@link ApiError} 404 when the labels of its namespace are needed and the namespace does not exist.
   */
  match(attributes: AdmissionAttributes): MatchedResource | undefined {
    const found = this.#rules === undefined ? ownName(attributes) : this.#find(this.#rules, attributes)
    if (!found || this.#find(this.#excluded, attributes)) return undefined
    if (!this.#objectMatches(attributes) || !this.#namespaceMatches(attributes)) return undefined
    const sent = sentKindOf(attributes)
    const isOwn = found.group === attributes.group && found.version === attributes.version
    const isOfOther = sent.group !== attributes.group || sent.version !== attributes.version
    return { resource: found, kind: isOwn || isOfOther ? sent : found, sentKind: sent }
  }

  /** The form of the request's resource that a rule matches: its own, or an equivalent one. */
  #find(rules: RuleIndex, attributes: AdmissionAttributes): ServedResourceName | undefined {
    if (rules.isEmpty) return undefined
    if (rules.find(attributes, attributes) !== undefined) return ownName(attributes)
    if (this.#isExact) return undefined
    const { group, version, resource } = attributes
    // The first rule that matches one of the forms determines the form.
    let first: { readonly form: ServedResourceName; readonly position: number } | undefined
    for (const form of this.#sources.types.equivalents(attributes)) {
      if (form.group === group && form.version === version && form.resource === resource) continue
      const position = rules.find(attributes, form)
      if (position !== undefined && (!first || position < first.position)) first = { form, position }
    }
    return first?.form
  }

  #objectMatches({ object, oldObject, operation }: AdmissionAttributes): boolean {
    const selector = this.#objectSelector
    if (selector.isEmpty) return true
    // Options objects have no labels, so even an empty label set does not apply.
    if (operation === 'CONNECT') return false
    return [object, oldObject].some((one) => one !== undefined && selector.matches(one.metadata.labels))
  }

  #namespaceMatches(attributes: AdmissionAttributes): boolean {
    if (this.#namespaceSelector.isEmpty) return true
    // Cluster-scoped objects other than namespaces always match the namespace selector.
    if (attributes.namespace === '' && !isNamespaces(attributes)) return true
    return this.#namespaceSelector.matches(namespaceOf(this.#sources, attributes).metadata.labels)
  }
}

/** The resource in the request. */
const ownName = ({ group, version, resource, kind }: AdmissionAttributes): ServedResourceName => ({
  group,
  version,
  resource,
  kind,
})

/** The kind of the objects of a request. */
function sentKindOf({ object, oldObject, group, version, kind }: AdmissionAttributes): GroupVersionKind {
  const shown = object ?? oldObject
  return { ...((shown && parseApiVersion(shown.apiVersion)) ?? { group, version }), kind }
}

/** The namespace whose labels count: the object itself for a Namespace, otherwise the namespace of the request. */
function namespaceOf({ objects }: AdmissionSources, attributes: AdmissionAttributes): ApiObject {
  if (isNamespaces(attributes) && attributes.subresource === '' && attributes.object) return attributes.object
  const name = requestNamespace(attributes)
  const namespace = objects.get(NAMESPACES, name) ?? (isNamespaces(attributes) ? attributes.oldObject : undefined)
  if (!namespace) throw notFound(NAMESPACES, name)
  return namespace
}
