/**
 * Conflicts: fields that an applier would change although others own them.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import { type FieldPath, formatPath } from '../fields/path-element.js'

/** One field that another manager owns. */
export interface FieldConflict {
  /** Its owner. */
  readonly manager: string
  readonly path: FieldPath
  /** The path for messages, such as `.spec.ports[port=80,protocol="TCP"].name`. */
  readonly text: string
}

/**
 * The conflicts of some managers, in the order of their names; of one manager, fields before what is below other fields.
 *
 * @param sets - The fields that others own and that would change, by manager.
 */
export function listConflicts(sets: ReadonlyMap<string, FieldSet>): FieldConflict[] {
  const conflicts: FieldConflict[] = []
  for (const manager of [...sets.keys()].sort()) {
    const set = sets.get(manager)
    if (set) for (const path of membersFirst(set, [])) conflicts.push(conflictAt(manager, path))
  }
  return conflicts
}

/** A bounded number of conflicts. The text of a path, whose keys may be long, is made on demand. */
const conflictAt = (manager: string, path: FieldPath): FieldConflict => ({
  manager,
  path,
  get text() {
    return formatPath(path)
  },
})

function* membersFirst(set: FieldSet, prefix: FieldPath): Generator<FieldPath> {
  for (const [element, below] of set.children()) if (below.includesSelf) yield [...prefix, element]
  for (const [element, below] of set.children()) if (below.hasChildren) yield* membersFirst(below, [...prefix, element])
}
