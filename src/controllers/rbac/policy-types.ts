/**
 * The four RBAC types, as targets of registry requests.
 *
 * @module
 */

import type { Target } from '../../registry/index.js'
import { rbacGroup } from '../../resources/index.js'
import type { LoopParts } from '../loop.js'

/** Plural names of the types. */
export type PolicyResource = 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings'

/**
 * The registry target of a type, or of one of its cluster-scoped objects.
 *
 * @param parts - The plane that serves the type.
 * @param resource - Plural name of the type.
 * @param name - Name of the object; empty for the whole type.
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
