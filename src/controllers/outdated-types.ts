/**
 * Finds types of the plane itself with objects stored in an older version.
 *
 * @module
 */

import type { ResourceType } from '../client/index.js'
import { formatApiVersion } from '../meta/index.js'
import type { Registry } from '../registry/index.js'
import { isView, type ResourceDefinition } from '../resources/index.js'

/** Number of objects that are checked per turn of the event loop. */
const PAGE = 500

/**
 * Finds these types. Custom types are left out: their definitions list the stored versions.
 *
 * @param registry - The registry of the plane.
 * @returns Each type in a served version.
 */
export async function outdatedTypes(registry: Registry): Promise<readonly ResourceType[]> {
  const found: ResourceType[] = []
  for (const definition of registry.catalog.all()) {
    const { custom, definedBy, review, group, versions, names, namespaced } = definition
    const version = versions.find(({ served }) => served)
    const isOfDefinition = custom && !definedBy
    if (isOfDefinition || review || isView(definition) || versions.length < 2 || !version) continue
    if (!(await isOutdated(registry, definition))) continue
    found.push({ group, version: version.name, resource: names.plural, kind: names.kind, namespaced })
  }
  return found
}

async function isOutdated(registry: Registry, definition: ResourceDefinition): Promise<boolean> {
  const present = formatApiVersion(definition.group, definition.storageVersion)
  const objects = registry.stored(definition)
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page = await objects.list({ limit: PAGE, ...(next !== '' && { continue: next }) })
    if (page.rows.some(({ object }) => object.apiVersion !== present)) return true
    next = page.continue
  }
  return false
}
