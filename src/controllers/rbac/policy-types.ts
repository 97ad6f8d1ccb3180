/**
 * The four types of role-based access control, as places of a registry.
 *
 * @module
 */

import type { Target } from '../../registry/index.js'
import { rbacGroup } from '../../resources/index.js'
import type { LoopParts } from '../loop.js'

/** Plural names of the types. */
export type PolicyResource = 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings'

/**
 * The place of a type, or of one of its objects that is in no namespace.
 *
 * @param parts - The plane that serves the type.
 * @param resource - Plural name of the type.
 * @param name - Name of the object; the whole type when empty.
 */
export function policyTarget(
  { registry, dialect }: Pick<LoopParts, 'registry' | 'dialect'>,
  resource: PolicyResource,
  name = '',
): Target {
  const found = registry.catalog.find(rbacGroup(dialect), 'v1', resource)
  if (!found) throw new Error(`a control plane needs the type ${resource}`)
  return { ...found, namespace: '', name, subresource: undefined }
}
