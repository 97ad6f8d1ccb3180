/**
 * Roles and bindings: names of any characters, rules that say something, references that stay.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  dnsSubdomainName,
  type FieldError,
  invalidField,
  jsonEqual,
  pathSegmentName,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../../meta/index.js'
import type { Strategy } from '../../definition.js'
import { listOf, recordOf, textOf, textsOf, valueAt, withFields } from '../../fields.js'
import { ageColumn, type Column, nameColumn, tableOf } from '../../tables.js'
import type { KnownGroup, KnownKind } from './known-kind.js'

/**
 * What is known of the kinds of role-based access control.
 *
 * @param dialect - The plane's words.
 */
export function rbacKinds(dialect: Dialect): KnownGroup {
  const group = `rbac.authorization.${dialect.groupDomain}`
  return {
    group,
    kinds: {
      roles: roleKind(true),
      clusterroles: roleKind(false),
      rolebindings: bindingKind(group, true),
      clusterrolebindings: bindingKind(group, false),
    },
  }
}

const shared: Strategy = { validateName: pathSegmentName, allowCreateOnUpdate: true }

function roleKind(namespaced: boolean): KnownKind {
  const validate = ({ rules }: ApiObject): readonly FieldError[] =>
    listOf(rules).flatMap((rule, i) => validateRule(recordOf(rule), `rules[${i}]`, namespaced))
  return {
    judgesItself: true,
    strategy: {
      ...shared,
      // A role always shows its rules: without any they are null.
      defaults: (role) => ({ ...role, rules: role.rules ?? null }),
      validateCreate: validate,
      validateUpdate: validate,
    },
  }
}

function validateRule(rule: Readonly<UnknownRecord>, path: string, namespaced: boolean): readonly FieldError[] {
  const [verbs, urls] = [listOf(rule.verbs), listOf(rule.nonResourceURLs)]
  const [groups, resources, names] = [listOf(rule.apiGroups), listOf(rule.resources), listOf(rule.resourceNames)]
  const errors: FieldError[] = []
  if (verbs.length === 0) errors.push(requiredField(`${path}.verbs`, 'verbs must contain at least one value'))
  if (urls.length > 0) {
    const refuse = (why: string) => errors.push(invalidField(`${path}.nonResourceURLs`, urls, why))
    if (namespaced) refuse('namespaced rules cannot apply to non-resource URLs')
    if (groups.length + resources.length + names.length > 0) {
      refuse('rules cannot apply to both regular resources and non-resource URLs')
    }
    return errors
  }
  if (groups.length === 0) errors.push(requiredField(`${path}.apiGroups`, 'resource rules must supply at least one api group'))
  if (resources.length === 0) errors.push(requiredField(`${path}.resources`, 'resource rules must supply at least one resource'))
  return errors
}

function bindingKind(group: string, namespaced: boolean): KnownKind {
  const roleKinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']
  const validate = (binding: ApiObject): readonly FieldError[] => [
    ...validateRoleRef(recordOf(binding.roleRef), group, roleKinds),
    ...listOf(binding.subjects).flatMap((subject, i) => validateSubject(recordOf(subject), `subjects[${i}]`, group, namespaced)),
  ]
  return {
    judgesItself: true,
    table: bindingTable,
    strategy: {
      ...shared,
      defaults: (binding) => withGroups(binding, group),
      validateCreate: validate,
      validateUpdate: (binding, live) => [
        ...validate(binding),
        ...(jsonEqual(binding.roleRef, live.roleRef)
          ? []
          : [invalidField('roleRef', shownRef(binding), 'cannot change roleRef')]),
      ],
    },
  }
}

/** Users and groups, and the roles themselves, are of this group when nothing else is said. */
function withGroups(binding: ApiObject, group: string): ApiObject {
  const subjects = listOf(binding.subjects).map((entry) => {
    const subject = recordOf(entry)
    const apiGroup = textOf(subject.apiGroup) || (subject.kind === 'User' || subject.kind === 'Group' ? group : undefined)
    return withFields(subject, { apiGroup })
  })
  const roleRef = recordOf(binding.roleRef)
  return withFields(binding, {
    subjects: subjects.length > 0 ? subjects : undefined,
    roleRef: { ...roleRef, apiGroup: textOf(roleRef.apiGroup) || group },
  })
}

/** The reference as messages show it. */
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
      : pathSegmentName(name, false).map((message) => invalidField('roleRef.name', name, message))),
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
      errors.push(...dnsSubdomainName(textOf(name), false).map((message) => invalidField(`${path}.name`, name, message)))
    }
    requireGroup('')
    // A binding in a namespace means the accounts of that namespace.
    if (!namespaced && textOf(namespace) === '') errors.push(requiredField(`${path}.namespace`))
  } else if (kind === 'User' || kind === 'Group') {
    requireGroup(group)
  } else {
    errors.push(unsupportedField(`${path}.kind`, textOf(kind), ['ServiceAccount', 'User', 'Group']))
  }
  return errors
}

const subjectsOf = (binding: ApiObject, kind: string): string =>
  listOf(binding.subjects)
    .map(recordOf)
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace }) => (kind === 'ServiceAccount' ? `${textOf(namespace)}/${textOf(name)}` : textOf(name)))
    .join(', ')

const subjectColumn = (name: string, kind: string): Column => ({
  name,
  type: 'string',
  priority: 1,
  description: `Subjects of kind ${kind}.`,
  cell: (binding) => subjectsOf(binding, kind),
})

const bindingTable = tableOf([
  nameColumn,
  {
    name: 'Role',
    type: 'string',
    description: 'The role that is granted.',
    cell: (binding) => textsOf([valueAt(binding, 'roleRef', 'kind'), valueAt(binding, 'roleRef', 'name')]).join('/'),
  },
  ageColumn,
  subjectColumn('Users', 'User'),
  subjectColumn('Groups', 'Group'),
  subjectColumn('ServiceAccounts', 'ServiceAccount'),
])
