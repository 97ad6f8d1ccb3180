/**
 * Types of the plane itself of which something is stored in an older version.
 *
 * @module
 */

import type { ResourceType } from '../client/index.js'
import { formatApiVersion } from '../meta/index.js'
import type { Registry } from '../registry/index.js'
import type { ResourceDefinition } from '../resources/index.js'

/** Objects that are looked at in one turn. */
const PAGE = 500

/**
 * Finds them. Custom types are left out: their definitions say what is stored.
 *
 * @param registry - Of the plane.
 * @returns Each in a version that is served.
 */
export async function outdatedTypes(registry: Registry): Promise<readonly ResourceType[]> {
  const found: ResourceType[] = []
  for (const definition of registry.catalog.all()) {
    const { custom, definedBy, review, group, storedAs, versions, names, namespaced } = definition
    const isView = storedAs.group !== group || storedAs.resource !== names.plural
    const version = versions.find(({ served }) => served)
    const isOfDefinition = custom && !definedBy
    if (isOfDefinition || review || isView || versions.length < 2 || !version) continue
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
