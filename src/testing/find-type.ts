/**
 * Finds types by the names that tests use.
 *
 * @module
 */

import { typeArgument } from '../client/index.js'
import { check, dialectHint, formatApiVersion, type GroupVersionKind, type GroupVersionResource } from '../meta/index.js'
import type { ResourceCatalog, ResourceDefinition, ServedResource } from '../resources/index.js'

/** A type by its kind, or by the plural name that URLs use. */
export type AnyType = GroupVersionKind | GroupVersionResource

/** Finds a type of a plane. @throws RangeError when the plane does not serve it. */
export type TypeFinder = (type: ResourceDefinition | AnyType) => ServedResource

/**
 * Makes a finder over the types of a plane.
 *
 * @param catalog - The types, including those of stored definitions.
 */
export function typeFinder(catalog: ResourceCatalog): TypeFinder {
  return (type) => {
    check.refuse('type', typeArgument(type, 'type'))
    const found = 'names' in type ? ofDefinition(catalog, type) : byName(catalog, type)
    if (!found) throw new RangeError(`this plane does not serve ${nameOf(type)}${dialectHint(catalog.all(), type.group)}`)
    return found
  }
}

function ofDefinition(catalog: ResourceCatalog, { group, names, versions }: ResourceDefinition): ServedResource | undefined {
  const version = versions.find(({ served }) => served)
  return version && catalog.find(group, version.name, names.plural)
}

const byName = (catalog: ResourceCatalog, type: AnyType): ServedResource | undefined =>
  'kind' in type ? catalog.findKind(type.group, type.version, type.kind) : catalog.find(type.group, type.version, type.resource)

function nameOf(type: ResourceDefinition | AnyType): string {
  if ('names' in type) return `${type.names.kind} of the group ${JSON.stringify(type.group)}`
  return `${'kind' in type ? type.kind : type.resource} of ${formatApiVersion(type.group, type.version)}`
}
