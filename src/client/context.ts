/**
 * What every request of a client shares.
 *
 * @module
 */

import { badRequest, formatApiVersion, getKey, isRecord } from '../meta/index.js'
import type { SharingRuntime } from './informer/shared-informers.js'
import type { RequestOptions } from './options.js'
import type { ClientRequest, ResourceType, Transport } from './transport.js'

/** The transport of a client, and the defaults of its requests. */
export interface ClientContext extends SharingRuntime {
  readonly transport: Transport
  readonly fieldManager: string | undefined
  readonly onWarning: ((text: string) => void) | undefined
}

/** A type as a client was asked for it: what the plane calls it is found out with the first request. */
export interface RequestScope {
  readonly context: ClientContext
  /** Names the type as the client was asked for it. */
  readonly typeKey: string
  readonly find: () => Promise<ResourceType>
  /** Empty for all. */
  readonly namespace: string
  readonly subresource: string
}

/** What differs between requests of one scope. */
export type RequestParts = Pick<ClientRequest, 'verb'> &
  Partial<Pick<ClientRequest, 'name' | 'query' | 'body' | 'patchType' | 'metadataOnly'>>

const NO_QUERY: ReadonlyMap<string, string> = new Map()

/** Puts a request together. */
export function requestOf(
  { context, subresource }: RequestScope,
  type: ResourceType,
  namespace: string,
  parts: RequestParts,
  options: RequestOptions,
): ClientRequest {
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
 * The namespace that a request goes to.
 *
 * @param scope - The namespace that the client was asked for counts first.
 * @param type - Has a say, as some types live in none.
 * @param object - May tell its own namespace.
 * @throws {@link ApiError} 400 when nobody says which.
 */
export function namespaceOf(scope: RequestScope, type: ResourceType, object?: unknown): string {
  if (scope.namespace !== '' || !type.namespaced) return scope.namespace
  const own = getKey(getKey(object, 'metadata'), 'namespace')
  if (typeof own === 'string' && own !== '') return own
  throw badRequest(`${type.resource} live in namespaces: say which, by .namespace('…') or in the object's metadata`)
}

/**
 * The name that an object says it has.
 *
 * @throws {@link ApiError} 400 when it has none.
 */
export function requireName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw badRequest('the name of the object is missing')
  return name
}

/** The name in an object's metadata. */
export const nameIn = (object: unknown): string => requireName(getKey(getKey(object, 'metadata'), 'name'))

/** Kinds of subresources that have one of their own, and need not be told it. */
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
