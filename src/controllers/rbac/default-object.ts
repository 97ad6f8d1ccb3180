/**
 * What default roles and bindings look like.
 *
 * @module
 */

import type { PolicyRule } from '../../authz/index.js'
import type { ApiObject, Dialect } from '../../meta/index.js'
import { rbacGroup } from '../../resources/index.js'

/** Annotation that, set to `false`, keeps a default object from being completed at the next start. */
export const autoupdateAnnotation = ({ labelDomain }: Dialect): string => `rbac.authorization.${labelDomain}/autoupdate`

/** Label of roles that give their rules to one of the roles for people. */
export const aggregateLabel = (dialect: Dialect, role: UserRole): string => `${rbacGroup(dialect)}/aggregate-to-${role}`

/** The roles for people, each with the rights of those after it. */
export type UserRole = 'admin' | 'edit' | 'view'

/**
 * A default ClusterRole.
 *
 * @param dialect - The plane's dialect.
 * @param name - Its name.
 * @param content - Its rules, or what they are gathered by; and labels beside the one of all defaults.
 */
export const defaultRole = (
  dialect: Dialect,
  name: string,
  content: {
    readonly rules?: readonly PolicyRule[]
    readonly aggregate?: UserRole
    readonly labels?: Readonly<Record<string, string>>
  },
): ApiObject => ({
  ...defaultObject(dialect, 'ClusterRole', name, content.labels),
  ...(content.rules && { rules: content.rules }),
  ...(content.aggregate && {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregateLabel(dialect, content.aggregate)]: 'true' } }] },
  }),
})

/**
 * A default ClusterRoleBinding: gives a role to groups.
 *
 * @param dialect - The plane's dialect.
 * @param role - Name of the role, and of the binding.
 * @param groups - The groups that get the role.
 */
export const defaultBinding = (dialect: Dialect, role: string, groups: readonly string[]): ApiObject => ({
  ...defaultObject(dialect, 'ClusterRoleBinding', role),
  subjects: groups.map((name) => ({ kind: 'Group', apiGroup: rbacGroup(dialect), name })),
  roleRef: { apiGroup: rbacGroup(dialect), kind: 'ClusterRole', name: role },
})

const defaultObject = (
  dialect: Dialect,
  kind: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): ApiObject => ({
  apiVersion: `${rbacGroup(dialect)}/v1`,
  kind,
  metadata: {
    name,
    labels: { [`${dialect.labelDomain}/bootstrapping`]: 'rbac-defaults', ...labels },
    annotations: { [autoupdateAnnotation(dialect)]: 'true' },
  },
})
