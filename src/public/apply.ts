/**
 * Server-side apply on plain values: which manager has set which field, and what a merge makes of it.
 *
 * No store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

// One call: a configuration is merged into an object.
export {
  applyConfiguration,
  type PlainApply,
  type PlainResult,
  type PlainManagers,
  type PlainOwnership,
} from '../apply/index.js'

// Types of objects.
export {
  compileType,
  compileObjectType,
  type CompileTypeOptions,
  type FieldType,
} from '../apply/index.js'

// Objects with `metadata.managedFields`: who owns what, what an apply would do, and the requests of a server.
export {
  explain,
  type ExplainedField,
  type FieldOwner,
  type ManagerIdentity,
  whatIf,
  type Forecast,
  type LostField,
  applyRequest,
  type ApplyRequest,
  type ApplyAnswer,
  type LastApplied,
  writeRequest,
  type WriteRequest,
  type WriteAnswer,
  type ManagedRequest,
  type RequestConflict,
  conflictError,
} from '../apply/index.js'

// Sets of fields, and their form on the wire.
export {
  FieldSet,
  type FieldPath,
  type PathElement,
  formatPath,
  readFieldsV1,
  writeFieldsV1,
  type FieldsV1,
} from '../apply/index.js'

// Operations on values.
export {
  fieldsOf,
  type ReadOptions,
  compare,
  type Comparison,
  isSame,
  merge,
  remove,
  type RemoveOptions,
  type Emptied,
  extract,
  type ExtractOptions,
  validate,
  type FieldProblem,
} from '../apply/index.js'

// Operations on a value and its managers.
export {
  apply,
  type ApplyOperation,
  type ApplyResult,
  type FieldConflict,
  update,
  type UpdateOperation,
  type UpdateResult,
  type Operation,
  type Managers,
  type Ownership,
  type VersionConverter,
  readManagers,
  writeManagers,
} from '../apply/index.js'
