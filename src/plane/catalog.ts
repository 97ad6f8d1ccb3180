/**
 * The types of a plane.
 *
 * @module
 */

import { ResourceCatalog, type ResourceDefinition } from '../resources/index.js'

/**
 * Combines types, one per group and plural: the first definition is used.
 *
 * @param wanted - The plane's own first, then those of its embedder.
 */
export function catalogOf(wanted: readonly ResourceDefinition[]): ResourceCatalog {
  const definitions = new Map<string, ResourceDefinition>()
  for (const definition of wanted) {
    const key = `${definition.group}/${definition.names.plural}`
    if (!definitions.has(key)) definitions.set(key, definition)
  }
  return new ResourceCatalog(definitions.values())
}
