/**
 * Work on the events of a watch that takes time, without losing their order.
 *
 * @module
 */

import { Observable, type OperatorFunction } from 'rxjs'
import { afterThisTurn, TurnShare } from '../meta/index.js'
import type { WatchPace } from '../store/index.js'

/** Values under way at once (ours), of those that can be asked to wait. */
const MOST_UNDER_WAY = 256

/** Sends values through work that takes time. All that came while the work was busy goes through together next. */
export class InOrder<T, R> implements WatchPace {
  readonly #work: (batch: readonly T[]) => Promise<readonly R[]>
  readonly #pace: WatchPace | undefined
  #waiting: T[] = []
  /** Values that wait or are worked on. */
  #underWay = 0
  #isBusy = false
  #goOn: (() => void) | undefined

  /**
   * @param work - Gets the values that wait, and resolves with as many as it likes; when it fails, the stream fails.
   * @param pace - How fast results are taken; as they come when undefined.
   */
  constructor(work: (batch: readonly T[]) => Promise<readonly R[]>, pace: WatchPace | undefined) {
    this.#work = work
    this.#pace = pace
  }

  get hasRoom(): boolean {
    return this.#underWay < MOST_UNDER_WAY && this.#pace?.hasRoom !== false
  }

  whenRoom(goOn: () => void): void {
    this.#goOn = goOn
    this.#passOn()
  }

  /** For the one stream of values that this is made for. */
  readonly operator: OperatorFunction<T, R> = (source) =>
    new Observable<R>((subscriber) => {
      let finish: (() => void) | undefined
      const run = async (): Promise<void> => {
        this.#isBusy = true
        try {
          while (this.#waiting.length > 0 && !subscriber.closed) {
            // Whatever comes in the same turn comes along.
            await undefined
            const batch = this.#waiting
            this.#waiting = []
            const results = await this.#work(batch)
            // The consumer of one may serialize it: that takes long where objects are large.
            const turn = new TurnShare()
            for (const result of results) {
              if (turn.isSpent) await turn.next()
              if (subscriber.closed) break
              subscriber.next(result)
            }
            this.#underWay -= batch.length
          }
          finish?.()
        } catch (error) {
          subscriber.error(error)
        } finally {
          this.#isBusy = false
          this.#passOn()
        }
      }
      const end = (how: () => void) => {
        finish = how
        if (!this.#isBusy) how()
      }
      return source.subscribe({
        next: (value) => {
          this.#waiting.push(value)
          this.#underWay += 1
          if (!this.#isBusy) void run()
        },
        error: (error: unknown) => end(() => subscriber.error(error)),
        complete: () => end(() => subscriber.complete()),
      })
    })

  /** A source that waits goes on when nothing is under way any more and the consumer has space. */
  #passOn(): void {
    const goOn = this.#goOn
    if (!goOn || this.#isBusy) return
    this.#goOn = undefined
    if (this.#pace) this.#pace.whenRoom(goOn)
    else afterThisTurn(goOn)
  }
}
