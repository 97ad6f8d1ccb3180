/**
 * Field ownership: which manager has set which field.
 *
 * Works on plain values, with no store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

export { checkManagerName, managerFromUserAgent } from '../meta/index.js'
export { type ApplyResult, apply } from './apply.js'
export { type Difference, diff } from './diff/diff.js'
export type { FieldChange } from './diff/field-changes.js'
export { type ExplainedField, explain } from './explain.js'
export { FieldSet } from './fields/field-set.js'
export * from './fields/fields-v1.js'
export { MAX_PATH_LENGTH } from './fields/limits.js'
export {
  type FieldPath,
  fieldElement,
  formatPath,
  indexElement,
  keyElement,
  readPathElement,
  valueElement,
} from './fields/path-element.js'
export type { FieldsV1 } from './fields/set-notes.js'
export { ManagerTable } from './managed/managed-fields.js'
export { type Converting, convertOne, type Managers, type VersionConverter } from './managed/managers.js'
export { withManagedFields, withoutManagedFields } from './managed/server-fields.js'
export { type Comparison, compare, isSame } from './merge/compare.js'
export type { FieldConflict } from './merge/conflicts.js'
export { merge } from './merge/merge.js'
export { extract, remove } from './merge/remove.js'
export type { FieldOwner } from './owned.js'
export {
  applyConfiguration,
  type PlainOwnership,
  type PlainResult,
  readManagers,
  writeManagers,
} from './plain.js'
export { conflictError } from './requests/request-conflicts.js'
export {
  type ApplyAnswer,
  applyingRequest,
  applyRequest,
  findingManagedFields,
  type ManagedRequest,
  managedFieldsAfter,
  readAhead,
  type WriteAnswer,
  writeRequest,
} from './requests/requests.js'
export { compileObjectType, compileType } from './types/compile.js'
export { fieldsOf } from './types/fields-of.js'
export type { FieldType } from './types/type.js'
export { typeOfSchema } from './types/type-of-schema.js'
export { type FieldProblem, UNDECLARED_FIELD, validate } from './types/validate.js'
export { type UpdateResult, update } from './update.js'
export { type Forecast, whatIf } from './what-if.js'
