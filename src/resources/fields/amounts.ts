/**
 * Amounts that are a number or a percentage: how many may be missing, or be there beside the others.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../meta/index.js'

const PERCENTAGE = /^\d{1,9}%$/

/**
 * Validates an amount: no number below 0, and no text but a percentage.
 *
 * @param field - Its field path.
 * @param amount - The amount; undefined for none.
 */
export function validateAmount(field: string, amount: unknown): readonly FieldError[] {
  if (typeof amount === 'number') return amount < 0 ? [invalidField(field, amount, 'must be greater than or equal to 0')] : []
  if (typeof amount !== 'string' || PERCENTAGE.test(amount)) return []
  return [invalidField(field, amount, "a valid percent string must be a numeric string followed by an ending '%'")]
}

/** Validates a part of a total: see {@link validateAmount}, and no more than all of it. */
export const validatePart = (field: string, amount: unknown): readonly FieldError[] => [
  ...validateAmount(field, amount),
  ...(typeof amount === 'string' && Number.parseInt(amount, 10) > 100
    ? [invalidField(field, amount, 'must not be greater than 100%')]
    : []),
]

/** Whether an amount is none at all. */
export const isZeroAmount = (amount: unknown): boolean => amount === 0 || (typeof amount === 'string' && /^0+%$/.test(amount))
