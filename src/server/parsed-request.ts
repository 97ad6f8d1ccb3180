/**
 * A request whose address was read once: the same parsed request is authorized and executed.
 *
 * @module
 */

import type { QueryParameters } from '../registry/index.js'
import type { ServerRequest } from './http.js'

/** What a request addresses. */
export interface ParsedRequest {
  readonly raw: ServerRequest
  /** Upper case. */
  readonly method: string
  /** Path without query, as it came but without a trailing slash, such as `/apis/apps/v1`. */
  readonly path: string
  /** Percent-decoded segments of the path. */
  readonly segments: readonly string[]
  readonly query: QueryParameters
  /** The first line of a header, or undefined. */
  header(name: string): string | undefined
  /** True below `/api/VERSION/…` and `/apis/GROUP/VERSION/…` where a resource is named. */
  readonly isResourceRequest: boolean
  /** For a resource request get, list, watch, create, update, patch, delete or deletecollection; else the method in lower case. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
}
