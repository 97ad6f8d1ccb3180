/**
 * Fields that stay as they were created.
 *
 * @module
 */

import { type ApiObject, type FieldError, invalidField, jsonEqual } from '../../meta/index.js'
import { valueAt } from './fields.js'

/**
 * Finds what was changed that may not change.
 *
 * @param paths - Where the fields are, such as `spec.selector`.
 * @param detail - The message.
 * @returns A judge of updates.
 */
export const immutableFields =
  (paths: readonly string[], detail = 'field is immutable') =>
  (object: ApiObject, live: ApiObject): readonly FieldError[] =>
    paths.flatMap((path) => {
      const [next, before] = [object, live].map((state) => valueAt(state, ...path.split('.')))
      return jsonEqual(next, before) ? [] : [invalidField(path, next ?? null, detail)]
    })
