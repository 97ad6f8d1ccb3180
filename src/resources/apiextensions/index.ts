/**
 * Custom resource definitions, and the types that they define.
 *
 * @module
 */

export { withApproval } from './approval.js'
export { customResourceDefinition } from './custom-resource-definition.js'
export { schemasAlong, schemasOf, withoutSchemas } from './definition-fields.js'
export { definitionFromCustomResource } from './definition-from-custom-resource.js'
export { definitionType } from './definition-type.js'
export {
  areNamesAccepted,
  cleanupFinalizerOf,
  establish,
  isEstablished,
  type NamesInUse,
  namesInUse,
  withTerminating,
} from './establish.js'
