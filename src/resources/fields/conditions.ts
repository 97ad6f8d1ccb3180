/**
 * Validation of conditions in the common form of the API conventions: type, status, reason, message, and times.
 *
 * @module
 */

import { invalidField, requiredField } from '../../meta/index.js'
import { all, type FieldRule, judgeFields, needed, notNegative, oneOf, qualifiedName, shorterThan } from './field-rules.js'
import { listOf, textAt, textOf } from './fields.js'
import { repeatedNames } from './repeated-names.js'

const [MAX_REASON, MAX_MESSAGE] = [1024, 32_768]
const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/

const judge = judgeFields({
  '[].type': needed(qualifiedName),
  '[].status': needed(oneOf('False', 'True', 'Unknown')),
  '[].observedGeneration': notNegative,
  '[].lastTransitionTime': (field, value) => (value === undefined || value === null ? [requiredField(field, 'must be set')] : []),
  '[].reason': needed(
    all(shorterThan(MAX_REASON), (field, value) =>
      REASON.test(textOf(value))
        ? []
        : [
            invalidField(
              field,
              value,
              "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
            ),
          ],
    ),
  ),
  '[].message': shorterThan(MAX_MESSAGE),
})

/** Conditions, one for each type. */
export const conditions: FieldRule = (field, value) => [
  ...judge(value, field),
  ...repeatedNames(
    listOf(value).map((condition) => textAt(condition, 'type')),
    (i) => `${field}[${i}].type`,
  ),
]
