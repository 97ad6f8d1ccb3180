/**
 * Connecting subresources, as an embedder writes them: streams and proxies.
 *
 * @module
 */

import type { SubresourceContext } from './custom-subresource-spec.js'

/** The type of a query parameter: string, integer, boolean, or list of strings. */
export type ParameterType = 'string' | 'integer' | 'boolean' | 'strings'

/** The options of a connect request, by name; parameters that were not sent are absent. */
export type ConnectOptions = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** The context of a connecting subresource's handler. */
export interface ConnectContext extends Omit<SubresourceContext, 'dryRun'> {
  /** The parameters of the request after admission; for a proxy with subpaths, also `path`. */
  readonly options: ConnectOptions
  /** `https` of `pods/https:web:8443/proxy`; pods only, undefined where the request does not say it. */
  readonly scheme?: 'http' | 'https'
  /** Number or name of a port, as `8443` of `pods/https:web:8443/proxy`; pods only, undefined where the request does not say it. */
  readonly port?: string
  /** Aborted when the client disconnects, when the connection times out, and when the plane drains. */
  readonly signal: AbortSignal
}

/** Common settings of streams and proxies. */
interface ConnectParts {
  /** Kind of the options for admission. Default: the kind, the subresource and `Options`, as in `WidgetLogOptions`. */
  readonly kind?: string
  /** Query parameters that are accepted as options. Default none. */
  readonly parameters?: Readonly<Record<string, ParameterType>>
}

/** A streaming subresource, such as `log` of `widgets/lamp/log`. It requires the right `get` of `widgets/log`. */
export interface StreamSubresource extends ConnectParts {
  /** Media type of the stream. Default `text/plain`. */
  readonly contentType?: string
  /**
   * Returns the stream. Called after authorization and admission (CONNECT). Each chunk is requested when the client has taken the
   * previous one; a handler that waits for data has to stop when `context.signal` is aborted.
   *
   * @param context - The caller, the options and the object.
   * @returns Text or bytes, as they are produced. The response ends with the iterable.
   * @throws {@link ApiError} is returned to the client; any other error is a 500. An error after the first chunk aborts the
   *   response.
   */
  stream(context: ConnectContext): AsyncIterable<string | Uint8Array> | Promise<AsyncIterable<string | Uint8Array>>
}

/** HTTP methods that a proxy may accept. */
export type ProxyMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * A proxying subresource, such as `proxy` of `widgets/lamp/proxy/status?all=1`. It requires rights on `widgets/proxy`: `get`,
 * `create`, `update`, `patch` or `delete`, by HTTP method.
 */
export interface ProxySubresource extends ConnectParts {
  /** Default all. */
  readonly methods?: readonly ProxyMethod[]
  /** Whether subpaths are accepted. Default true. */
  readonly subpaths?: boolean
  /**
   * Answers a request. Called after authorization and admission (CONNECT).
   *
   * @param request - Method, headers and body as received; of the URL only the path below the subresource and the query are
   *   relevant, not the host. Credentials, cookies and hop-by-hop headers (RFC 9110 §7.6.1) are removed.
   * @param context - The caller, the options and the object.
   * @returns The response, as returned by `fetch`.
   * @throws {@link ApiError} is returned to the client; any other error is a 500.
   */
  proxy(request: Request, context: ConnectContext): Response | Promise<Response>
}

/** The backend of a proxied request, from its path. */
export type Destination = Pick<ConnectContext, 'name' | 'scheme' | 'port'>

/** The handlers of a connecting subresource. */
export interface Connect {
  readonly methods: readonly string[]
  readonly parameters: Readonly<Record<string, ParameterType>>
  /** Whether there are subpaths; the path is an option then. */
  readonly hasSubpaths: boolean
  /** Whether it only reads its object, so that admission is skipped. */
  readonly isRead?: boolean
  /** Whether requests of any method need the right to `create`, as they run something: reading (`get`) is granted more freely. */
  readonly needsCreate?: true
  /** Parses a name segment with more than the object's name. Default: the segment is the name. @throws {@link ApiError} 400. */
  readonly destinationOf?: (address: string) => Destination
  /** Validates the options. @throws {@link ApiError} 400 or 422. */
  readonly check?: (options: ConnectOptions, name: string) => void
  /** Whether a truncated response is still useful: true for followed text, false for proxied responses. */
  readonly endsCleanly: boolean
  open(request: Request, context: ConnectContext): Response | Promise<Response>
}
