/**
 * Maps a resource request to its type, namespace, name and verb.
 *
 * @module
 */

import {
  type ApiError,
  badRequest,
  isNamespaces,
  methodNotAllowed,
  NAMESPACES,
  notFound,
  pathNotFound,
  requirePathSegment,
  verbNotSupported,
} from '../meta/index.js'
import type { Target } from '../registry/index.js'
import type { ResourceCatalog, ResourceDefinition, ResourceVerb, ResourceVersion, Subresource } from '../resources/index.js'
import type { RequestInfo } from './request-info.js'

/** The parts of a request that routing reads. */
export type ResourceAddress = Pick<
  RequestInfo,
  'method' | 'verb' | 'group' | 'version' | 'namespace' | 'resource' | 'name' | 'subresource' | 'segments' | 'rest'
>

/** The types that are served. */
export type RouteCatalog = Pick<ResourceCatalog, 'find' | 'hasOwnTypes'>

/** The target and verb of a request. */
export interface Route {
  readonly target: Target
  readonly verb: ResourceVerb
}

/** Verbs of an object, of its collection, and of a subresource, by method. */
const OBJECT_VERBS: Readonly<Record<string, ResourceVerb>> = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const COLLECTION_VERBS: Readonly<Record<string, ResourceVerb>> = { GET: 'list', POST: 'create', DELETE: 'deletecollection' }
const SUBRESOURCE_VERBS: Readonly<Record<string, ResourceVerb>> = { ...OBJECT_VERBS, POST: 'create' }

/**
 * Routes a resource request.
 *
 * @param request - A resource request.
 * @param catalog - The types that are served.
 * @returns The target and the verb, or undefined when the path is unknown and its group has no types of the plane itself.
 * @throws {@link ApiError} 404 for an unknown path, 405 for a method that it does not take.
 */
export function findRoute(request: ResourceAddress, catalog: RouteCatalog): Route | undefined {
  const found = catalog.find(request.group, request.version, request.resource)
  if (!found) {
    if (!catalog.hasOwnTypes(request.group)) return undefined
    throw pathNotFound()
  }
  const { definition, version } = found
  if (definition.custom && !isInScope(request, definition)) return undefined
  requireKnownPath(request, version)
  const namespace = namespaceOf(request, definition)
  const subresource = subresourceOf(request, definition, version)
  const verb = verbOf(request, definition, subresource, namespace)
  const target: Target = { definition, version, namespace, name: request.name, subresource }
  refuseUnnameable(target)
  return { target, verb }
}

/** Whether a path of a custom type has a namespace exactly if its objects have one, or reads all namespaces. */
function isInScope({ namespace, verb }: ResourceAddress, { namespaced }: ResourceDefinition): boolean {
  return namespaced ? namespace !== '' || verb === 'list' || verb === 'watch' : namespace === ''
}

/** Refuses paths with an empty segment, and paths below anything but a proxy, whose backend decides about them. */
function requireKnownPath({ segments, rest, subresource }: ResourceAddress, { subresources }: ResourceVersion): void {
  const isProxied = rest.length > 0 && subresources.some(({ name, connect }) => name === subresource && connect?.hasSubpaths)
  const ours = isProxied ? segments.slice(0, -rest.length) : segments
  if (ours.includes('') || (rest.length > 0 && !isProxied)) throw pathNotFound()
}

/** The namespace of the objects addressed; empty for cluster-scoped types, and for all namespaces. */
function namespaceOf({ namespace, name }: ResourceAddress, { namespaced, group, names }: ResourceDefinition): string {
  if (namespaced) return namespace
  // Namespaces have a path of their own, which names them twice. A type of another group may be called `namespaces` too; to
  // authorizers such a path says that the object is in a namespace, so it leads nowhere.
  const isOwn = isNamespaces({ group, resource: names.plural }) && namespace === name
  if (namespace !== '' && !isOwn) throw pathNotFound()
  return ''
}

function subresourceOf(
  { subresource, name }: ResourceAddress,
  { group, names, custom }: ResourceDefinition,
  version: ResourceVersion,
): Subresource | undefined {
  if (subresource === '') return undefined
  const found = version.subresources.find((candidate) => candidate.name === subresource)
  if (found) return found
  // A custom type may get the subresource later, so the message names the object.
  throw custom ? notFound({ group, resource: names.plural }, name) : pathNotFound()
}

function verbOf(
  request: ResourceAddress,
  definition: ResourceDefinition,
  subresource: Subresource | undefined,
  namespace: string,
): ResourceVerb {
  const isObject = request.name !== ''
  const isEverywhere = definition.namespaced && namespace === ''
  if (isObject && isEverywhere) throw pathNotFound()
  if (subresource?.connect) {
    if (request.verb === 'watch' || !subresource.connect.methods.includes(request.method)) throw methodNotAllowed()
    return SUBRESOURCE_VERBS[request.method] ?? 'get'
  }
  // Answers of a virtual type are not stored, so it has no paths by name, nor across namespaces.
  if (definition.review && (isObject || isEverywhere)) throw pathNotFound()
  const verbs = subresource ? SUBRESOURCE_VERBS : isObject ? OBJECT_VERBS : COLLECTION_VERBS
  const byMethod = Object.hasOwn(verbs, request.method) ? verbs[request.method] : undefined
  const verb = request.verb === 'watch' && request.method === 'GET' ? 'watch' : request.verb === 'watch' ? undefined : byMethod
  const offered = subresource?.verbs ?? definition.verbs
  // The write refuses an object of a terminating type.
  const isOffered = verb !== undefined && (offered.includes(verb) || (definition.custom && !subresource && verb === 'create'))
  if (!isOffered) throw refusedVerb(request, definition)
  // All namespaces can only be read.
  if (isEverywhere && verb !== 'list' && verb !== 'watch') throw methodNotAllowed()
  return verb
}

/** Kubernetes answers for custom types in other words than for its own, and with details. */
function refusedVerb({ method, verb, name }: ResourceAddress, { custom, group, names }: ResourceDefinition): ApiError {
  if (!custom) return methodNotAllowed()
  const changesOne = method === 'PUT' || method === 'PATCH'
  return changesOne && name === ''
    ? badRequest('name must be provided')
    : verbNotSupported({ group, resource: names.plural }, verb)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no name has control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/

/** Refuses names that no object can have, before other stages read them. */
function refuseUnnameable({ definition, namespace, name }: Target): void {
  requirePathSegment(namespace, 'Namespace')
  requirePathSegment(name, 'Name')
  if (CONTROL_CHARACTER.test(namespace)) throw notFound(NAMESPACES, namespace)
  if (CONTROL_CHARACTER.test(name)) throw notFound({ group: definition.group, resource: definition.names.plural }, name)
}
