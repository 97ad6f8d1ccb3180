/**
 * What becomes of custom resource definitions: they get the names that they ask for, and go when all objects of their types are
 * gone.
 *
 * @module
 */

import { definitionType } from '../../resources/index.js'
import { followType } from '../follow-type.js'
import type { LoopParts, StopLoop } from '../loop.js'
import { DefinitionCleanup, isClearing } from './cleanup.js'
import { DefinitionNames, outlineOf } from './names.js'

/**
 * Keeps definitions. The registry serves a type as soon as its definition has its names, and before this is called.
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
      // The registry, which serves the types, says what cannot be read.
      const outline = outlineOf(row)
      if (outline && isClearing(outline)) cleanup.start(row, registry.servedFor(row.name))
    },
    remove({ name }) {
      cleanup.stop(name)
      names.changed(name)
      // Names that have become free go to the definitions that wait for them.
      names.decide()
    },
  })
  return () => {
    stop()
    cleanup.close()
    names.close()
  }
}
