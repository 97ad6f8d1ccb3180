/**
 * The four types of role-based access control, as places of a registry.
 *
 * @module
 */

import { ADMIN_GROUP, type Dialect } from '../../meta/index.js'
import type { Caller, Registry, Target } from '../../registry/index.js'
import { rbacGroup } from '../../resources/index.js'

/** Plural names of the types. */
export type PolicyResource = 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings'

/** The plane itself, when it writes what it needs. */
export const PLANE: Caller = Object.freeze({ user: { username: 'system:apiserver', groups: [ADMIN_GROUP] }, warn: () => {} })

/**
 * The place of a type, or of one of its objects that is in no namespace.
 *
 * @param registry - Serves the type.
 * @param dialect - The plane's words.
 * @param resource - Plural name of the type.
 * @param name - Name of the object; the whole type when empty.
 */
export function policyTarget(registry: Registry, dialect: Dialect, resource: PolicyResource, name = ''): Target {
  const found = registry.catalog.find(rbacGroup(dialect), 'v1', resource)
  if (!found) throw new Error(`a control plane needs the type ${resource}`)
  return { ...found, namespace: '', name, subresource: undefined }
}
