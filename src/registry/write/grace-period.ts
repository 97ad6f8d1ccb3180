/**
 * Grace periods: how long a deleted object stays for the process that it stands for.
 *
 * @module
 */

import { type ApiObject, formatTime, parseTime } from '../../meta/index.js'
import type { Write } from '../context.js'
import type { DeleteOptions } from '../types.js'

/** Longest grace period in seconds (ours, about 68 years), so that its end is a time that the wire format can hold. */
const MAX_SECONDS = 2 ** 31 - 1

/** When a deleted object ends. */
export interface DeletionMarks {
  readonly deletionTimestamp: string
  readonly deletionGracePeriodSeconds: number
}

/**
 * The marks that a delete leaves. The delete of a terminating object may only shorten its grace period.
 *
 * @param write - A delete.
 * @param live - The object as it is stored.
 * @param options - Of the delete.
 * @returns `unchanged` for an object whose grace period is over or of a kind without one; `pending` when the delete changes nothing.
 */
export function marksOf(
  { context, target }: Write,
  live: ApiObject,
  { gracePeriodSeconds }: DeleteOptions,
): DeletionMarks | 'unchanged' | 'pending' {
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = live.metadata
  const { strategy } = target.definition
  const asked = gracePeriodSeconds === undefined ? undefined : withinBounds(gracePeriodSeconds)
  if (!deletionTimestamp) {
    const seconds = withinBounds(strategy.gracePeriodSeconds?.(live, asked) ?? 0)
    return { deletionTimestamp: formatTime(context.clock.now() + seconds * 1000), deletionGracePeriodSeconds: seconds }
  }
  if (!strategy.gracePeriodSeconds || left === 0) return 'unchanged'
  if (asked === undefined || asked >= left) return 'pending'
  const endMs = parseTime(deletionTimestamp) ?? context.clock.now()
  return { deletionTimestamp: formatTime(endMs - (left - asked) * 1000), deletionGracePeriodSeconds: asked }
}

/** A negative period is one second. */
const withinBounds = (seconds: number): number => (seconds < 0 ? 1 : Math.min(seconds, MAX_SECONDS))

/** Whether a terminating object stays until its grace period is shortened to zero. */
export const isInGracePeriod = ({ target }: Pick<Write, 'target'>, { metadata }: ApiObject): boolean =>
  target.definition.strategy.gracePeriodSeconds !== undefined && (metadata.deletionGracePeriodSeconds ?? 0) > 0
