/**
 * Decides whether an object is valid enough to run its rules.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../meta/index.js'

/** The message for an object that is too invalid to run its rules. */
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

/** Whether rules can be run on an object with these errors: they rely on its types and sizes. */
export const canRunRules = (errors: readonly FieldError[]): boolean => !errors.some(({ reason }) => BLOCKING.has(reason))
