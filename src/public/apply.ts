/**
 * Server-side apply on plain values: which manager has set which field, and what a merge makes of it.
 *
 * No store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

// One call: a configuration is merged into an object.
// Types of objects.
// Objects with `metadata.managedFields`: who owns what, what an apply would do, and the requests of a server.
// Sets of fields, and their form on the wire.
// Operations on values.
// Operations on a value and its managers.
export {
  type ApplyAnswer,
  type ApplyOperation,
  type ApplyRequest,
  type ApplyResult,
  apply,
  applyConfiguration,
  applyRequest,
  type Comparison,
  type CompileTypeOptions,
  compare,
  compileObjectType,
  compileType,
  conflictError,
  type Emptied,
  type ExplainedField,
  type ExtractOptions,
  explain,
  extract,
  type FieldConflict,
  type FieldOwner,
  type FieldPath,
  type FieldProblem,
  FieldSet,
  type FieldsV1,
  type FieldType,
  type Forecast,
  fieldsOf,
  formatPath,
  isSame,
  type LastApplied,
  type LostField,
  type ManagedRequest,
  type ManagerIdentity,
  type Managers,
  merge,
  type Operation,
  type Ownership,
  type PathElement,
  type PlainApply,
  type PlainManagers,
  type PlainOwnership,
  type PlainResult,
  type ReadOptions,
  type RemoveOptions,
  type RequestConflict,
  readFieldsV1,
  readManagers,
  remove,
  type UpdateOperation,
  type UpdateResult,
  update,
  type VersionConverter,
  validate,
  type WriteAnswer,
  type WriteRequest,
  whatIf,
  writeFieldsV1,
  writeManagers,
  writeRequest,
} from '../apply/index.js'
