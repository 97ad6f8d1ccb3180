/**
 * Forms that differ from the present one in a field name, or not at all.
 *
 * @module
 */

import { type ApiObject, getKey } from '../../../meta/index.js'
import { recordOf, withFields, withValueAt } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

/** The same fields. */
export const sameForm: OlderForm = Object.freeze({
  toPresent: (object: ApiObject) => object,
  fromPresent: (object: ApiObject) => object,
})

/**
 * One field was renamed.
 *
 * @param place - Path of the object with the field.
 * @param older - Its name in the older form.
 * @param present - Its name now.
 */
export function renamed(place: readonly string[], older: string, present: string): OlderForm {
  const rename = (object: ApiObject, from: string, to: string): ApiObject => {
    const holder = recordOf(place.reduce<unknown>((value, key) => getKey(value, key), object))
    const value = getKey(holder, from)
    if (value === undefined) return object
    return withValueAt(object, place, withFields(holder, { [from]: undefined, [to]: value }))
  }
  return {
    toPresent: (object) => rename(object, older, present),
    fromPresent: (object) => rename(object, present, older),
    changes: { [place.join('.')]: { members: { [older]: present }, removed: [present] } },
  }
}
