/**
 * ValidatingAdmissionPolicy and its binding: validation.
 *
 * @module
 */

import {
  duplicateField,
  errorsOf,
  errorsPausing,
  type FieldError,
  invalidField,
  type Pausing,
  requiredField,
  type UnknownRecord,
  unsupportedField,
  validateQualifiedName,
} from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, recordOf, repeatsIn, textOf, textsOf } from '../fields/fields.js'
import { type ExpressionCheck, expressionErrors } from './expressions.js'
import { bindingStrategy, policyStrategy } from './policy-fields.js'

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const ACTIONS = ['Audit', 'Deny', 'Warn']
const MAX_AUDIT_ANNOTATIONS = 20
const MAX_VALUE_EXPRESSION = 5 * 1024

/** The strategy of ValidatingAdmissionPolicy. */
export const validatingPolicyStrategy: Strategy = policyStrategy({
  mutates: false,
  *validate(spec, check, name) {
    const [validations, annotations] = [listOf(spec.validations), listOf(spec.auditAnnotations)]
    const nothing = 'validations or auditAnnotations must contain at least one item'
    return [
      ...(validations.length + annotations.length === 0
        ? [requiredField('spec.validations', nothing), requiredField('spec.auditAnnotations', nothing)]
        : []),
      ...(yield* expressionErrors(validations, 'spec.validations', (one, at) => validateValidation(check, recordOf(one), at))),
      ...(yield* validateAuditAnnotations(check, name, annotations, 'spec.auditAnnotations')),
    ]
  },
})

/** The strategy of ValidatingAdmissionPolicyBinding. */
export const validatingBindingStrategy: Strategy = bindingStrategy('validatingadmissionpolicies', ({ validationActions }) =>
  validateActions(textsOf(validationActions), 'spec.validationActions'),
)

function validateValidation(check: ExpressionCheck, validation: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const { reason } = validation
  const [expression, message, messageExpression] = [
    textOf(validation.expression),
    textOf(validation.message),
    textOf(validation.messageExpression),
  ]
  return [
    ...(expression.trim() === ''
      ? [requiredField(`${path}.expression`, 'expression is not specified')]
      : check.expression(expression, `${path}.expression`, ['bool'])),
    ...nonEmptyText(messageExpression, `${path}.messageExpression`),
    ...(messageExpression.trim() === ''
      ? []
      : check.expression(messageExpression, `${path}.messageExpression`, ['string'], { authorizer: false })),
    ...nonEmptyText(message, `${path}.message`),
    ...(/[\r\n]/.test(message.trim()) ? [invalidField(`${path}.message`, message, 'must not contain line breaks')] : []),
    ...(reason === undefined || REASONS.includes(textOf(reason)) ? [] : [unsupportedField(`${path}.reason`, reason, REASONS)]),
  ]
}

/** A given text must not be blank. */
const nonEmptyText = (text: string, path: string): readonly FieldError[] =>
  text !== '' && text.trim() === '' ? [invalidField(path, text, 'must be non-empty if specified')] : []

function* validateAuditAnnotations(
  check: ExpressionCheck,
  policyName: string,
  annotations: readonly unknown[],
  path: string,
): Pausing<readonly FieldError[]> {
  const keys = annotations.map((annotation) => textOf(recordOf(annotation).key))
  const isRepeated = repeatsIn(keys)
  const tooMany = `must not have more than ${MAX_AUDIT_ANNOTATIONS} auditAnnotations`
  return [
    ...(annotations.length > MAX_AUDIT_ANNOTATIONS ? [invalidField(path, annotations, tooMany)] : []),
    ...(yield* errorsPausing(annotations, (annotation, i) => {
      const [at, key, expression] = [`${path}[${i}]`, keys[i] ?? '', textOf(recordOf(annotation).valueExpression)]
      return [
        ...validateQualifiedName(policyName === '' ? key : `${policyName}/${key}`).map((message) =>
          invalidField(`${at}.key`, key, message),
        ),
        ...validateValueExpression(check, expression, `${at}.valueExpression`),
        ...(isRepeated(i) ? [duplicateField(`${at}.key`, key)] : []),
      ]
    })),
  ]
}

function validateValueExpression(check: ExpressionCheck, expression: string, path: string): readonly FieldError[] {
  if (expression.trim() === '') return [requiredField(path, 'valueExpression is not specified')]
  if (expression.length > MAX_VALUE_EXPRESSION) {
    return [requiredField(path, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`)]
  }
  return check.expression(expression, path, ['string', 'null_type'])
}

function validateActions(actions: readonly string[], path: string): readonly FieldError[] {
  if (actions.length === 0) return [requiredField(path, 'at least one validation action is required')]
  const isRepeated = repeatsIn(actions)
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
  return [
    ...errorsOf(actions, (action, i) => [
      ...(ACTIONS.includes(action) ? [] : [unsupportedField(`${path}[${i}]`, action, ACTIONS)]),
      ...(isRepeated(i) ? [duplicateField(`${path}[${i}]`, action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalidField(path, actions, both)] : []),
  ]
}
