/**
 * Words for zod types that say what JSON schema has no word for: how lists and maps merge, and rules about values.
 *
 * Each marks a type; `defineResource` reads the marks, in the words of its dialect. This is the only door that needs zod.
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
