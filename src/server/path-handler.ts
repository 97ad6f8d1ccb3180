/**
 * Paths that name no resource.
 *
 * @module
 */

import type { ServerResponse } from './http.js'
import type { ParsedRequest } from './parsed-request.js'

/** Answers requests for paths that name no resource: discovery, health, metrics, or an embedder's own. */
export interface PathHandler {
  /** @returns The answer, or undefined when the path is not one of its own. */
  handle(request: ParsedRequest): Promise<ServerResponse | undefined> | ServerResponse | undefined
}
