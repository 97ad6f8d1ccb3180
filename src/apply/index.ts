/**
 * Field ownership: which manager has set which field.
 *
 * Works on plain values, with no store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

export { checkManagerName, MAX_MANAGER_NAME_BYTES, managerFromUserAgent } from '../meta/index.js'
export { type ApplyOperation, type ApplyResult, apply, type Operation } from './apply.js'
export { type ExplainedField, explain, type FieldOwner } from './explain.js'
export type { SetNotes } from './fields/field-set.js'
export { FieldSet, type FieldsV1, MAX_PATH_LENGTH } from './fields/field-set.js'
export * from './fields/fields-v1.js'
export {
  comparePathElements,
  type FieldPath,
  fieldElement,
  formatPath,
  indexElement,
  keyElement,
  type PathElement,
  readPathElement,
  valueElement,
} from './fields/path-element.js'
export { type ManagerIdentity, ManagerTable } from './managed/managed-fields.js'
export {
  type Conversion,
  type Converting,
  convertNow,
  type Managers,
  type Ownership,
  type VersionConverter,
} from './managed/managers.js'
export { reconcileSet } from './managed/reconcile.js'
export { type Comparison, compare, isSame } from './merge/compare.js'
export type { FieldConflict } from './merge/conflicts.js'
export { merge } from './merge/merge.js'
export { type Emptied, type ExtractOptions, extract, type RemoveOptions, remove } from './merge/remove.js'
export {
  applyConfiguration,
  type PlainApply,
  type PlainManagers,
  type PlainOwnership,
  type PlainResult,
  readManagers,
  writeManagers,
} from './plain.js'
export type { LastApplied } from './requests/last-applied.js'
export { conflictError, describeManager, type RequestConflict } from './requests/request-conflicts.js'
export {
  type ApplyAnswer,
  type ApplyRequest,
  applyingRequest,
  applyRequest,
  findingManagedFields,
  type ManagedRequest,
  managedFieldsAfter,
  readAhead,
  type WriteAnswer,
  type WriteRequest,
  writeRequest,
} from './requests/requests.js'
export { type CompileTypeOptions, compileObjectType, compileType } from './types/compile.js'
export { fieldsOf, type ReadOptions } from './types/fields-of.js'
export type { Field, FieldType, KeyField, ListType, MapType, ScalarKind } from './types/type.js'
export { type FieldProblem, validate } from './types/validate.js'
export { type UpdateOperation, type UpdateResult, update } from './update.js'
export { type Forecast, type LostField, whatIf } from './what-if.js'
