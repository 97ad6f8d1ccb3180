/**
 * Names that may stand in a list once.
 *
 * @module
 */

import { duplicateField, errorsOf, type FieldError } from '../../meta/index.js'
import { repeatsIn } from './fields.js'

/**
 * Finds the names that stand in a list twice, from the second time on. Those that are empty are no names.
 *
 * @param names - The names, in order.
 * @param fieldAt - Where the name at an index stands.
 */
export function repeatedNames(names: readonly string[], fieldAt: (index: number) => string): readonly FieldError[] {
  const isRepeated = repeatsIn(names)
  return errorsOf(names, (name, i) => (name !== '' && isRepeated(i) ? [duplicateField(fieldAt(i), name)] : []))
}
