/**
 * The target of an in-process request.
 *
 * @module
 */

import type { RequestInfo } from '../../endpoints/index.js'
import { NAMESPACES } from '../../meta/index.js'
import { METHODS, resourcePath } from '../paths.js'
import { type ClientRequest, connects } from '../transport.js'
import { queryOf, searchOf } from './query.js'

const NONE: readonly string[] = Object.freeze([])

/** The target of a client's request; the path is computed on demand. */
export class ClientRequestInfo implements RequestInfo {
  readonly method: string
  readonly isResourceRequest = true
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly name: string
  readonly subresource: string
  readonly segments = NONE
  readonly rest: readonly string[]
  readonly rawRest: string
  readonly query: RequestInfo['query']
  readonly #request: ClientRequest
  readonly #headers: readonly (readonly [string, string])[]

  /**
   * @param request - The request.
   * @param headers - Its header lines.
   */
  constructor(request: ClientRequest, headers: readonly (readonly [string, string])[]) {
    const { verb, type, name, subresource } = request
    const connection = connects(request) ? request : undefined
    this.method = connection?.method ?? METHODS[verb]
    this.verb = verb
    this.group = type.group
    this.version = type.version
    this.namespace = namespaceOf(request)
    this.resource = type.resource
    this.name = name
    this.subresource = subresource
    this.rawRest = connection?.path ?? ''
    this.rest = this.rawRest.length > 1 ? this.rawRest.slice(1).split('/') : NONE
    this.query = connection ? searchOf(connection.search) : queryOf(request.query)
    this.#request = request
    this.#headers = headers
  }

  get path(): string {
    return `${resourcePath(this.#request)}${this.rawRest}`
  }

  get decodedPath(): string {
    return decodeURIComponent(this.path)
  }

  header(name: string): string | undefined {
    for (const [key, value] of this.#headers) if (key === name) return value
    return undefined
  }
}

/** The namespace of a path, for authorization and routing: in every group, the segment after `namespaces` is a namespace. */
const namespaceOf = ({ type, namespace, name }: ClientRequest): string =>
  type.resource === NAMESPACES.resource && namespace === '' ? name : namespace
