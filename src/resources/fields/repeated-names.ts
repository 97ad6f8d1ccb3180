/**
 * Unique names in a list.
 *
 * @module
 */

import { duplicateField, errorsOf, type FieldError } from '../../meta/index.js'
import { repeatsIn } from './fields.js'

/**
 * Finds duplicate names in a list, from the second occurrence on. Empty ones are ignored.
 *
 * @param names - The names, in order.
 * @param fieldAt - Where the name at an index stands.
 */
export function repeatedNames(names: readonly string[], fieldAt: (index: number) => string): readonly FieldError[] {
  const isRepeated = repeatsIn(names)
  return errorsOf(names, (name, i) => (name !== '' && isRepeated(i) ? [duplicateField(fieldAt(i), name)] : []))
}
