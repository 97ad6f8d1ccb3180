/**
 * Asynchronous work on the events of a watch, in their order.
 *
 * @module
 */

import type { OperatorFunction } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { afterThisTurn, TurnShare } from '../meta/index.js'
import type { WatchPace } from '../store/index.js'

/** Values that may wait or be in progress (ours) before a source that can be paused is paused. */
const MAX_PENDING = 256

/** One stream of values, processed in batches: all that came while a batch was in progress form the next one. */
export class OrderedBatches<T, R> implements WatchPace {
  readonly #work: (batch: readonly T[]) => Promise<readonly R[]>
  readonly #pace: WatchPace | undefined
  #waiting: T[] = []
  /** Values that wait or are in progress. */
  #pending = 0
  #isBusy = false
  #goOn: (() => void) | undefined

  /**
   * @param work - Gets the waiting values, and resolves with any number of results; when it fails, the stream fails.
   * @param pace - How fast results are taken; without a limit when undefined.
   */
  constructor(work: (batch: readonly T[]) => Promise<readonly R[]>, pace: WatchPace | undefined) {
    this.#work = work
    this.#pace = pace
  }

  get hasRoom(): boolean {
    return this.#pending < MAX_PENDING && this.#pace?.hasRoom !== false
  }

  whenRoom(goOn: () => void): void {
    this.#goOn = goOn
    this.#resume()
  }

  /** Maps the source to the results. Use it once: the state is that of one stream. */
  readonly operator: OperatorFunction<T, R> = (source) =>
    new Observable<R>((subscriber) => {
      let finish: (() => void) | undefined
      const run = async (): Promise<void> => {
        this.#isBusy = true
        try {
          while (this.#waiting.length > 0 && !subscriber.closed) {
            // Values of the same turn join the batch.
            await undefined
            const batch = this.#waiting
            this.#waiting = []
            const results = await this.#work(batch)
            // The consumer may serialize each value, which takes long for large objects.
            const turn = new TurnShare()
            for (const result of results) {
              if (turn.isSpent) await turn.next()
              if (subscriber.closed) break
              subscriber.next(result)
            }
            this.#pending -= batch.length
          }
          finish?.()
        } catch (error) {
          subscriber.error(error)
        } finally {
          this.#isBusy = false
          this.#resume()
        }
      }
      const end = (how: () => void) => {
        finish = how
        if (!this.#isBusy) how()
      }
      return source.subscribe({
        next: (value) => {
          this.#waiting.push(value)
          this.#pending += 1
          if (!this.#isBusy) void run()
        },
        error: (error: unknown) => end(() => subscriber.error(error)),
        complete: () => end(() => subscriber.complete()),
      })
    })

  /** Resumes a paused source when nothing is in progress any more and the consumer has room. */
  #resume(): void {
    const goOn = this.#goOn
    if (!goOn || this.#isBusy) return
    this.#goOn = undefined
    if (this.#pace) this.#pace.whenRoom(goOn)
    else afterThisTurn(goOn)
  }
}
