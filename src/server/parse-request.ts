/**
 * Parses the URL of a request once, so that what is authorized is what is carried out.
 *
 * The path is split before it is decoded, and nothing in it is resolved: an encoded slash stays inside its segment, and
 * `..` is a segment like any other (that names nothing).
 *
 * @module
 */

import { isTrue, type QueryParameters } from '../endpoints/index.js'
import { ApiError, badRequest, headerText } from '../meta/index.js'
import type { ServerRequest } from './http.js'
import type { ParsedRequest } from './parsed-request.js'
import { decodePercent, parseQuery } from './query.js'
import { RequestWithoutCredentials } from './without-credentials.js'

/** Subresources that `/namespaces/NAME/…` has of its own; any other word there is a type within the namespace. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize'])

const METHOD_VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/**
 * Reads the address of a request.
 *
 * @param raw - The request.
 * @param maxUrlLength - Longest address in characters.
 * @throws {@link ApiError} 414 for an address that is too long, 400 for one that cannot be read.
 * @see Specification, "Endpoints"
 */
export function parseRequest(raw: ServerRequest, maxUrlLength: number): ParsedRequest {
  const url = raw.url
  if (url.length > maxUrlLength) {
    throw new ApiError({ code: 414, message: `the address of the request is longer than ${maxUrlLength} characters` })
  }
  const start = pathStart(url)
  const question = url.indexOf('?', start)
  const rawPath = question < 0 ? url.slice(start) : url.slice(start, question)
  return new AddressedRequest(raw, rawPath || '/', parseQuery(question < 0 ? '' : url.slice(question + 1)))
}

/** Proxies ask with whole addresses (RFC 9112 §3.2.2); scheme and authority are skipped. */
function pathStart(url: string): number {
  if (url.startsWith('/')) return 0
  const scheme = url.indexOf('://')
  if (scheme < 0) throw badRequest('the address of the request has no path')
  const path = url.slice(scheme + 3).search(/[/?#]/)
  return path < 0 ? url.length : scheme + 3 + path
}

class AddressedRequest implements ParsedRequest {
  readonly #headers: ServerRequest['headers']
  #isCredential: ((name: string) => boolean) | undefined
  raw: ServerRequest
  readonly method: string
  readonly #rawPath: string
  readonly path: string
  readonly segments: readonly string[]
  readonly query: QueryParameters
  readonly isResourceRequest: boolean
  readonly verb: string
  readonly group: string = ''
  readonly version: string = ''
  readonly namespace: string = ''
  readonly resource: string = ''
  readonly subresource: string = ''
  readonly name: string = ''
  /** Index of the first of the segments of {@link AddressedRequest.rest}. */
  readonly #restAt: number = Number.POSITIVE_INFINITY

  constructor(raw: ServerRequest, rawPath: string, query: QueryParameters) {
    this.raw = raw
    this.#headers = raw.headers
    this.method = raw.method.toUpperCase()
    this.#rawPath = rawPath
    this.path = rawPath.length > 1 && rawPath.endsWith('/') ? rawPath.slice(0, -1) : rawPath
    const segments = this.path.slice(1).split('/')
    this.segments = rawPath.includes('%') ? segments.map(decodePercent) : segments
    this.query = query
    const prefix = apiPrefixLength(this.segments)
    let at = prefix
    const watchPath = prefix > 0 && this.segments[at] === 'watch' && this.segments.length > at + 1
    if (watchPath) at += 1
    this.isResourceRequest = prefix > 0 && (this.segments[at] ?? '') !== ''
    if (!this.isResourceRequest) {
      this.verb = this.method.toLowerCase()
      return
    }
    this.group = prefix === 3 ? (this.segments[1] ?? '') : ''
    this.version = this.segments[prefix - 1] ?? ''
    if (this.segments[at] === 'namespaces' && this.segments.length > at + 1) {
      this.namespace = this.segments[at + 1] ?? ''
      const inside = this.segments[at + 2]
      if (inside !== undefined && !NAMESPACE_SUBRESOURCES.has(inside)) at += 2
    }
    this.resource = this.segments[at] ?? ''
    this.name = this.segments[at + 1] ?? ''
    this.subresource = this.segments[at + 2] ?? ''
    this.#restAt = at + 3
    this.verb = verbOf(this.method, this.name, this.subresource, watchPath, query)
  }

  get rest(): readonly string[] {
    return this.segments.slice(this.#restAt)
  }

  get rawRest(): string {
    let at = 0
    for (let before = this.segments.length - this.rest.length; before > 0 && at >= 0; before--)
      at = this.#rawPath.indexOf('/', at + 1)
    return at < 0 ? '' : this.#rawPath.slice(at)
  }

  get decodedPath(): string {
    return decodePercent(this.#rawPath)
  }

  header(name: string): string | undefined {
    for (const line of this.#headers) if (line[0] === name) return this.#isCredential?.(name) ? undefined : headerText(line[1])
    return undefined
  }

  hideCredentials(isCredential: (name: string) => boolean): void {
    this.#isCredential = isCredential
    this.raw = new RequestWithoutCredentials(this.raw, isCredential)
  }
}

/** How many segments come before the resource: 2 below `/api/VERSION`, 3 below `/apis/GROUP/VERSION`, else 0. */
function apiPrefixLength(segments: readonly string[]): number {
  if (segments[0] === 'api') return segments.length > 2 ? 2 : 0
  if (segments[0] === 'apis') return segments.length > 3 ? 3 : 0
  return 0
}

function verbOf(method: string, name: string, subresource: string, watchPath: boolean, query: QueryParameters): string {
  const verb = METHOD_VERBS[method] ?? method.toLowerCase()
  if (watchPath || (verb === 'get' && subresource === '' && isTrue(query.get('watch')))) return 'watch'
  if (name !== '') return verb
  return verb === 'get' ? 'list' : verb === 'delete' ? 'deletecollection' : verb
}
