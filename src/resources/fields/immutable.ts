/**
 * Immutable fields.
 *
 * @module
 */

import { type FieldError, invalidField, jsonEqual } from '../../meta/index.js'
import { valueAt } from './fields.js'

/**
 * Reports changes of immutable fields.
 *
 * @param paths - Paths of the fields, such as `spec.selector`.
 * @param detail - The message.
 * @returns A validator of updates.
 */
export const immutableFields =
  (paths: readonly string[], detail = 'field is immutable') =>
  (object: object, live: object): readonly FieldError[] =>
    paths.flatMap((path) => {
      const [next, before] = [object, live].map((state) => valueAt(state, ...path.split('.')))
      return jsonEqual(next, before) ? [] : [invalidField(path, next ?? null, detail)]
    })
