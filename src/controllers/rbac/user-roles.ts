/**
 * The user-facing default roles `view`, `edit` and `admin`, meant to be bound within namespaces. Each aggregates the rules of all
 * roles with its label, so that the author of a type can extend it.
 *
 * @module
 */

import type { PolicyRule } from '../../authz/index.js'
import { type ApiObject, atOnce, type Dialect } from '../../meta/index.js'
import { rbacGroup } from '../../resources/index.js'
import { aggregatedRules } from './aggregated-rules.js'
import { aggregateLabel, defaultRole, type UserRole } from './default-object.js'

const READ = 'get list watch'
const WRITE = 'create delete deletecollection patch update'

/** Resources that users may edit in a namespace, by API group; the plane's domain is appended to a group that ends in a dot. */
const CONTENT: Readonly<Record<string, string>> = {
  '': 'configmaps events persistentvolumeclaims pods replicationcontrollers replicationcontrollers/scale serviceaccounts services',
  apps: 'daemonsets deployments deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale',
  autoscaling: 'horizontalpodautoscalers',
  batch: 'cronjobs jobs',
  'networking.': 'ingresses networkpolicies',
  policy: 'poddisruptionbudgets',
}

/** Resources that users may only read: whoever may write endpoints directs traffic to other namespaces (CVE-2021-25740). */
const STATE: Readonly<Record<string, string>> = {
  '':
    'bindings endpoints limitranges namespaces namespaces/status persistentvolumeclaims/status pods/log pods/status ' +
    'replicationcontrollers/status resourcequotas resourcequotas/status services/status',
  apps: 'controllerrevisions daemonsets/status deployments/status replicasets/status statefulsets/status',
  autoscaling: 'horizontalpodautoscalers/status',
  batch: 'cronjobs/status jobs/status',
  'discovery.': 'endpointslices',
  'networking.': 'ingresses/status',
  policy: 'poddisruptionbudgets/status',
}

/**
 * The user-facing roles, and the roles that they aggregate.
 *
 * @param dialect - The plane's dialect.
 */
export function userRoles(dialect: Dialect): readonly ApiObject[] {
  const groupOf = (group: string) => (group.endsWith('.') ? group + dialect.groupDomain : group)
  const rule = (verbs: string, group: string, resources: string): PolicyRule => ({
    verbs: verbs.split(' '),
    apiGroups: [groupOf(group)],
    resources: resources.split(' '),
  })
  const rules = (verbs: string, table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([group, resources]) => rule(verbs, group, resources))
  const part = (role: UserRole, given: readonly PolicyRule[]) =>
    defaultRole(dialect, `system:aggregate-to-${role}`, { rules: given, labels: { [aggregateLabel(dialect, role)]: 'true' } })
  const whole = (role: UserRole, partOf?: UserRole) =>
    defaultRole(dialect, role, { aggregate: role, ...(partOf && { labels: { [aggregateLabel(dialect, partOf)]: 'true' } }) })
  const roles = [
    part('admin', [
      rule('create', 'authorization.', 'localsubjectaccessreviews'),
      { verbs: [...READ.split(' '), ...WRITE.split(' ')], apiGroups: [rbacGroup(dialect)], resources: ['roles', 'rolebindings'] },
    ]),
    part('edit', [
      ...rules(WRITE, CONTENT),
      rule(`${READ} ${WRITE}`, '', 'secrets'),
      rule(`${READ} ${WRITE}`, 'coordination.', 'leases'),
      rule('impersonate', '', 'serviceaccounts'),
      rule('create', '', 'pods/eviction serviceaccounts/token'),
      rule(`${READ} create patch update`, '', 'pods/attach pods/exec pods/portforward pods/proxy services/proxy'),
    ]),
    part('view', [...rules(READ, CONTENT), ...rules(READ, STATE)]),
  ]
  // They contain the rules of these roles from the start, as a plane may not run the aggregation loop.
  for (const role of [whole('view', 'edit'), whole('edit', 'admin'), whole('admin')])
    roles.push({ ...role, rules: [...(atOnce(aggregatedRules(role, roles))?.rules ?? [])] })
  return roles
}
