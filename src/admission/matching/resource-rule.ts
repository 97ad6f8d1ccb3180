/**
 * Rules of webhooks and policies: whether one is about a request.
 *
 * @module
 */

import { type GroupVersionResource, isNamespaces } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'

/** A rule as objects carry it, with its defaults. */
export interface ResourceRule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  /** `pods`, `pods/status`, `pods/*`, `*`, or `*` with a subresource. */
  readonly resources?: readonly string[]
  readonly scope?: string
  /** The only objects that are meant; all when empty. Webhooks have none. */
  readonly resourceNames?: readonly string[]
}

const NOTHING: readonly string[] = Object.freeze([])

const covers = (words: readonly string[] = NOTHING, word: string): boolean => words.includes('*') || words.includes(word)

/**
 * Tells whether a rule is about a request, if the request were made of a resource.
 *
 * @param rule - The rule.
 * @param attributes - The request.
 * @param resource - The resource that it names, or another form of that.
 */
export const isAbout = (rule: ResourceRule, attributes: AdmissionAttributes, resource: GroupVersionResource): boolean =>
  covers(rule.operations, attributes.operation) &&
  covers(rule.apiGroups, resource.group) &&
  covers(rule.apiVersions, resource.version) &&
  coversResource(rule.resources, resource.resource, attributes.subresource) &&
  coversScope(rule.scope, attributes) &&
  (!rule.resourceNames?.length || rule.resourceNames.includes(attributes.name))

function coversResource(rules: readonly string[] = NOTHING, resource: string, subresource: string): boolean {
  return rules.some((rule) => {
    const slash = rule.indexOf('/')
    const [name, part] = slash < 0 ? [rule, ''] : [rule.slice(0, slash), rule.slice(slash + 1)]
    return (name === '*' || name === resource) && (part === '*' || part === subresource)
  })
}

/** A namespace is an object of the cluster, although requests for one name it as their namespace. */
function coversScope(scope: string | undefined, { group, resource, namespace }: AdmissionAttributes): boolean {
  const isOfCluster = namespace === '' || isNamespaces({ group, resource })
  return scope === undefined || scope === '*' || (scope === 'Cluster') === isOfCluster
}

/** The namespace of a request as reviews and expressions show it: one for a namespace that exists is made in itself. */
export const requestNamespace = (attributes: AdmissionAttributes): string =>
  attributes.namespace === '' && attributes.operation !== 'CREATE' && isNamespaces(attributes)
    ? attributes.name
    : attributes.namespace
