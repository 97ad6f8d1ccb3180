/**
 * Common fields of validating and mutating policies, and of their bindings.
 *
 * @module
 */

import { preparePolicies } from '../../admission/index.js'
import {
  type ApiObject,
  atOnce,
  type FieldError,
  forbiddenField,
  inTurns,
  invalidField,
  type Pausing,
  parseApiVersion,
  requiredField,
  type UnknownRecord,
  unsupportedField,
  validateDnsLabel,
  validateDnsSubdomain,
  validatePathSegment,
} from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import type { Strategy } from '../definition/strategy.js'
import { nameOf, recordOf, textOf } from '../fields/fields.js'
import { validateLabelSelector } from '../fields/validate-label-selector.js'
import { ExpressionCheck } from './expressions.js'
import { completeMatchResources, validateMatchConstraints, validateMatchResources } from './match-resources.js'
import { authorizeParamKind, authorizeParamRef } from './param-rights.js'

const FAILURE_POLICIES = ['Fail', 'Ignore']
const NOT_FOUND_ACTIONS = ['Deny', 'Allow']

/** Validates `failurePolicy`, after defaulting. */
export const validateFailurePolicy = (policy: unknown, path: string): readonly FieldError[] =>
  FAILURE_POLICIES.includes(textOf(policy)) ? [] : [unsupportedField(path, policy, FAILURE_POLICIES)]

function validateParamKind(paramKind: unknown, path: string): readonly FieldError[] {
  if (paramKind === undefined) return []
  const { apiVersion, kind } = recordOf(paramKind)
  return [...validateApiVersion(textOf(apiVersion), `${path}.apiVersion`), ...validateKind(textOf(kind), `${path}.kind`)]
}

function validateApiVersion(text: string, path: string): readonly FieldError[] {
  if (text === '') return [requiredField(path)]
  const parsed = parseApiVersion(text)
  if (!parsed) return [invalidField(path, text, `unexpected GroupVersion string: ${text}`)]
  const { group, version } = parsed
  return [
    ...(group === '' ? [] : validateDnsSubdomain(group).map((message) => invalidField(path, group, message))),
    ...validateDnsLabel(version).map((message) => invalidField(path, version, message)),
  ]
}

function validateKind(kind: string, path: string): readonly FieldError[] {
  if (kind === '') return [requiredField(path)]
  const messages = validateDnsLabel(kind.toLowerCase())
  return messages.length === 0
    ? []
    : [invalidField(path, kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)]
}

/** Sets the defaults of a binding's spec. */
const completeBinding = (spec: Readonly<UnknownRecord>): UnknownRecord => ({
  ...spec,
  ...(spec.matchResources !== undefined && { matchResources: completeMatchResources(spec.matchResources) }),
})

/** Sets the defaults of a policy's spec. */
const completePolicy = (spec: Readonly<UnknownRecord>): UnknownRecord =>
  withDefaults(
    {
      ...spec,
      ...(spec.matchConstraints !== undefined && { matchConstraints: completeMatchResources(spec.matchConstraints) }),
    },
    { failurePolicy: 'Fail' },
  )

/** Rules of one kind of policies, besides the common ones. */
export interface PolicyRules {
  /** Whether its expressions may make `Object{…}` and `JSONPatch{…}`. */
  readonly mutates: boolean
  /** Validates its own fields. */
  readonly validate: (spec: Readonly<UnknownRecord>, check: ExpressionCheck, name: string) => Pausing<readonly FieldError[]>
}

/**
 * The strategy of a kind of policies.
 *
 * @param rules - Rules besides the common ones.
 */
export function policyStrategy({ mutates, validate }: PolicyRules): Strategy {
  function* judge(policy: ApiObject): Pausing<readonly FieldError[]> {
    const spec = recordOf(policy.spec)
    const check = new ExpressionCheck({ params: spec.paramKind !== undefined, mutates })
    return [
      ...validateFailurePolicy(spec.failurePolicy, 'spec.failurePolicy'),
      ...validateParamKind(spec.paramKind, 'spec.paramKind'),
      ...validateMatchConstraints(spec.matchConstraints, 'spec.matchConstraints'),
      ...(yield* check.matchConditions(spec.matchConditions, 'spec.matchConditions')),
      ...(yield* check.variables(spec.variables, 'spec.variables')),
      ...(yield* validate(spec, check, nameOf(policy))),
    ]
  }
  return {
    allowUnconditionalUpdate: false,
    defaults: (policy) => ({ ...policy, spec: completePolicy(recordOf(policy.spec)) }),
    authorizeChange: authorizeParamKind,
    ...validatedInTurns(judge),
  }
}

/** Validation that compiles expressions: it may take long, so it is done in turns before the synchronous one. */
export function validatedInTurns(
  judge: (object: ApiObject) => Pausing<readonly FieldError[]>,
): Required<Pick<Strategy, 'prepareToValidate' | 'validateCreate' | 'validateUpdate'>> {
  const judged = new WeakMap<ApiObject, readonly FieldError[]>()
  const validate = (object: ApiObject): readonly FieldError[] => judged.get(object) ?? atOnce(judge(object))
  return {
    async prepareToValidate(object) {
      await preparePolicies()
      judged.set(object, await inTurns(judge(object)))
    },
    validateCreate: validate,
    validateUpdate: validate,
  }
}

/**
 * The strategy of the bindings of a kind of policies.
 *
 * @param policies - The kind of policies, as resource.
 * @param validate - Validates fields besides the common ones.
 */
export function bindingStrategy(
  policies: string,
  validate: (spec: Readonly<UnknownRecord>) => readonly FieldError[] = () => [],
): Strategy {
  const judge = (binding: ApiObject): readonly FieldError[] => {
    const spec = recordOf(binding.spec)
    return [...validateBinding(spec), ...validate(spec)]
  }
  return {
    allowUnconditionalUpdate: false,
    defaults: (binding) => ({ ...binding, spec: completeBinding(recordOf(binding.spec)) }),
    authorizeChange: authorizeParamRef(policies),
    validateCreate: judge,
    validateUpdate: judge,
  }
}

const validateBinding = (spec: Readonly<UnknownRecord>): readonly FieldError[] => [
  ...validatePolicyName(textOf(spec.policyName)),
  ...validateParamRef(spec.paramRef, 'spec.paramRef'),
  ...(spec.matchResources === undefined ? [] : validateMatchResources(recordOf(spec.matchResources), 'spec.matchResources')),
]

function validatePolicyName(name: string): readonly FieldError[] {
  if (name === '') return [requiredField('spec.policyName')]
  return validateDnsSubdomain(name).map((message) => invalidField('spec.policyName', name, message))
}

function validateParamRef(reference: unknown, path: string): readonly FieldError[] {
  if (reference === undefined) return []
  const { name, selector, parameterNotFoundAction } = recordOf(reference)
  const errors: FieldError[] = []
  const isNamed = textOf(name) !== ''
  if (isNamed) {
    errors.push(...validatePathSegment(textOf(name)).map((message) => invalidField(`${path}.name`, name, message)))
    if (selector !== undefined) {
      const both = 'name and selector are mutually exclusive'
      errors.push(forbiddenField(`${path}.name`, both), forbiddenField(`${path}.selector`, both))
    }
  } else if (selector === undefined) errors.push(requiredField(path, 'one of name or selector must be specified'))
  if (selector !== undefined) errors.push(...validateLabelSelector(recordOf(selector), `${path}.selector`))
  const action = `${path}.parameterNotFoundAction`
  if (parameterNotFoundAction === undefined) errors.push(requiredField(action))
  else if (!NOT_FOUND_ACTIONS.includes(textOf(parameterNotFoundAction))) {
    errors.push(unsupportedField(action, parameterNotFoundAction, NOT_FOUND_ACTIONS))
  }
  return errors
}
