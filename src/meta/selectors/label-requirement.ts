/**
 * One condition of a label selector.
 *
 * @module
 */

import { invalidField } from '../errors/field-error.js'
import { validateLabelValue, validateQualifiedName } from '../objects/labels.js'

/** The operator of a requirement. */
export type LabelOperator = '=' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<'

/** One condition on one label. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** One value for `=`, `!=`, `>`, `<`; none for `exists` and `!`; sorted and unique for `in` and `notin`. */
  readonly values: readonly string[]
}

/** Maximum requirements of a selector, and values of a requirement. */
export const SELECTOR_MAX = 1000

const MAX_INTEGER = 2n ** 63n - 1n

/** No label value is longer, so no number in one is either. */
const LABEL_DIGITS = 63

/** The whole number of a text, or undefined. A BigInt only if needed, as it is slow. */
export function wholeNumber(text: string): number | bigint | undefined {
  if (text.length > LABEL_DIGITS || !/^\d+$/.test(text)) return undefined
  if (text.length <= 15) return Number(text)
  const value = BigInt(text)
  return value > MAX_INTEGER ? undefined : value
}

const fault = (field: string, value: string, detail: string): string => {
  const { message } = invalidField(field, value, detail)
  return `${field}: ${message}`
}

/**
 * The error of a key, or undefined.
 *
 * @param key - The key.
 * @param field - How Kubernetes calls it: `key` in an object, and `<nil>` in a text.
 */
export function keyFault(key: string, field: 'key' | '<nil>'): string | undefined {
  const messages = validateQualifiedName(key)
  return messages.length === 0 ? undefined : fault(field, key, messages.join('; '))
}

const NOT_WHOLE = "for 'Gt', 'Lt' operators, the value must be an integer"

/** The first error of the values, or undefined. */
export function valueFault({ key, operator, values }: LabelRequirement): string | undefined {
  if (values.length > SELECTOR_MAX) return `more than ${SELECTOR_MAX} values`
  const [first = ''] = values
  // A number with a sign is no label value, which is reported as such.
  const isNumber = /^[-+]\d+$/.test(first) || wholeNumber(first) !== undefined
  if ((operator === '>' || operator === '<') && !isNumber) return fault('values[0]', first, NOT_WHOLE)
  for (const [i, value] of values.entries()) {
    const messages = validateLabelValue(value)
    if (messages.length > 0) return fault(`values[${i}][${key}]`, value, messages.join('; '))
  }
  return undefined
}

/** The requirement with its values sorted and unique, where there may be several. */
export const canonical = ({ key, operator, values }: LabelRequirement): LabelRequirement =>
  Object.freeze({
    key,
    operator,
    values: Object.freeze(operator === 'in' || operator === 'notin' ? [...new Set(values)].sort() : values),
  })
