/**
 * Basics of the API: errors, objects and their metadata, groups and kinds, selectors, names and times.
 *
 * @module
 */

// Errors that clients see.
export {
  ApiError,
  type Status,
  invalid,
} from '../meta/index.js'

// Errors of fields.
export {
  type FieldError,
  invalidField,
  requiredField,
} from '../meta/index.js'

// Objects.
export type {
  ApiObject,
  ObjectMeta,
  OwnerReference,
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
export { formatTime } from '../meta/index.js'

// What goes from a command line.
export { deprecationOf } from '../meta/index.js'
