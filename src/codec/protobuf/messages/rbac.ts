/**
 * Roles and their bindings.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `rbac.authorization.platform.io/v1`. */
export const rbac: GroupMessages = {
  apiVersion: (domain) => `rbac.authorization.${domain}/v1`,
  kinds: ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'],
  messages: {
    Role: `
      1 metadata ObjectMeta
      2 rules list PolicyRule`,
    PolicyRule: `
      1 verbs list string
      2 apiGroups list string
      3 resources list string
      4 resourceNames list string
      5 nonResourceURLs list string`,
    ClusterRole: `
      1 metadata ObjectMeta
      2 rules list PolicyRule
      3 aggregationRule AggregationRule`,
    AggregationRule: `
      1 clusterRoleSelectors list LabelSelector`,
    RoleBinding: `
      1 metadata ObjectMeta
      2 subjects list Subject
      3 roleRef RoleRef`,
    Subject: `
      1 kind string!
      2 apiGroup string
      3 name string!
      4 namespace string`,
    RoleRef: `
      1 apiGroup string!
      2 kind string!
      3 name string!`,
    ClusterRoleBinding: `
      1 metadata ObjectMeta
      2 subjects list Subject
      3 roleRef RoleRef`,
  },
}
