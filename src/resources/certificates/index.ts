/**
 * Requests for certificates.
 *
 * @module
 */

export { certificatesGroup } from './certificates-group.js'
export { signingRequestDefinition } from './signing-request.js'
export { bundlePrefixOf, trustBundleDefinition } from './trust-bundle.js'
