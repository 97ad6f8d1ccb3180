/**
 * Field ownership: which manager has set which field.
 *
 * Works on plain values, with no store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

export { checkManagerName, MAX_MANAGER_NAME_BYTES, managerFromUserAgent } from '../meta/index.js'
export { type ApplyOperation, type ApplyResult, apply, type Operation } from './apply.js'
export { type Comparison, compare, isSame } from './compare.js'
export { type CompileTypeOptions, compileObjectType, compileType } from './compile.js'
export type { FieldConflict } from './conflicts.js'
export { type ExplainedField, explain, type FieldOwner } from './explain.js'
export type { SetNotes } from './field-set.js'
export { FieldSet, type FieldsV1, MAX_PATH_LENGTH } from './field-set.js'
export { fieldsOf, type ReadOptions } from './fields-of.js'
export * from './fields-v1.js'
export type { LastApplied } from './last-applied.js'
export { type ManagerIdentity, ManagerTable } from './managed-fields.js'
export { type Conversion, type Converting, convertNow, type Managers, type Ownership, type VersionConverter } from './managers.js'
export { merge } from './merge.js'
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
} from './path-element.js'
export {
  applyConfiguration,
  type PlainApply,
  type PlainManagers,
  type PlainOwnership,
  type PlainResult,
  readManagers,
  writeManagers,
} from './plain.js'
export { reconcileSet } from './reconcile.js'
export { type Emptied, type ExtractOptions, extract, type RemoveOptions, remove } from './remove.js'
export { conflictError, describeManager, type RequestConflict } from './request-conflicts.js'
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
} from './requests.js'
export type { Field, FieldType, KeyField, ListType, MapType, ScalarKind } from './type.js'
export { type UpdateOperation, type UpdateResult, update } from './update.js'
export { type FieldProblem, validate } from './validate.js'
export { type Forecast, type LostField, whatIf } from './what-if.js'
