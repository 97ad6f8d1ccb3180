/**
 * Writers of one object, one after the other.
 *
 * Each write reads the object, works on it, and stores what came of that if no other write came in between. Of many that
 * begin together all but one would have worked in vain, again and again; in line each of them works once.
 *
 * @module
 */

import type { Clock } from '../meta/index.js'
import { keyOf, prefixOf, type Write } from './context.js'
import { untilStored } from './until-stored.js'

/**
 * The longest wait. Whoever has waited for so long does without a line: the one before may be slow, or it may be waiting
 * for this very write, which its admission has asked for.
 */
const PATIENCE_MS = 1_000

/** The lines of a plane's objects. */
export class WriteLines {
  private readonly clock: Clock
  /** By place, when the last of its line is done. */
  private readonly last = new Map<string, Promise<void>>()

  /** @param clock - Says when patience is over. */
  constructor(clock: Clock) {
    this.clock = clock
  }

  /**
   * Does something when all who came before are done, or have taken too long.
   *
   * @param place - Whose line it is.
   * @param work - What to do.
   * @returns What the work returns.
   */
  enter<T>(place: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(place)
    // Not at once: who enters while the work begins is behind it already.
    const result = (before ? this.after(before) : Promise.resolve()).then(work)
    const leave = (): void => {
      if (this.last.get(place) === done) this.last.delete(place)
    }
    const done = result.then(leave, leave)
    this.last.set(place, done)
    return result
  }

  private after(before: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.setTimeout(resolve, PATIENCE_MS)
      before.then(() => {
        cancel()
        resolve()
      })
    })
  }
}

/**
 * Writes an object in line with its other writers.
 *
 * @param write - Names the object. A write that is only tried is in nobody's way.
 * @param attempt - See {@link untilStored}.
 * @returns What the attempt that worked returned.
 * @throws {@link ApiError} As {@link untilStored} does.
 */
export function inLine<T>(write: Write, attempt: () => Promise<T | undefined>): Promise<T> {
  const { context, target, dryRun, turn } = write
  if (dryRun) return untilStored(attempt)
  return context.lines.enter(`${prefixOf(target.definition)}/${keyOf(target)}`, () => {
    // The time in line was that of others.
    turn.begin()
    return untilStored(attempt)
  })
}
