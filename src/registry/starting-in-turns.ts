/**
 * Spreads the beginning of an Observable over several turns of the event loop.
 *
 * @module
 */

import type { OperatorFunction } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { TurnShare } from '../meta/index.js'

/**
 * Delivers the values that come upon subscription over several turns, and later ones after them, in order.
 *
 * @param started - Called when the values that came upon subscription, and all that came meanwhile, are delivered.
 */
export const startingInTurns =
  <T>(started: () => void): OperatorFunction<T, T> =>
  (source) =>
    new Observable((subscriber) => {
      let waiting: T[] | undefined = []
      let isComplete = false
      const deliver = async (values: readonly T[]): Promise<void> => {
        const turn = new TurnShare()
        // Values may be added meanwhile, at the end.
        for (const value of values) {
          if (turn.isSpent) await turn.next()
          if (subscriber.closed) return
          subscriber.next(value)
        }
        waiting = undefined
        started()
        if (isComplete) subscriber.complete()
      }
      subscriber.add(
        source.subscribe({
          next: (value) => (waiting ? waiting.push(value) : subscriber.next(value)),
          error: (error) => subscriber.error(error),
          complete: () => {
            isComplete = true
            if (!waiting) subscriber.complete()
          },
        }),
      )
      void deliver(waiting)
    })
