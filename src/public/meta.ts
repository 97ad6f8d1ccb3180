/**
 * Words of the API: errors, objects and their metadata, groups and kinds, selectors, names and times.
 *
 * @module
 */

// Errors that clients see.
export {
  ApiError,
  type Status,
  badRequest,
  forbidden,
  conflict,
  invalid,
  serviceUnavailable,
} from '../meta/index.js'

// What is wrong with a field.
export {
  type FieldError,
  invalidField,
  requiredField,
  forbiddenField,
  unsupportedField,
  duplicateField,
} from '../meta/index.js'

// Objects.
export type {
  ApiObject,
  ObjectMeta,
  OwnerReference,
  ManagedFieldsEntry,
  JsonObject,
  JsonValue,
} from '../meta/index.js'

// Types, by name.
export {
  type GroupVersionResource,
  type GroupResource,
  parseApiVersion,
  formatApiVersion,
} from '../meta/index.js'

// Selectors.
export {
  parseLabelSelector,
  labelSelectorFrom,
  type LabelSelector,
  parseFieldSelector,
  type FieldSelector,
} from '../meta/index.js'

// Times.
export {
  parseTime,
  formatTime,
} from '../meta/index.js'

// What goes from a command line.
export {
  deprecationOf,
  type DeprecatedElement,
} from '../meta/index.js'
