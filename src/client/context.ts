/**
 * What every request of a client shares.
 *
 * @module
 */

import { badRequest, check, encodableValue, formatApiVersion, getKey, isRecord, type UnknownRecord } from '../meta/index.js'
import type { SharingRuntime } from './informer/shared-informers.js'
import type { RequestOptions } from './options.js'
import type { ClientRequest, ResourceType, Transport } from './transport.js'

/** The transport of a client, and the defaults of its requests. */
export interface ClientContext extends SharingRuntime {
  readonly transport: Transport
  readonly fieldManager: string | undefined
  readonly onWarning: ((text: string) => void) | undefined
}

/** A requested type: its names in the plane are discovered with the first request. */
export interface RequestScope {
  readonly context: ClientContext
  /** The type as it was requested. */
  readonly typeKey: string
  readonly find: () => Promise<ResourceType>
  /** Empty for all. */
  readonly namespace: string
  readonly subresource: string
}

/** What differs between requests of one scope. */
export type RequestParts = Pick<ClientRequest, 'verb'> &
  Partial<Pick<ClientRequest, 'name' | 'query' | 'body' | 'patchType' | 'metadataOnly' | 'isRepeated'>>

const NO_QUERY: ReadonlyMap<string, string> = new Map()

/**
 * Puts a request together.
 *
 * @throws {@link ApiError} 400 for a cluster-scoped type in a namespace, which a plane answers as an unknown path.
 */
export function requestOf(
  { context, subresource }: RequestScope,
  type: ResourceType,
  namespace: string,
  parts: RequestParts,
  options: RequestOptions,
): ClientRequest {
  // A program without types may leave the member out: the plane decides then.
  if (namespace !== '' && type.namespaced === false)
    throw badRequest(`${type.resource} are in no namespace: leave out .namespace(${JSON.stringify(namespace)})`)
  const onWarning = options.onWarning ?? context.onWarning
  return {
    type,
    namespace,
    name: '',
    subresource,
    query: NO_QUERY,
    ...parts,
    ...(options.signal && { signal: options.signal }),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    ...(onWarning && { onWarning }),
  }
}

/**
 * The namespace of a request.
 *
 * @param scope - Its namespace, where set, takes precedence.
 * @param type - Cluster-scoped types have no namespace.
 * @param object - Its `metadata.namespace` is used otherwise.
 * @throws {@link ApiError} 400 for a namespaced type without a namespace.
 */
export function namespaceOf(scope: RequestScope, type: ResourceType, object?: unknown): string {
  if (scope.namespace !== '' || !type.namespaced) return scope.namespace
  const own = getKey(getKey(object, 'metadata'), 'namespace')
  if (typeof own === 'string' && own !== '') return own
  throw badRequest(`${type.resource} live in namespaces: say which, by .namespace('…') or in the object's metadata`)
}

/**
 * Checks the name that a method receives.
 *
 * @param method - Name of the method, for the error.
 * @param name - The name.
 * @param what - What it names.
 * @throws {@link ApiError} 400 for an invalid name.
 */
export const requireName = (method: string, name: unknown, what = 'an object'): string =>
  nameAt(method, 'name', name, `the name of ${what}`)

/**
 * The name in the metadata of a method's argument.
 *
 * @throws {@link ApiError} 400 without a name, or for a value that is no object.
 */
export const nameIn = (method: string, object: unknown): string =>
  nameAt(method, 'metadata.name', getKey(getKey(requireObject(method, object), 'metadata'), 'name'), 'the name of the object')

function nameAt(method: string, place: string, name: unknown, expected: string): string {
  if (typeof name === 'string' && name !== '') return name
  throw badRequest(`${method}: ${check.wrong(expected, name, place)}`)
}

/**
 * Checks an object that a method receives.
 *
 * @param method - Name of the method, for the error.
 * @param object - The object.
 * @param place - Name of the argument, for the error.
 * @throws {@link ApiError} 400 for any other value.
 */
export function requireObject(method: string, object: unknown, place = 'object'): UnknownRecord {
  if (!isRecord(object)) throw badRequest(`${method}: ${check.wrong('an object', object, place)}`)
  requireEncodable(method, object, place)
  return object
}

/**
 * Checks a value that is going to be the body of a request.
 *
 * @param method - Name of the method, for the error.
 * @param value - The value.
 * @param place - Name of the argument, for the error.
 * @throws {@link ApiError} 400 for a value that is no JSON; encoding it would lose it, as `NaN` would be null.
 */
export function requireEncodable(method: string, value: unknown, place: string): void {
  for (const fault of encodableValue(value, place)) throw badRequest(`${method}: ${fault}`)
}

/** Kinds of subresources with a kind of their own, which requests may omit. */
const SUBRESOURCE_KINDS: Readonly<Record<string, { readonly apiVersion: string; readonly kind: string }>> = {
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
}

/** An object with the `apiVersion` and `kind` of its type, unless it has others. */
export function withType({ subresource }: RequestScope, type: ResourceType, object: unknown): unknown {
  if (!isRecord(object)) return object
  if (subresource === '' || subresource === 'status') {
    return { apiVersion: formatApiVersion(type.group, type.version), kind: type.kind, ...object }
  }
  return { ...SUBRESOURCE_KINDS[subresource], ...object }
}
