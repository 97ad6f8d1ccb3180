/**
 * Whether an object is sound enough for its rules to be run.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../meta/index.js'

/** Said of an object that is too broken for its rules to be run. */
export const rulesNotChecked: FieldError = invalidField(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
)

const BLOCKING = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/** Whether rules can be run on an object with these errors: its types and sizes are what the rules count on. */
export const canRunRules = (errors: readonly FieldError[]): boolean => !errors.some(({ reason }) => BLOCKING.has(reason))
