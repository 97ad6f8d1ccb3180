/**
 * Words of the API: errors, objects and their metadata, groups and kinds, selectors, names and times.
 *
 * @module
 */

// Objects.
export type {
  ApiObject,
  JsonObject,
  JsonValue,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  UnknownRecord,
} from '../meta/index.js'
// Errors that clients see.
// What is wrong with a field.
// Types, by name.
// Selectors.
// Times.
export {
  ApiError,
  type ApiErrorInit,
  badRequest,
  conflict,
  duplicateField,
  type FieldError,
  type FieldErrorReason,
  type FieldRequirement,
  type FieldSelector,
  forbidden,
  forbiddenField,
  formatApiVersion,
  formatTime,
  type GroupResource,
  type GroupVersionKind,
  type GroupVersionResource,
  invalid,
  invalidField,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  type LabelSelectorObject,
  labelSelectorFrom,
  parseApiVersion,
  parseFieldSelector,
  parseLabelSelector,
  parseTime,
  requiredField,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
  serviceUnavailable,
  unsupportedField,
} from '../meta/index.js'
