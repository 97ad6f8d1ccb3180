/**
 * Whether a webhook, a policy or a binding is about a request: by rules, by labels of the object, by labels of its namespace.
 *
 * @module
 */

import {
  type ApiObject,
  type GroupVersionKind,
  isNamespaces,
  type LabelSelector,
  type LabelSelectorObject,
  labelSelectorFrom,
  NAMESPACES,
  notFound,
  parseApiVersion,
} from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AdmissionSources, ServedResourceName } from '../sources.js'
import { isAbout, type ResourceRule, requestNamespace } from './resource-rule.js'

/** What a webhook, a policy or a binding is about. */
export interface MatchCriteria {
  readonly namespaceSelector?: LabelSelectorObject
  readonly objectSelector?: LabelSelectorObject
  /** Everything when absent. */
  readonly resourceRules?: readonly ResourceRule[]
  readonly excludeResourceRules?: readonly ResourceRule[]
  /** `Equivalent` by default: a rule about one version of a type is about all of them. */
  readonly matchPolicy?: string
}

/** The resource, and the kind of the objects, that a request is matched as. */
export interface MatchedResource {
  readonly resource: ServedResourceName
  /** The kind of the objects as the webhook or the policy gets them, which for some subresources is one of its own. */
  readonly kind: GroupVersionKind
  /** The kind of the objects that are sent. */
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
   * @param criteria - What to match.
   * @throws {@link ApiError} 400 for a selector that is none.
   */
  constructor(sources: AdmissionSources, criteria: MatchCriteria) {
    this.#sources = sources
    this.#criteria = criteria
    this.#namespaceSelector = labelSelectorFrom(criteria.namespaceSelector ?? {})
    this.#objectSelector = labelSelectorFrom(criteria.objectSelector ?? {})
  }

  /** Whether the rules are about a request. Nothing but its names is looked at. */
  rulesMatch(attributes: AdmissionAttributes): boolean {
    const { resourceRules } = this.#criteria
    return resourceRules === undefined || this.#find(resourceRules, attributes) !== undefined
  }

  /**
   * Whether a request matches.
   *
   * @returns The resource that it is matched as; undefined when it is not meant.
   * @throws {@link ApiError} 404 when its namespace has to be looked at and is not there.
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

  /** The form of the request's resource that a rule is about: its own, or an equivalent one. */
  #find(rules: readonly ResourceRule[], attributes: AdmissionAttributes): ServedResourceName | undefined {
    if (rules.length === 0) return undefined
    if (rules.some((rule) => isAbout(rule, attributes, attributes))) return ownName(attributes)
    if (this.#criteria.matchPolicy === 'Exact') return undefined
    const { group, version, resource } = attributes
    const others = this.#sources.types
      .equivalents(attributes)
      .filter((other) => other.group !== group || other.version !== version || other.resource !== resource)
    // The first rule that is about one of them decides in which form the request is seen.
    for (const rule of rules) {
      const found = others.find((other) => isAbout(rule, attributes, other))
      if (found) return found
    }
    return undefined
  }

  #objectMatches({ object, oldObject, operation }: AdmissionAttributes): boolean {
    const selector = this.#objectSelector
    if (selector.isEmpty) return true
    // Options have no labels, not even none.
    if (operation === 'CONNECT') return false
    return [object, oldObject].some((one) => one !== undefined && selector.matches(one.metadata.labels))
  }

  #namespaceMatches(attributes: AdmissionAttributes): boolean {
    if (this.#namespaceSelector.isEmpty) return true
    // What is of the cluster, and is no namespace, is never left out.
    if (attributes.namespace === '' && !isNamespaces(attributes)) return true
    return this.#namespaceSelector.matches(namespaceOf(this.#sources, attributes).metadata.labels)
  }
}

/** The resource of a request, as it names it. */
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

/** The namespace whose labels count: the object itself for a Namespace, else the namespace of the request. */
function namespaceOf({ objects }: AdmissionSources, attributes: AdmissionAttributes): ApiObject {
  if (isNamespaces(attributes) && attributes.subresource === '' && attributes.object) return attributes.object
  const name = requestNamespace(attributes)
  const namespace = objects.get(NAMESPACES, name) ?? (isNamespaces(attributes) ? attributes.oldObject : undefined)
  if (!namespace) throw notFound(NAMESPACES, name)
  return namespace
}
