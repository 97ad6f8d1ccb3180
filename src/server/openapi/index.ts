/**
 * OpenAPI: the published schemas and operations of what is served, in versions 3 and 2.
 *
 * @module
 */

export { createOpenApi } from './openapi.js'
