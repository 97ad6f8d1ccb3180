/**
 * Validation of bindings, and their immutable fields.
 *
 * @module
 */

import {
  type ApiObject,
  dnsSubdomainName,
  errorsOf,
  type FieldError,
  invalidField,
  jsonEqual,
  pathSegmentName,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { listOf, recordOf, textOf } from '../fields/fields.js'

/**
 * Validates a binding.
 *
 * @param binding - A RoleBinding or ClusterRoleBinding.
 * @param group - API group of roles and bindings.
 * @param namespaced - Whether it is a RoleBinding: only that may name a Role, and accounts without a namespace.
 */
export const validateBinding = (binding: ApiObject, group: string, namespaced: boolean): readonly FieldError[] => [
  ...validateRoleRef(recordOf(binding.roleRef), group, namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']),
  ...errorsOf(listOf(binding.subjects), (subject, i) => validateSubject(recordOf(subject), `subjects[${i}]`, group, namespaced)),
]

/**
 * Validates that roleRef does not change: it is immutable.
 *
 * @param binding - The new state.
 * @param live - The stored state.
 */
export const validateSameRole = (binding: ApiObject, live: ApiObject): readonly FieldError[] =>
  jsonEqual(binding.roleRef, live.roleRef) ? [] : [invalidField('roleRef', shownRef(binding), 'cannot change roleRef')]

/** The reference as printed in messages. */
function shownRef({ roleRef }: ApiObject): object {
  const { apiGroup, kind, name } = recordOf(roleRef)
  return { APIGroup: textOf(apiGroup), Kind: textOf(kind), Name: textOf(name) }
}

function validateRoleRef(ref: Readonly<UnknownRecord>, group: string, kinds: readonly string[]): readonly FieldError[] {
  const name = textOf(ref.name)
  return [
    ...(ref.apiGroup === group ? [] : [unsupportedField('roleRef.apiGroup', textOf(ref.apiGroup), [group])]),
    ...(kinds.includes(textOf(ref.kind)) ? [] : [unsupportedField('roleRef.kind', textOf(ref.kind), kinds)]),
    ...(name === ''
      ? [requiredField('roleRef.name')]
      : pathSegmentName(name).map((message) => invalidField('roleRef.name', name, message))),
  ]
}

function validateSubject(
  { kind, name, namespace, apiGroup }: Readonly<UnknownRecord>,
  path: string,
  group: string,
  namespaced: boolean,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (textOf(name) === '') errors.push(requiredField(`${path}.name`))
  const requireGroup = (wanted: string) => {
    if (textOf(apiGroup) !== wanted) errors.push(unsupportedField(`${path}.apiGroup`, textOf(apiGroup), [wanted]))
  }
  if (kind === 'ServiceAccount') {
    if (textOf(name) !== '') {
      for (const message of dnsSubdomainName(textOf(name))) errors.push(invalidField(`${path}.name`, name, message))
    }
    requireGroup('')
    // In a RoleBinding, the namespace of accounts defaults to that of the binding.
    if (!namespaced && textOf(namespace) === '') errors.push(requiredField(`${path}.namespace`))
  } else if (kind === 'User' || kind === 'Group') {
    requireGroup(group)
  } else {
    errors.push(unsupportedField(`${path}.kind`, textOf(kind), ['ServiceAccount', 'User', 'Group']))
  }
  return errors
}
