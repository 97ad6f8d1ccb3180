/**
 * The lifecycle of custom resource definitions: they get the names that they request, and are removed when all objects of their
 * types are deleted.
 *
 * @module
 */

import { definitionType } from '../../resources/index.js'
import { followType } from '../follow-type.js'
import type { LoopParts, StopLoop } from '../loop.js'
import { DefinitionCleanup, isClearing } from './cleanup.js'
import { DefinitionNames, outlineOf } from './names.js'

/**
 * Handles definitions. The registry serves a type as soon as its definition has its names, and before this is called.
 *
 * @param parts - The plane.
 * @returns A function that stops.
 */
export function keepDefinitions(parts: LoopParts): StopLoop {
  const { registry, dialect } = parts
  const type = definitionType(registry.catalog, dialect)
  if (!type) return () => {}
  const names = new DefinitionNames(parts, type)
  const cleanup = new DefinitionCleanup(parts, type)
  const stop = followType(parts, type, {
    put(row) {
      names.changed(row.name)
      // Unreadable definitions are reported by the registry, which serves the types.
      const outline = outlineOf(row)
      if (outline && isClearing(outline)) cleanup.start(row, registry.servedFor(row.name))
    },
    remove({ name }) {
      cleanup.stop(name)
      names.changed(name)
      // Released names may be accepted for definitions that wait for them.
      names.decide()
    },
  })
  return () => {
    stop()
    cleanup.close()
    names.close()
  }
}
