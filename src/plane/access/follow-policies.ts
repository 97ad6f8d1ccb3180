/**
 * Keeps decisions current: every role and binding that is committed counts for the next request.
 *
 * @module
 */

import type { RbacIndex } from '../../authz/index.js'
import type { ApiObject } from '../../meta/index.js'
import { bindingFromObject, roleFromObject } from '../../resources/index.js'
import type { AccessParts } from './access-control.js'
import { followType, type TypeListener } from './follow-type.js'
import { policyTarget } from './policy-types.js'
import { reconcileDefaults } from './reconcile-defaults.js'
import { RoleAggregation } from './role-aggregation.js'

/**
 * Follows the roles and bindings of a registry, creates the default ones that are missing, and keeps the rules of
 * aggregated roles.
 *
 * @param index - Is told of every change.
 * @param parts - The registry and its surroundings.
 * @returns A function that stops, once everything that is stored counts.
 */
export async function followPolicies(index: RbacIndex, parts: AccessParts): Promise<() => void> {
  const { registry, dialect } = parts
  const aggregation = new RoleAggregation(parts)
  const role: TypeListener = {
    put: (object) => index.putRole(roleFromObject(object)),
    remove: (namespace, name) => index.removeRole({ kind: 'Role', namespace, name }),
  }
  const clusterRole: TypeListener = {
    put(object) {
      index.putRole(roleFromObject(object))
      aggregation.put(object)
    },
    remove(_namespace, name) {
      index.removeRole({ kind: 'ClusterRole', namespace: '', name })
      aggregation.remove(name)
    },
  }
  const binding: TypeListener = {
    put: (object: ApiObject) => index.putBinding(bindingFromObject(object)),
    remove: (namespace, name) => index.removeBinding({ namespace, name }),
  }
  const follow = (resource: Parameters<typeof policyTarget>[2], listener: TypeListener) =>
    followType(policyTarget(registry, dialect, resource), listener, parts)
  const stops = await Promise.all([
    follow('roles', role),
    follow('clusterroles', clusterRole),
    follow('rolebindings', binding),
    follow('clusterrolebindings', binding),
  ])
  await reconcileDefaults(parts)
  await aggregation.settle()
  return () => {
    for (const stop of stops) stop()
    aggregation.stop()
  }
}
