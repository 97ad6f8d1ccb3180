/**
 * Predicates: which changes a controller reconciles.
 *
 * @module
 */

import { type ApiObject, jsonEqual } from '../../meta/index.js'
import type { Change } from '../informer/informer.js'

/**
 * What has to differ for a change to count: the desired state (its `metadata.generation`, which a write of the status leaves
 * alone), labels, annotations, or whether the object is being deleted.
 */
export type ChangedPart = 'generation' | 'labels' | 'annotations' | 'deletion'

/** A part, or a function that says whether a change counts. */
export type Predicate<T extends ApiObject> = ChangedPart | ((change: Change<T>) => boolean)

const PARTS: Readonly<Record<ChangedPart, (metadata: ApiObject['metadata']) => unknown>> = {
  generation: ({ generation }) => generation,
  labels: ({ labels }) => labels ?? {},
  annotations: ({ annotations }) => annotations ?? {},
  deletion: ({ deletionTimestamp }) => deletionTimestamp,
}

/** The parts that there are. */
export const CHANGED_PARTS = Object.keys(PARTS) as readonly ChangedPart[]

/**
 * Combines predicates: a change counts when one of them accepts it. Created and deleted objects always count for named parts.
 *
 * @param predicates - If absent or empty, every change counts: a program may collect them.
 */
export function anyOf<T extends ApiObject>(predicates: readonly Predicate<T>[] | undefined): (change: Change<T>) => boolean {
  if (!predicates?.length) return () => true
  const judges = predicates.map((predicate) => (typeof predicate === 'function' ? predicate : isChanged<T>(predicate)))
  return (change) => judges.some((judge) => judge(change))
}

function isChanged<T extends ApiObject>(part: ChangedPart): (change: Change<T>) => boolean {
  const partOf = PARTS[part]
  return (change) => change.type !== 'MODIFIED' || !jsonEqual(partOf(change.object.metadata), partOf(change.old.metadata))
}
