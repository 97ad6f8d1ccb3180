/**
 * The built-in kinds of the core group.
 *
 * @module
 */

export { configMapDefinition } from './config-map.js'
export { namespaceDefinition } from './namespace.js'
export { secretDefinition } from './secret.js'
export { serviceAccountDefinition } from './service-account.js'
