/**
 * RoleBinding and ClusterRoleBinding: grants of a role, in one namespace or everywhere.
 *
 * @module
 */

import { type ApiObject, type Dialect, pathSegmentName } from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { listOf, recordOf, textOf, textsOf, valueAt, withFields } from '../fields/fields.js'
import { list, listMarkers, refTo } from '../fields/json-schema.js'
import { ageColumn, type Column, nameColumn, tableOf } from '../tables/tables.js'
import { authorizeBinding } from './escalation.js'
import { rbacGroup } from './rbac-group.js'
import { bindingSchemas } from './schemas.js'
import { validateBinding, validateSameRole } from './validate-binding.js'

/**
 * The RoleBinding kind.
 *
 * @param dialect - The plane's dialect.
 */
export const roleBindingDefinition = (dialect: Dialect): ResourceDefinition =>
  bindingDefinition(dialect, { kind: 'RoleBinding', namespaced: true, description: 'Who has a role within a namespace.' })

/**
 * The ClusterRoleBinding kind.
 *
 * @param dialect - The plane's dialect.
 */
export const clusterRoleBindingDefinition = (dialect: Dialect): ResourceDefinition =>
  bindingDefinition(dialect, { kind: 'ClusterRoleBinding', namespaced: false, description: 'Who has a role everywhere.' })

interface BindingKind {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly namespaced: boolean
  readonly description: string
}

function bindingDefinition(dialect: Dialect, { kind, namespaced, description }: BindingKind): ResourceDefinition {
  const group = rbacGroup(dialect)
  const resource = { group, resource: `${kind.toLowerCase()}s` }
  const validate = (binding: ApiObject) => validateBinding(binding, group, namespaced)
  return builtinDefinition(dialect, {
    group,
    kind,
    plural: resource.resource,
    namespaced,
    schemaName: `rbac.v1.${kind}`,
    description,
    required: ['roleRef'],
    properties: {
      roleRef: refTo('rbac.v1.RoleRef', 'The role that is given. It cannot be changed.'),
      subjects: list('Who has the role.', refTo('rbac.v1.Subject'), listMarkers(dialect).atomic),
    },
    schemas: () => bindingSchemas(dialect),
    table,
    strategy: {
      validateName: pathSegmentName,
      allowCreateOnUpdate: true,
      defaults: (binding) => withGroups(binding, group),
      validateCreate: validate,
      validateUpdate: (binding, live) => [...validate(binding), ...validateSameRole(binding, live)],
      authorizeChange: authorizeBinding(resource),
    },
  })
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

const table = tableOf([
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
