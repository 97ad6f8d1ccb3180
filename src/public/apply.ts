/**
 * Server-side apply on plain values: field ownership, merges and conflicts.
 *
 * No store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

// One call: a configuration is merged into an object.
export {
  applyConfiguration,
  type PlainResult,
  type PlainOwnership,
} from '../apply/index.js'

// Types of objects.
export {
  compileType,
  compileObjectType,
  type FieldType,
} from '../apply/index.js'

// What lies between two states of an object.
export { diff, type Difference, type FieldChange } from '../apply/index.js'

// Objects with `metadata.managedFields`: who owns what, what an apply would do, and the requests of a server.
export {
  explain,
  type ExplainedField,
  whatIf,
  type Forecast,
  applyRequest,
  type ApplyAnswer,
  writeRequest,
  type WriteAnswer,
  conflictError,
} from '../apply/index.js'

// Sets of fields, and their form on the wire.
export {
  FieldSet,
  formatPath,
  readFieldsV1,
  writeFieldsV1,
  type FieldsV1,
} from '../apply/index.js'

// Operations on values.
export {
  fieldsOf,
  compare,
  type Comparison,
  isSame,
  merge,
  remove,
  extract,
  validate,
  type FieldProblem,
} from '../apply/index.js'

// Operations on a value and its managers.
export {
  apply,
  type FieldConflict,
  update,
  type UpdateResult,
  type Managers,
  readManagers,
  writeManagers,
} from '../apply/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type { ApiError } from '../meta/index.js'
