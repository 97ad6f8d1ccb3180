/**
 * Subresources that connect, as an embedder writes them: a stream that is read, and requests that are handed on.
 *
 * @module
 */

import type { SubresourceContext } from './custom-subresource-spec.js'

/** How a query parameter is read: text, a whole number, yes or no, or as many texts as it comes with. */
export type ParameterType = 'string' | 'integer' | 'boolean' | 'strings'

/** The options of a request that connects, by name; what was not sent is not there. */
export type ConnectOptions = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** What the handler of a subresource that connects has at hand. */
export interface ConnectContext extends Omit<SubresourceContext, 'dryRun'> {
  /** The parameters of the request as admission has let them through; of a proxy with paths below it, `path` as well. */
  readonly options: ConnectOptions
  /** `https` of `pods/https:web:8443/proxy`; pods only, undefined where the request does not say it. */
  readonly scheme?: 'http' | 'https'
  /** Number or name of a port, as `8443` of `pods/https:web:8443/proxy`; pods only, undefined where the request does not say it. */
  readonly port?: string
  /** Aborts when the client has left, when the time of the connection is over, and when the plane drains. */
  readonly signal: AbortSignal
}

/** What both kinds of subresources that connect say. */
interface ConnectParts {
  /** Kind of the options, as admission is shown them. Default: the kind, the subresource and `Options`, as in `WidgetLogOptions`. */
  readonly kind?: string
  /** Query parameters that are options. Default none. */
  readonly parameters?: Readonly<Record<string, ParameterType>>
}

/** A subresource that is read as a stream, as `log` of `widgets/lamp/log`. Its right is `get` of `widgets/log`. */
export interface StreamSubresource extends ConnectParts {
  /** Media type of the stream. Default `text/plain`. */
  readonly contentType?: string
  /**
   * Gives the stream. Called after authorization and admission (CONNECT). The next chunk is asked for when the client has taken the
   * one
   * before; who waits for one has to stop when `context.signal` aborts.
   *
   * @param context - The caller, the options and the object.
   * @returns Text or bytes, as they are produced. The stream ends with them.
   * @throws {@link ApiError} becomes the answer; anything else is a 500. Once the stream has begun it breaks off.
   */
  stream(context: ConnectContext): AsyncIterable<string | Uint8Array> | Promise<AsyncIterable<string | Uint8Array>>
}

/** Methods that a proxy may take. */
export type ProxyMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * A subresource whose requests are handed on, as `proxy` of `widgets/lamp/proxy/status?all=1`. Its rights are those of
 * `widgets/proxy`:
 * `get`, `create`, `update`, `patch` and `delete`, by the method.
 */
export interface ProxySubresource extends ConnectParts {
  /** Default all. */
  readonly methods?: readonly ProxyMethod[]
  /** Whether there are paths below it. Default true. */
  readonly subpaths?: boolean
  /**
   * Answers a request. Called after authorization and admission (CONNECT).
   *
   * @param request - Method, headers and body as they came; of the address the path below the subresource and the query count, not
   *   the
   *   host. Credentials, cookies and what is between the client and the plane alone (RFC 9110 §7.6.1) are left out of the headers.
   * @param context - The caller, the options and the object.
   * @returns The answer, as `fetch` gives it.
   * @throws {@link ApiError} becomes the answer; anything else is a 500.
   */
  proxy(request: Request, context: ConnectContext): Response | Promise<Response>
}

/** The backend of a proxied request, from its path. */
export type Destination = Pick<ConnectContext, 'name' | 'scheme' | 'port'>

/** What a subresource does that connects. */
export interface Connect {
  readonly methods: readonly string[]
  readonly parameters: Readonly<Record<string, ParameterType>>
  /** Whether there are paths below it; the path is an option then. */
  readonly hasSubpaths: boolean
  /** Whether it is a read of its object, which admission has no say in. */
  readonly isRead?: boolean
  /** Reads an address that says more than the name of an object. Default: it says the name. @throws {@link ApiError} 400. */
  readonly destinationOf?: (address: string) => Destination
  /** Refuses options that make no sense. @throws {@link ApiError} 400 or 422. */
  readonly check?: (options: ConnectOptions, name: string) => void
  /** Whether an answer that is cut short is still one: text that is followed, and not what is handed on. */
  readonly endsCleanly: boolean
  open(request: Request, context: ConnectContext): Response | Promise<Response>
}
