/**
 * JSON schemas that roles and bindings refer to.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { atomicStruct, list, listMarkers, map, type Properties, refTo, struct, text } from '../fields/json-schema.js'

/**
 * What the schemas of roles refer to, by the names that it is published under.
 *
 * @param dialect - The dialect of the markers.
 */
export function roleSchemas(dialect: Dialect): Properties {
  const { atomic } = listMarkers(dialect)
  const texts = (description: string) => list(description, { type: 'string' }, atomic)
  return {
    'rbac.v1.PolicyRule': struct(
      'What may be done, on resources or on paths that are none.',
      {
        apiGroups: texts('API groups of the resources; empty for the core group, * for all.'),
        nonResourceURLs: texts('Paths that are no resources; * at the end stands for everything that follows.'),
        resourceNames: texts('The only objects that are meant; any when empty.'),
        resources: texts('Plural names, or NAME/SUBRESOURCE; * for all, */NAME for a subresource of all.'),
        verbs: texts('What may be done; * for everything.'),
      },
      ['verbs'],
    ),
    'rbac.v1.AggregationRule': struct('From which roles the rules are gathered.', {
      clusterRoleSelectors: list('Roles that match any of these give their rules.', refTo('meta.v1.LabelSelector'), atomic),
    }),
    'meta.v1.LabelSelector': atomicStruct(
      dialect,
      struct('Which objects are meant, by their labels. All conditions have to hold.', {
        matchExpressions: list('Conditions on labels.', refTo('meta.v1.LabelSelectorRequirement'), atomic),
        matchLabels: map('Labels and the values that they must have.'),
      }),
    ),
    'meta.v1.LabelSelectorRequirement': struct(
      'A condition on one label.',
      {
        key: text('The label.'),
        operator: text('How its value compares: In, NotIn, Exists or DoesNotExist.'),
        values: list('What it is compared with.', { type: 'string' }, atomic),
      },
      ['key', 'operator'],
    ),
  }
}

/**
 * What the schemas of bindings refer to, by the names that it is published under.
 *
 * @param dialect - The dialect of the markers.
 */
export const bindingSchemas = (dialect: Dialect): Properties => ({
  'rbac.v1.RoleRef': atomicStruct(
    dialect,
    struct(
      'A role.',
      {
        apiGroup: text('API group of roles.'),
        kind: text('Role or ClusterRole.'),
        name: text('Name of the role.'),
      },
      ['kind', 'name'],
    ),
  ),
  'rbac.v1.Subject': atomicStruct(
    dialect,
    struct(
      'A user, group or service account that is given a role.',
      {
        apiGroup: text('API group of the kind: that of roles for users and groups, empty for service accounts.'),
        kind: text('User, Group or ServiceAccount.'),
        name: text('Name of the user, group or account.'),
        namespace: text('Namespace of a service account; in a namespace, that of the binding when it is left out.'),
      },
      ['kind', 'name'],
    ),
  ),
})
