/**
 * What stands in for `exposition.js` where a bundler builds for browsers (`browser` in package.json): prom-client needs
 * Node, and nobody scrapes a page.
 *
 * @module
 */

import { pathNotFound } from '../../meta/index.js'

/** @throws ApiError 404, as for any path that a plane does not have. */
export function createExposition(): never {
  throw pathNotFound()
}
