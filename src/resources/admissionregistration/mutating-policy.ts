/**
 * MutatingAdmissionPolicy and its binding: what they have to say.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { prepareRules } from '../../schema/index.js'
import type { Strategy } from '../strategy.js'
import { listOf, recordOf, textOf } from '../fields.js'
import { ExpressionCheck } from './expressions.js'
import { validateMatchConstraints } from './match-resources.js'
import { completeBinding, validateBinding, validateFailurePolicy, validateParamKind } from './policy-fields.js'
import { completePolicy } from './validating-policy.js'

const PATCH_TYPES = ['ApplyConfiguration', 'JSONPatch']
const REINVOCATIONS = ['IfNeeded', 'Never']

/** The strategy of MutatingAdmissionPolicy. */
export const mutatingPolicyStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  defaults: (policy) => ({ ...policy, spec: completePolicy(recordOf(policy.spec)) }),
  prepareToValidate: () => prepareRules(),
  validateCreate: validatePolicy,
  validateUpdate: validatePolicy,
}

/** The strategy of MutatingAdmissionPolicyBinding. */
export const mutatingBindingStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  defaults: (binding) => ({ ...binding, spec: completeBinding(recordOf(binding.spec)) }),
  validateCreate: ({ spec }) => validateBinding(recordOf(spec)),
  validateUpdate: ({ spec }) => validateBinding(recordOf(spec)),
}

function validatePolicy(policy: ApiObject): readonly FieldError[] {
  const spec = recordOf(policy.spec)
  const check = new ExpressionCheck({ params: spec.paramKind !== undefined, mutates: true })
  const mutations = listOf(spec.mutations)
  return [
    ...validateFailurePolicy(spec.failurePolicy, 'spec.failurePolicy'),
    ...validateParamKind(spec.paramKind, 'spec.paramKind'),
    ...validateMatchConstraints(spec.matchConstraints, 'spec.matchConstraints'),
    ...check.matchConditions(spec.matchConditions, 'spec.matchConditions'),
    ...check.variables(spec.variables, 'spec.variables'),
    ...(mutations.length === 0 ? [requiredField('spec.mutations', 'mutations must contain at least one item')] : []),
    ...errorsOf(mutations, (mutation, i) => validateMutation(check, recordOf(mutation), `spec.mutations[${i}]`)),
    ...validateReinvocation(spec.reinvocationPolicy, 'spec.reinvocationPolicy'),
  ]
}

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
