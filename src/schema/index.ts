/**
 * Structural schemas: what the objects of a type may hold, compiled from OpenAPI v2 or v3 documents and from custom resource
 * definitions.
 *
 * @module
 */

export * from './compile.js'
export { type PatternMatcher, preparePatterns, readPattern } from './pattern.js'
export * from './schema.js'
