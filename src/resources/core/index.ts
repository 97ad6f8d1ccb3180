/**
 * The built-in kinds of the core group.
 *
 * @module
 */

export { configMapDefinition } from './config/config-map.js'
export { secretDefinition } from './config/secret.js'
export { namespaceDefinition } from './namespace.js'
export { serviceAccountDefinition } from './service-account.js'
