/**
 * `/`: the list of the paths that name no resource.
 *
 * @module
 */

import { encodeJson } from '../codec/index.js'
import { compareText, methodNotAllowed } from '../meta/index.js'
import type { PathHandler } from './path-handler.js'
import { jsonResponse } from './respond.js'

/** A handler that tells its paths. */
export interface ListedHandler extends PathHandler {
  /** The paths that it answers now, in any order. */
  paths(): readonly string[]
}

/**
 * Makes the handler of `/`.
 *
 * @param handlers - Those whose paths are listed.
 */
export const createRootPaths = (handlers: readonly ListedHandler[]): PathHandler => ({
  handle({ path, method }) {
    if (path !== '/') return undefined
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed()
    const paths = handlers.flatMap((handler) => handler.paths()).sort(compareText)
    return jsonResponse(200, encodeJson({ paths }, { pretty: true }))
  },
})
