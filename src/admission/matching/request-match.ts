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
import { isAbout, type ResourceRule, requestNamespace } from './resource-rule.js'

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

const NO_RULES: readonly ResourceRule[] = Object.freeze([])

/** Compiled criteria. */
export class RequestMatch {
  readonly #sources: AdmissionSources
  readonly #criteria: MatchCriteria
  readonly #namespaceSelector: LabelSelector
  readonly #objectSelector: LabelSelector

  /**
   * @param sources - The types and the namespaces of the plane.
   * @param criteria - The criteria.
   * @throws {@link ApiError} 400 for an invalid selector.
   */
  constructor(sources: AdmissionSources, criteria: MatchCriteria) {
    this.#sources = sources
    this.#criteria = criteria
    this.#namespaceSelector = storedLabelSelector(criteria.namespaceSelector ?? {})
    this.#objectSelector = storedLabelSelector(criteria.objectSelector ?? {})
  }

  /** Whether the rules match a request. Only the names in the request are read. */
  rulesMatch(attributes: AdmissionAttributes): boolean {
    const { resourceRules } = this.#criteria
    return resourceRules === undefined || this.#find(resourceRules, attributes) !== undefined
  }

  /**
   * Whether a request matches.
   *
   * @returns The resource in whose form it matched; undefined when it does not match.
   * @throws {@link ApiError} 404 when the labels of its namespace are needed and the namespace does not exist.
   */
  match(attributes: AdmissionAttributes): MatchedResource | undefined {
    const { resourceRules, excludeResourceRules = NO_RULES } = this.#criteria
    const found = resourceRules === undefined ? ownName(attributes) : this.#find(resourceRules, attributes)
    if (!found || this.#find(excludeResourceRules, attributes)) return undefined
    if (!this.#objectMatches(attributes) || !this.#namespaceMatches(attributes)) return undefined
    const sent = sentKindOf(attributes)
    const isOwn = found.group === attributes.group && found.version === attributes.version
    const isOfOther = sent.group !== attributes.group || sent.version !== attributes.version
    return { resource: found, kind: isOwn || isOfOther ? sent : found, sentKind: sent }
  }

  /** The form of the request's resource that a rule matches: its own, or an equivalent one. */
  #find(rules: readonly ResourceRule[], attributes: AdmissionAttributes): ServedResourceName | undefined {
    if (rules.length === 0) return undefined
    if (rules.some((rule) => isAbout(rule, attributes, attributes))) return ownName(attributes)
    if (this.#criteria.matchPolicy === 'Exact') return undefined
    const { group, version, resource } = attributes
    const others = this.#sources.types
      .equivalents(attributes)
      .filter((other) => other.group !== group || other.version !== version || other.resource !== resource)
    // The first rule that matches one of the forms determines the form.
    for (const rule of rules) {
      const found = others.find((other) => isAbout(rule, attributes, other))
      if (found) return found
    }
    return undefined
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
