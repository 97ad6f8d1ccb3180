/**
 * What a client needs of the way to its plane: two transports speak it, one in process, one over HTTP.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { ApiObject, GroupVersionKind, GroupVersionResource, PatchType } from '../meta/index.js'
import type { ResourceVerb } from '../resources/index.js'

/** A resource type as clients have to know it. */
export interface ResourceType extends GroupVersionResource {
  readonly kind: string
  readonly namespaced: boolean
}

/** A resource type that a plane serves, in the version that it prefers. */
export interface ServedType extends ResourceType {
  /** What can be done with it, such as `list` and `watch`. */
  readonly verbs: readonly string[]
}

/** One request, by the names of the API. Empty texts name nothing. */
export interface ClientRequest {
  readonly verb: ResourceVerb
  readonly type: ResourceType
  readonly namespace: string
  readonly name: string
  readonly subresource: string
  /** Query parameters, as in URLs. */
  readonly query: ReadonlyMap<string, string>
  /** A JSON value; undefined for requests without a body. */
  readonly body?: unknown
  /** Nothing but the metadata of objects is needed, for the verbs list and watch. */
  readonly metadataOnly?: boolean
  /** The language of the body, for the verb patch. */
  readonly patchType?: PatchType
  readonly signal?: AbortSignal
  /** Names the request in logs and traces of the plane, which makes an id up by default. */
  readonly auditId?: string
  /** How long the answer may take; watches have no such limit. */
  readonly timeoutMs?: number
  /** Takes what the plane warns of. */
  readonly onWarning?: (text: string) => void
}

/** A request to a subresource that connects. */
export interface ConnectRequest extends ClientRequest {
  readonly method: string
  /** The path below the subresource, percent-encoded, with the slash before it; empty for none. */
  readonly path: string
  /** The query with its question mark; empty for none. It takes the place of {@link ClientRequest.query}. */
  readonly search: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
}

/** Whether a request connects. */
export const connects = (request: ClientRequest): request is ConnectRequest => 'method' in request

/** An event of one watch, before anything is made good that breaks it. */
export type TransportEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: ApiObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }

/** The way to a plane. */
export interface Transport {
  /** Aborted when the client, or its plane, is closed: watches are over then, for good. */
  readonly closed: AbortSignal
  /**
   * Finds what the plane calls a type.
   *
   * @param name - By kind, or by the plural name that URLs use.
   * @throws {@link ApiError} 404 when the plane does not serve it.
   */
  resolve(name: GroupVersionKind | GroupVersionResource): Promise<ResourceType>
  /**
   * Asks for all types that the plane serves now.
   *
   * @returns Each once, in the version that is preferred for it.
   */
  types(): Promise<readonly ServedType[]>
  /**
   * Sends a request.
   *
   * @returns The answer, deeply frozen.
   * @throws {@link ApiError} for what the plane refuses.
   */
  send(request: ClientRequest): Promise<unknown>
  /**
   * Connects to a subresource.
   *
   * @returns The answer, a success, whose body is still to come.
   * @throws {@link ApiError} for any other answer.
   */
  connect(request: ConnectRequest): Promise<Response>
  /** Opens a watch on subscription. It completes when the plane ends it, and fails with what the plane says. */
  watch(request: ClientRequest): Observable<TransportEvent>
  /** Ends watches and gives up connections. */
  close(): void
}
