/**
 * The inputs of policy expressions and webhook conditions.
 *
 * @module
 */

import type { AuthorizationDecision, Authorizer } from '../../authz/index.js'
import {
  type ApiObject,
  type Attributes,
  isNamespaces,
  messageOf,
  NAMESPACES,
  tryThen,
  type UnknownRecord,
} from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AccessAnswer } from '../expressions/authorizer.js'
import type { PolicyInputs } from '../expressions/policy-run.js'
import { type MatchedResource, requestNamespace } from '../matching/index.js'
import type { AdmissionSources } from '../sources.js'

/**
 * The `request` of a review, without its objects.
 *
 * @param attributes - The request.
 * @param matched - The resource in whose form it matched.
 */
export function reviewRequest(
  attributes: AdmissionAttributes,
  { resource, kind, sentKind: sent }: MatchedResource,
): UnknownRecord {
  const { group, version, subresource, user, dryRun, name, operation, options } = attributes
  const namespace = requestNamespace(attributes)
  return {
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: { group: sent.group, version: sent.version, kind: sent.kind },
    requestResource: { group, version, resource: attributes.resource },
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: {
      username: user.username,
      ...(user.uid && { uid: user.uid }),
      ...(user.groups.length > 0 && { groups: user.groups }),
      ...(user.extra && { extra: user.extra }),
    },
    dryRun,
    // For a CONNECT, the options are the object.
    options: operation === 'CONNECT' ? null : options,
  }
}

/** The objects of a request. */
export type RequestObjects = Pick<AdmissionAttributes, 'object' | 'oldObject'>

/**
 * The objects of a request in the matched version.
 *
 * @param sources - The types of the plane.
 * @param attributes - The request.
 * @param matched - The resource in whose form it matched.
 * @returns The objects; a promise only if they have to be converted.
 */
export function matchedObjects(
  { types }: AdmissionSources,
  attributes: AdmissionAttributes,
  { resource, kind }: MatchedResource,
): RequestObjects | Promise<RequestObjects> {
  const { object, oldObject } = attributes
  if (attributes.operation === 'CONNECT') return { object: object && withoutMetadata(object), oldObject }
  const isOwn = resource.group === attributes.group && resource.version === attributes.version
  // A subresource with its own kind has that kind in every version.
  if (isOwn || kind.group !== resource.group || kind.version !== resource.version) return { object, oldObject }
  const convert = async (one: ApiObject | undefined) => one && types.convert(one, resource)
  return Promise.all([convert(object), convert(oldObject)]).then(([object, oldObject]) => ({ object, oldObject }))
}

/**
 * Converts what a webhook or policy leaves of an object that {@link matchedObjects} has shown to it back to the form of the request.
 *
 * @param sources - The types of the plane.
 * @param attributes - The request.
 * @param changed - The new state, in the version that was shown.
 * @returns The new state; a promise only if it has to be converted.
 */
export function requestObject(
  { types }: AdmissionSources,
  { object, group, version, resource, kind }: AdmissionAttributes,
  changed: ApiObject,
): ApiObject | Promise<ApiObject> {
  // Also a subresource with its own kind, such as a Scale, which is in no version of the resource.
  return changed.apiVersion === object?.apiVersion ? changed : types.convert(changed, { group, version, resource, kind })
}

/** Options have no metadata. */
function withoutMetadata({ metadata: _, ...options }: ApiObject): ApiObject {
  return options as unknown as ApiObject
}

/**
 * Creates the inputs of expressions.
 *
 * @param sources - The plane.
 * @param attributes - The request.
 * @param matched - The resource in whose form it matched.
 * @param seen - The objects in its version, and the parameter if any.
 */
export function policyInputs(
  sources: AdmissionSources,
  attributes: AdmissionAttributes,
  matched: MatchedResource,
  seen: RequestObjects & { readonly params?: PolicyInputs['params'] },
): PolicyInputs {
  const { object, oldObject, params } = seen
  return {
    object,
    oldObject,
    params,
    request: () => reviewRequest(attributes, matched),
    namespace: () => namespaceOf(attributes, sources),
    user: attributes.user,
    about: () => aboutOf(attributes),
    ask: (question) => ask(sources.authorizer, question),
  }
}

/** Cluster-scoped objects have no namespace, and Namespaces count as cluster-scoped. */
const namespaceOf = (attributes: AdmissionAttributes, { objects }: AdmissionSources): ApiObject | undefined =>
  attributes.namespace === '' || isNamespaces(attributes) ? undefined : objects.get(NAMESPACES, attributes.namespace)

function aboutOf(attributes: AdmissionAttributes): ReturnType<PolicyInputs['about']> {
  const { group, version, resource, subresource, name } = attributes
  return { group, version, resource, subresource, namespace: requestNamespace(attributes), name }
}

const ask = (authorizer: Authorizer, attributes: Attributes): AccessAnswer | Promise<AccessAnswer> =>
  tryThen(() => authorizer.authorize(attributes), answerOf, failureOf)

const answerOf = ({ decision, reason = '' }: AuthorizationDecision): AccessAnswer => ({
  allowed: decision === 'allow',
  reason,
  error: '',
})

const failureOf = (error: unknown): AccessAnswer => ({
  allowed: false,
  reason: '',
  error: messageOf(error),
})
