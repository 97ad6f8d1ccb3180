/**
 * Replaces `exposition.js` in bundles for browsers (`browser` in package.json): prom-client needs
 * Node, and no scraper reaches a page.
 *
 * @module
 */

import { pathNotFound } from '../../meta/index.js'

/** @throws ApiError 404, as for any path that a plane does not have. */
export function createExposition(): never {
  throw pathNotFound()
}
