/**
 * A parsed request over HTTP.
 *
 * @module
 */

import type { RequestInfo } from '../endpoints/index.js'
import type { ServerRequest } from './http.js'

/** A request over HTTP, and what it addresses. */
export interface ParsedRequest extends RequestInfo {
  readonly raw: ServerRequest
}
