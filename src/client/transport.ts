/**
 * The interface between a client and its plane, with two transports: in process and over HTTP.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { ApiObject, GroupVersionKind, GroupVersionResource, PatchType } from '../meta/index.js'
import type { ResourceVerb } from '../resources/index.js'

/** A resource type, as far as clients need it. */
export interface ResourceType extends GroupVersionResource {
  readonly kind: string
  readonly namespaced: boolean
}

/** A resource type that a plane serves, in its preferred version. */
export interface ServedType extends ResourceType {
  /** Its verbs, such as `list` and `watch`. */
  readonly verbs: readonly string[]
  /** Its short names, such as `deploy`, if it has any. */
  readonly shortNames?: readonly string[]
}

/** One request in terms of the API. Empty texts mean none. */
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
  /** Only the metadata of objects is needed, for the verbs list and watch. */
  readonly metadataOnly?: boolean
  /** The format of the body, for the verb patch. */
  readonly patchType?: PatchType
  readonly signal?: AbortSignal
  /** The caller repeats it and reports why, so that no transport does. */
  readonly isRepeated?: boolean
  /** Names the request in logs and traces of the plane, which generates an id by default. */
  readonly auditId?: string
  /** Time limit of the answer; watches have none. */
  readonly timeoutMs?: number
  /** Receives warnings of the plane. */
  readonly onWarning?: (text: string) => void
}

/** A request to a subresource that connects. */
export interface ConnectRequest extends ClientRequest {
  readonly method: string
  /** The path below the subresource, percent-encoded, with the slash before it; empty for none. */
  readonly path: string
  /** The query with its question mark; empty for none. It replaces {@link ClientRequest.query}. */
  readonly search: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
}

/** Whether a request connects. */
export const connects = (request: ClientRequest): request is ConnectRequest => 'method' in request

/** An event of one watch connection, before any recovery. */
export type TransportEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: ApiObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }

/** The way to a plane. */
export interface Transport {
  /** Aborted when the client, or its plane, is closed: watches end then. */
  readonly closed: AbortSignal
  /**
   * Discovers a type.
   *
   * @param name - By kind, or by the plural name that URLs use.
   * @throws {@link ApiError} 404 when the plane does not serve it.
   */
  resolve(name: GroupVersionKind | GroupVersionResource): Promise<ResourceType>
  /**
   * Requests all types that the plane serves now.
   *
   * @returns Each once, in its preferred version.
   */
  types(): Promise<readonly ServedType[]>
  /**
   * Sends a request.
   *
   * @returns The answer, deeply frozen.
   * @throws {@link ApiError} when the plane refuses the request.
   */
  send(request: ClientRequest): Promise<unknown>
  /**
   * Connects to a subresource.
   *
   * @returns A successful answer, whose body is not read yet.
   * @throws {@link ApiError} for any other answer.
   */
  connect(request: ConnectRequest): Promise<Response>
  /** Opens a watch on subscription. It completes when the plane ends it, and fails with the plane's error. */
  watch(request: ClientRequest): Observable<TransportEvent>
  /** Ends watches and closes connections. */
  close(): void
}
