/**
 * Validation of a label selector in an object, field by field.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  validateLabelValue,
  validateQualifiedName,
} from '../../meta/index.js'
import { listOf, recordOf, textOf, textsOf } from './fields.js'

/**
 * Validates a label selector.
 *
 * @param selector - `matchLabels` and `matchExpressions`.
 * @param path - Its field path.
 */
export function validateLabelSelector(selector: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const at = `${path}.matchLabels`
  return [
    ...errorsOf(Object.entries(recordOf(selector.matchLabels)), ([key, value]) => [
      ...validateQualifiedName(key).map((message) => invalidField(at, key, message)),
      ...validateLabelValue(textOf(value)).map((message) => invalidField(at, value, message)),
    ]),
    ...errorsOf(listOf(selector.matchExpressions), (expression, i) =>
      validateExpression(recordOf(expression), `${path}.matchExpressions[${i}]`),
    ),
  ]
}

function validateExpression(expression: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const [key, operator, values] = [textOf(expression.key), textOf(expression.operator), textsOf(expression.values)]
  return [
    ...validateOperator(operator, values, path),
    ...validateQualifiedName(key).map((message) => invalidField(`${path}.key`, key, message)),
    ...errorsOf(values, (value, i) =>
      validateLabelValue(value).map((message) => invalidField(`${path}.values[${i}]`, value, message)),
    ),
  ]
}

function validateOperator(operator: string, values: readonly string[], path: string): readonly FieldError[] {
  if (operator === 'In' || operator === 'NotIn') {
    return values.length > 0 ? [] : [requiredField(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    const message = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
    return values.length > 0 ? [forbiddenField(`${path}.values`, message)] : []
  }
  return [invalidField(`${path}.operator`, operator, 'not a valid selector operator')]
}
