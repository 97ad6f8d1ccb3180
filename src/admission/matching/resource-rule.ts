/**
 * Matches requests against the rules of webhooks and policies.
 *
 * @module
 */

import { type GroupVersionResource, isNamespaces } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'

/** A stored rule, with its defaults. */
export interface ResourceRule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  /** `pods`, `pods/status`, `pods/*`, `*`, or `*` with a subresource. */
  readonly resources?: readonly string[]
  readonly scope?: string
  /** Names of the only objects that match; all when empty. Webhooks have none. */
  readonly resourceNames?: readonly string[]
}

const NOTHING: readonly string[] = Object.freeze([])

const covers = (words: readonly string[] = NOTHING, word: string): boolean => words.includes('*') || words.includes(word)

/**
 * Tells whether a rule would match a request if it were made for a given resource, apart from `resources`, which are indexed.
 *
 * @param rule - The rule.
 * @param attributes - The request.
 * @param resource - The resource of the request, or an equivalent one.
 */
export const coversRest = (rule: ResourceRule, attributes: AdmissionAttributes, resource: GroupVersionResource): boolean =>
  covers(rule.operations, attributes.operation) &&
  covers(rule.apiGroups, resource.group) &&
  covers(rule.apiVersions, resource.version) &&
  coversScope(rule.scope, attributes) &&
  (!rule.resourceNames?.length || rule.resourceNames.includes(attributes.name))

/** A namespace is cluster-scoped, although requests for one carry its name as their namespace. */
function coversScope(scope: string | undefined, { group, resource, namespace }: AdmissionAttributes): boolean {
  const isOfCluster = namespace === '' || isNamespaces({ group, resource })
  return scope === undefined || scope === '*' || (scope === 'Cluster') === isOfCluster
}

/** The namespace of a request in reviews and expressions: for an existing Namespace object, its own name. */
export const requestNamespace = (attributes: AdmissionAttributes): string =>
  attributes.namespace === '' && attributes.operation !== 'CREATE' && isNamespaces(attributes)
    ? attributes.name
    : attributes.namespace
