/**
 * Keeps authorization up to date: each committed role and binding applies to the next request.
 *
 * @module
 */

import type { RbacIndex } from '../../authz/index.js'
import type { ApiObject } from '../../meta/index.js'
import { bindingFromObject, roleFromObject } from '../../resources/index.js'
import { followType } from '../follow-type.js'
import type { LoopParts, StopLoop } from '../loop.js'
import { type PolicyResource, policyTarget } from './policy-types.js'

/** How objects of one type change the RBAC index. */
interface PolicyMeaning {
  readonly put: (object: ApiObject) => void
  readonly remove: (namespace: string, name: string) => void
}

/**
 * Follows the roles and bindings of a registry. An unreadable object grants nothing.
 *
 * @param index - Receives every change, and the existing objects before this returns.
 * @param parts - The plane.
 * @returns A function that stops.
 */
export function followPolicies(index: RbacIndex, parts: LoopParts): StopLoop {
  const role = (kind: 'Role' | 'ClusterRole'): PolicyMeaning => ({
    put: (object) => index.putRole(roleFromObject(object)),
    remove: (namespace, name) => index.removeRole({ kind, namespace, name }),
  })
  const binding: PolicyMeaning = {
    put: (object) => index.putBinding(bindingFromObject(object)),
    remove: (namespace, name) => index.removeBinding({ namespace, name }),
  }
  const follow = (resource: PolicyResource, { put, remove }: PolicyMeaning) =>
    followType(parts, policyTarget(parts, resource).definition, {
      put(row) {
        try {
          put(row.object)
        } catch (error) {
          remove(row.namespace, row.name)
          throw error
        }
      },
      remove: ({ namespace, name }) => remove(namespace, name),
    })
  const stops = [
    follow('roles', role('Role')),
    follow('clusterroles', role('ClusterRole')),
    follow('rolebindings', binding),
    follow('clusterrolebindings', binding),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
