/**
 * Reads stored roles and bindings for the index. Stored objects are valid, but unexpected content
 * grants nothing.
 *
 * @module
 */

import type { PolicyRule, RbacBinding, RbacRole, RbacSubject } from '../../authz/index.js'
import type { ApiObject } from '../../meta/index.js'
import { listOf, nameOf, recordOf, textAt, textOf, textsOf } from '../fields/fields.js'

/**
 * A role in the form of the RBAC index.
 *
 * @param role - A Role or ClusterRole.
 */
export const roleFromObject = (role: ApiObject): RbacRole => ({
  kind: role.kind === 'ClusterRole' ? 'ClusterRole' : 'Role',
  namespace: role.metadata.namespace ?? '',
  name: nameOf(role),
  rules: rulesOf(role),
})

/**
 * A binding in the form of the RBAC index.
 *
 * @param binding - A RoleBinding or ClusterRoleBinding.
 */
export const bindingFromObject = (binding: ApiObject): RbacBinding => ({
  namespace: binding.metadata.namespace ?? '',
  name: nameOf(binding),
  roleRef: {
    kind: textAt(binding.roleRef, 'kind') === 'ClusterRole' ? 'ClusterRole' : 'Role',
    name: textAt(binding.roleRef, 'name'),
  },
  subjects: listOf(binding.subjects).flatMap(subjectOf),
})

/** The rules of a role, without empty lists. */
export const rulesOf = ({ rules }: ApiObject): readonly PolicyRule[] => listOf(rules).map(ruleOf)

function ruleOf(value: unknown): PolicyRule {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = recordOf(value)
  const given = (name: string, texts: readonly string[]) => texts.length > 0 && { [name]: texts }
  return {
    verbs: textsOf(verbs),
    ...given('apiGroups', textsOf(apiGroups)),
    ...given('resources', textsOf(resources)),
    ...given('resourceNames', textsOf(resourceNames)),
    ...given('nonResourceURLs', textsOf(nonResourceURLs)),
  }
}

function subjectOf(value: unknown): RbacSubject[] {
  const { kind, name, namespace } = recordOf(value)
  if (kind !== 'User' && kind !== 'Group' && kind !== 'ServiceAccount') return []
  return [{ kind, name: textOf(name), namespace: textOf(namespace) }]
}
