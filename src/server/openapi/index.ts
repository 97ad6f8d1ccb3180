/**
 * OpenAPI: the published schemas and operations of what is served, in versions 3 and 2.
 *
 * @module
 */

export type { DocumentInfo } from './document-v3.js'
export { createOpenApi, type OpenApi, type OpenApiOptions } from './openapi.js'
