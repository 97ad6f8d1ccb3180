/**
 * Read, change, write; repeated while another client writes in between.
 *
 * @module
 */

import type { Draft } from 'immer'
import { type ApiObject, BackOff, type Clock, isRecord, pause, type Random } from '../meta/index.js'
import type { Activity } from './activity.js'
import { isConflict } from './errors.js'

/** The arguments of {@link updateWithRetry}. */
export interface RetriedUpdate<T extends ApiObject> {
  readonly read: () => Promise<T>
  readonly write: (object: T) => Promise<T>
  readonly change: (draft: Draft<T>) => void | Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly activity: Activity
  readonly attempts?: number
  readonly signal?: AbortSignal
}

const RETURNS = 'updateWithRetry: change returned an object: expected it to write to its argument, and to return nothing'

/**
 * Changes an object, even if other clients write to it meanwhile.
 *
 * @param update - How to read and write; the change.
 * @returns The object as written, or as read when the change had no effect.
 * @throws {@link ApiError} 409 when the last attempt conflicted too, and any error of reading, changing or writing.
 * @throws TypeError when the change returns an object instead of writing to its argument.
 */
export async function updateWithRetry<T extends ApiObject>(update: RetriedUpdate<T>): Promise<T> {
  const { read, write, change, clock, random, activity, attempts = 10, signal } = update
  const loaded = activity.beginRequest()
  const { createDraft, finishDraft } = await import('immer').finally(loaded)
  const backOff = new BackOff({ random, initialMs: 10, maxMs: 1_000 })
  for (let attempt = 1; ; attempt++) {
    const live = await read()
    const draft = createDraft(live) as Draft<T>
    const result: unknown = await change(draft)
    // A changed copy would be lost without a word.
    if (result !== draft && isRecord(result) && 'metadata' in result) throw new TypeError(RETURNS)
    const next = finishDraft(draft) as T
    if (next === live) return live
    try {
      return await write(next)
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error
    }
    // After one conflict the other writer has mostly finished; only repeated conflicts mean contention, and back off.
    if (attempt > 1) {
      const resume = activity.wait()
      await pause(clock, backOff.nextMs(), signal).finally(resume)
    }
    signal?.throwIfAborted()
  }
}
