/**
 * Common form of default roles and bindings.
 *
 * @module
 */

import type { PolicyRule } from '../../authz/index.js'
import type { ApiObject, Dialect } from '../../meta/index.js'
import { rbacGroup } from '../../resources/index.js'

/** Annotation that, set to `false`, prevents the update of a default object at the next start. */
export const autoupdateAnnotation = ({ labelDomain }: Dialect): string => `rbac.authorization.${labelDomain}/autoupdate`

/** Label of roles that are aggregated to a user-facing role. */
export const aggregateLabel = (dialect: Dialect, role: UserRole): string => `${rbacGroup(dialect)}/aggregate-to-${role}`

/** The user-facing roles; each has the rights of those after it. */
export type UserRole = 'admin' | 'edit' | 'view'

/**
 * A default ClusterRole.
 *
 * @param dialect - The plane's dialect.
 * @param name - Its name.
 * @param content - Its rules, or the selectors that aggregate them; and labels besides the common one of defaults.
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
 * A default ClusterRoleBinding, which binds a role to groups.
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
