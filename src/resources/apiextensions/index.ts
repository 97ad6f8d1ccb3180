/**
 * Custom resource definitions, and the types that come from them.
 *
 * @module
 */

export { customResourceDefinition } from './custom-resource-definition.js'
export { definitionFromCustomResource } from './definition-from-custom-resource.js'
export { cleanupFinalizerOf, establish, hasItsNames, isEstablished } from './establish.js'
