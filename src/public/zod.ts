/**
 * Markers for zod types, for what JSON schema cannot express: how lists and maps merge, and rules in CEL.
 *
 * `defineResource` reads them. This is the only import path that needs zod.
 *
 * @module
 */

export {
  listMap,
  listSet,
  atomic,
  intOrString,
  quantity,
  preserveUnknown,
  withRules,
} from '../zod/index.js'
