/**
 * From a resource request to the type, the place and the verb that it names.
 *
 * @module
 */

import {
  formatApiVersion,
  isNamespaces,
  methodNotAllowed,
  NAMESPACES,
  notFound,
  pathNotFound,
  requirePathSegment,
} from '../meta/index.js'
import type { Target } from '../registry/index.js'
import type { ResourceCatalog, ResourceDefinition, ResourceVerb, ResourceVersion, Subresource } from '../resources/index.js'
import type { RequestInfo } from './request-info.js'

/** What routing looks at of a request. */
export type ResourceAddress = Pick<
  RequestInfo,
  'method' | 'verb' | 'group' | 'version' | 'namespace' | 'resource' | 'name' | 'subresource' | 'segments' | 'rest'
>

/** The types that are served. */
export type RouteCatalog = Pick<ResourceCatalog, 'find' | 'hasOwnTypes'>

/** Where a request goes. */
export interface Route {
  readonly target: Target
  readonly verb: ResourceVerb
}

/** Verbs of an object, of its collection, and of a subresource, by method. */
const OBJECT_VERBS: Readonly<Record<string, ResourceVerb>> = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const COLLECTION_VERBS: Readonly<Record<string, ResourceVerb>> = { GET: 'list', POST: 'create', DELETE: 'deletecollection' }
const SUBRESOURCE_VERBS: Readonly<Record<string, ResourceVerb>> = { ...OBJECT_VERBS, POST: 'create' }

/**
 * Finds where a resource request goes.
 *
 * @param request - A resource request.
 * @param catalog - The types that are served.
 * @returns The target and the verb, or undefined when it is not there and its group has no types of the plane itself.
 * @throws {@link ApiError} 404 for a path that is not there, 405 for a method that it does not take.
 */
export function findRoute(request: ResourceAddress, catalog: RouteCatalog): Route | undefined {
  const found = catalog.find(request.group, request.version, request.resource)
  if (!found) {
    if (!catalog.hasOwnTypes(request.group)) return undefined
    throw pathNotFound()
  }
  const { definition, version } = found
  requireKnownPath(request, version)
  const namespace = namespaceOf(request, definition)
  const subresource = subresourceOf(request, definition, version)
  const verb = verbOf(request, definition, subresource, namespace)
  const target: Target = { definition, version, namespace, name: request.name, subresource }
  refuseUnnameable(target)
  return { target, verb }
}

/** Refuses paths with an empty segment, which names nothing, and paths below what has none; those of a proxy are not ours to judge. */
function requireKnownPath({ segments, rest, subresource }: ResourceAddress, { subresources }: ResourceVersion): void {
  const isProxied = rest.length > 0 && subresources.some(({ name, connect }) => name === subresource && connect?.hasSubpaths)
  const ours = isProxied ? segments.slice(0, -rest.length) : segments
  if (ours.includes('') || (rest.length > 0 && !isProxied)) throw pathNotFound()
}

/** The namespace that the objects meant are in; empty where they are in none, or in any. */
function namespaceOf({ namespace, name }: ResourceAddress, { namespaced, group, names }: ResourceDefinition): string {
  if (namespaced) return namespace
  // Namespaces are addressed by their own path, which names them twice over. A type of another group may be called as they are;
  // to authorizers such a path says that the object is in a namespace, so nothing is there.
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
  // A custom type may have the subresource some day, so there it is the object that is said to be missing.
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
  // What a virtual type answers is not kept, so nothing is there by a name, nor across namespaces.
  if (definition.review && (isObject || isEverywhere)) throw pathNotFound()
  const verbs = subresource ? SUBRESOURCE_VERBS : isObject ? OBJECT_VERBS : COLLECTION_VERBS
  const byMethod = Object.hasOwn(verbs, request.method) ? verbs[request.method] : undefined
  const verb = request.verb === 'watch' && request.method === 'GET' ? 'watch' : request.verb === 'watch' ? undefined : byMethod
  const offered = subresource?.verbs ?? definition.verbs
  if (verb === undefined || !offered.includes(verb)) throw methodNotAllowed()
  // Across namespaces one can only look.
  if (isEverywhere && verb !== 'list' && verb !== 'watch') throw methodNotAllowed()
  return verb
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no name has
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/

/** Answers at once for names that no object can have, before other stages read them. */
function refuseUnnameable({ definition, namespace, name }: Target): void {
  requirePathSegment(namespace, 'Namespace')
  requirePathSegment(name, 'Name')
  if (CONTROL_CHARACTER.test(namespace)) throw notFound(NAMESPACES, namespace)
  if (CONTROL_CHARACTER.test(name)) throw notFound({ group: definition.group, resource: definition.names.plural }, name)
}

/**
 * The warning that goes with every use of a deprecated version.
 *
 * @param target - What was asked for.
 * @returns Its text, or undefined when the version is not deprecated.
 * @see Specification, "Signals on use of deprecated APIs"
 */
export function deprecationWarning({ definition, version }: Target): string | undefined {
  if (!version.deprecated) return undefined
  if (version.deprecationWarning) return version.deprecationWarning
  const { group, names, versions } = definition
  const better = versions.find((candidate) => candidate.served && !candidate.deprecated)
  const say = (name: string) => `${formatApiVersion(group, name)} ${names.kind}`
  return `${say(version.name)} is deprecated${better ? `; use ${say(better.name)}` : ''}`
}
