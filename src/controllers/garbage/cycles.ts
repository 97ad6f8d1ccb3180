/**
 * Cycles of owners: objects in foreground deletion that wait for each other, directly or through others.
 *
 * Kubernetes looks only at an object's direct dependents. Here owners are read before they are judged, so two objects may be
 * deleted because of each other before the graph has received either event.
 *
 * @module
 */

import type { Pausing } from '../../meta/index.js'
import type { OwnerGraph, OwnerNode } from './owner-graph.js'

/** The dependents that an owner in foreground deletion waits for. */
export interface Awaited {
  readonly all: readonly OwnerNode[]
  /** Those that wait for the owner themselves. */
  readonly cycle: readonly OwnerNode[]
}

/**
 * Finds the dependents that block the deletion of an owner. Each object that waits is visited once, and so is each of its
 * references: users choose how many there are.
 *
 * @param graph - The owner graph.
 * @param owner - An owner in foreground deletion.
 */
export function* awaitedBy(graph: OwnerGraph, owner: OwnerNode): Pausing<Awaited> {
  const all: OwnerNode[] = []
  for (const dependent of graph.dependentsOf(owner.uid)) {
    if (blocks(dependent, owner)) all.push(dependent)
    yield
  }
  if (!all.some(waits)) return { all, cycle: [] }
  const waiting = yield* waitingFor(graph, owner)
  return { all, cycle: all.filter((dependent) => waiting.has(dependent)) }
}

const waits = ({ finalization }: OwnerNode): boolean => finalization === 'foreground'

const blocks = ({ uid, owners }: OwnerNode, owner: OwnerNode): boolean =>
  uid !== owner.uid && owners.some((reference) => reference.uid === owner.uid && reference.blockOwnerDeletion)

/**
 * The objects that wait for one, directly or through others; itself included. The walk goes from dependents to owners, as a
 * reference tells at once whether it blocks.
 */
function* waitingFor(graph: OwnerGraph, target: OwnerNode): Pausing<ReadonlySet<OwnerNode>> {
  const seen = new Set([target])
  // A set delivers also what is added during the iteration.
  for (const { owners } of seen) {
    for (const { uid, blockOwnerDeletion } of owners) {
      const owner = blockOwnerDeletion ? graph.get(uid) : undefined
      if (owner && waits(owner)) seen.add(owner)
    }
    yield
  }
  return seen
}
