/**
 * Role and ClusterRole: what may be done, in one namespace or everywhere.
 *
 * @module
 */

import { defaultTable } from '../../codec/index.js'
import { type ApiObject, type Dialect, pathSegmentName } from '../../meta/index.js'
import { type BuiltinKind, builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { list, listMarkers, refTo } from '../fields/json-schema.js'
import { authorizeRole } from './escalation.js'
import { rbacGroup } from './rbac-group.js'
import { roleSchemas } from './schemas.js'
import { validateRole } from './validate-role.js'

/**
 * The Role kind.
 *
 * @param dialect - The plane's dialect.
 */
export const roleDefinition = (dialect: Dialect): ResourceDefinition =>
  roleKind(dialect, { kind: 'Role', namespaced: true, description: 'What may be done within a namespace.', properties: {} })

/**
 * The ClusterRole kind.
 *
 * @param dialect - The plane's dialect.
 */
export const clusterRoleDefinition = (dialect: Dialect): ResourceDefinition =>
  roleKind(dialect, {
    kind: 'ClusterRole',
    namespaced: false,
    description: 'What may be done everywhere, or within a namespace where a binding there says so.',
    properties: {
      aggregationRule: refTo('rbac.v1.AggregationRule', 'Makes the rules those of other roles, kept by the server.'),
    },
  })

type RoleKind = Pick<BuiltinKind, 'description' | 'properties'> & {
  readonly kind: 'Role' | 'ClusterRole'
  readonly namespaced: boolean
}

function roleKind(dialect: Dialect, { kind, namespaced, description, properties }: RoleKind): ResourceDefinition {
  const group = rbacGroup(dialect)
  const resource = { group, resource: `${kind.toLowerCase()}s` }
  const validate = (role: ApiObject) => validateRole(role, namespaced)
  return builtinDefinition(dialect, {
    group,
    kind,
    plural: resource.resource,
    namespaced,
    schemaName: `rbac.v1.${kind}`,
    description,
    properties: { ...properties, rules: list('The rules.', refTo('rbac.v1.PolicyRule'), listMarkers(dialect).atomic) },
    schemas: () => roleSchemas(dialect),
    table: defaultTable,
    strategy: {
      validateName: pathSegmentName,
      allowCreateOnUpdate: true,
      // A role always shows its rules: without any they are null.
      defaults: (role) => ({ ...role, rules: role.rules ?? null }),
      validateCreate: validate,
      validateUpdate: validate,
      authorizeChange: authorizeRole(resource),
    },
  })
}
