/**
 * MutatingAdmissionPolicy and its binding: validation.
 *
 * @module
 */

import { type FieldError, invalidField, requiredField, type UnknownRecord, unsupportedField } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, recordOf, textOf } from '../fields/fields.js'
import { type ExpressionCheck, expressionErrors } from './expressions.js'
import { bindingStrategy, policyStrategy } from './policy-fields.js'

const PATCH_TYPES = ['ApplyConfiguration', 'JSONPatch']
const REINVOCATIONS = ['IfNeeded', 'Never']

/** The strategy of MutatingAdmissionPolicy. */
export const mutatingPolicyStrategy: Strategy = policyStrategy({
  mutates: true,
  *validate(spec, check) {
    const mutations = listOf(spec.mutations)
    return [
      ...(mutations.length === 0 ? [requiredField('spec.mutations', 'mutations must contain at least one item')] : []),
      ...(yield* expressionErrors(mutations, 'spec.mutations', (one, at) => validateMutation(check, recordOf(one), at))),
      ...validateReinvocation(spec.reinvocationPolicy, 'spec.reinvocationPolicy'),
    ]
  },
})

/** The strategy of MutatingAdmissionPolicyBinding. */
export const mutatingBindingStrategy: Strategy = bindingStrategy('mutatingadmissionpolicies')

function validateReinvocation(policy: unknown, path: string): readonly FieldError[] {
  if (textOf(policy) === '') return [requiredField(path)]
  return REINVOCATIONS.includes(textOf(policy)) ? [] : [unsupportedField(path, policy, REINVOCATIONS)]
}

function validateMutation(check: ExpressionCheck, mutation: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const type = textOf(mutation.patchType)
  switch (type) {
    case '':
      return [requiredField(`${path}.patchType`)]
    case 'JSONPatch':
      return validatePatch(check, mutation, path, {
        type,
        field: 'jsonPatch',
        other: 'applyConfiguration',
        result: 'list(JSONPatch)',
      })
    case 'ApplyConfiguration':
      return validatePatch(check, mutation, path, { type, field: 'applyConfiguration', other: 'jsonPatch', result: 'Object' })
    default:
      return [unsupportedField(`${path}.patchType`, type, PATCH_TYPES)]
  }
}

interface PatchShape {
  readonly type: string
  readonly field: string
  readonly other: string
  readonly result: string
}

function validatePatch(
  check: ExpressionCheck,
  mutation: Readonly<UnknownRecord>,
  path: string,
  { type, field, other, result }: PatchShape,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (mutation[field] === undefined) errors.push(requiredField(`${path}.${field}`, `must be specified when patchType is ${type}`))
  if (mutation[other] !== undefined) {
    errors.push(invalidField(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`))
  }
  if (errors.length > 0) return errors
  const [at, expression] = [`${path}.${field}.expression`, textOf(recordOf(mutation[field]).expression)]
  return expression.trim() === ''
    ? [requiredField(at, 'expression is not specified')]
    : check.expression(expression, at, [result])
}
