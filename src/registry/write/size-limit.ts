/**
 * The stored size of an object: one limit for every engine, and for writes over HTTP and in process alike.
 *
 * An object that an older plane has let grow beyond the limit can be read, deleted, and written as long as it does not grow;
 * one that is being deleted may grow a little more, so that the owners of its finalizers can write their progress and remove them.
 *
 * @module
 */

import { type ApiObject, storedTooLarge } from '../../meta/index.js'
import { type Row, storedSize } from '../../store/index.js'
import type { Write } from '../context.js'

/** Bytes beyond the limit for an object that is being deleted (ours): new managers, conditions. */
const DELETION_RESERVE = 64 * 1024

/**
 * The stored size that an object may have after a write.
 *
 * @param write - The write.
 * @param row - The live object; undefined when there is none.
 */
export function sizeLimitOf({ context, target }: Write, row?: Row): number {
  const { maxValueBytes } = context.collectionOf(target.definition)
  // The engine's own limit has to leave space for the deletion as well.
  const bound = Math.min(context.maxObjectBytes, (maxValueBytes ?? Number.POSITIVE_INFINITY) - DELETION_RESERVE)
  if (!row) return bound
  const { size } = row
  if (size > bound - DELETION_RESERVE && row.object.metadata.deletionTimestamp) return Math.max(bound + DELETION_RESERVE, size)
  return Math.max(bound, size)
}

/**
 * Refuses in a dry run what storing would refuse.
 *
 * @param write - The write.
 * @param object - The new state.
 * @param row - The live object; undefined when there is none.
 * @throws {@link ApiError} 413.
 */
export function requireSize(write: Write, object: ApiObject, row?: Row): void {
  const [bytes, limit] = [storedSize(object), sizeLimitOf(write, row)]
  if (bytes > limit) throw storedTooLarge(bytes, limit)
}
