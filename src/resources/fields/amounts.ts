/**
 * Int-or-percentage values, such as `maxUnavailable` and `maxSurge`.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../meta/index.js'

const PERCENTAGE = /^\d{1,9}%$/
const PERCENT_MESSAGE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is " +
  "'[0-9]+%')"

/**
 * Validates such a value: a non-negative number, or a percentage.
 *
 * @param field - Its field path.
 * @param amount - The amount; undefined for none.
 */
export function validateAmount(field: string, amount: unknown): readonly FieldError[] {
  if (typeof amount === 'number') return amount < 0 ? [invalidField(field, amount, 'must be greater than or equal to 0')] : []
  if (typeof amount !== 'string' || PERCENTAGE.test(amount)) return []
  return [invalidField(field, amount, PERCENT_MESSAGE)]
}

/** Validates a part of a total: see {@link validateAmount}, and no more than all of it. */
export const validatePart = (field: string, amount: unknown): readonly FieldError[] => [
  ...validateAmount(field, amount),
  ...(typeof amount === 'string' && Number.parseInt(amount, 10) > 100
    ? [invalidField(field, amount, 'must not be greater than 100%')]
    : []),
]

/** Whether a value is zero. */
export const isZeroAmount = (amount: unknown): boolean => amount === 0 || (typeof amount === 'string' && /^0+%$/.test(amount))
