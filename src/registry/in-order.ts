/**
 * Work on a stream that takes time, without losing the order.
 *
 * @module
 */

import { Observable, type OperatorFunction } from 'rxjs'

/**
 * Sends values through work that takes time. All that came while the work was busy goes through together next.
 *
 * @param work - Gets the values that wait, and resolves with as many as it likes; when it fails, the stream fails.
 */
export function inOrder<T, R>(work: (batch: readonly T[]) => Promise<readonly R[]>): OperatorFunction<T, R> {
  return (source) =>
    new Observable<R>((subscriber) => {
      let waiting: T[] = []
      let isBusy = false
      let finish: (() => void) | undefined
      const run = async (): Promise<void> => {
        isBusy = true
        try {
          while (waiting.length > 0 && !subscriber.closed) {
            // Whatever comes in the same turn comes along.
            await undefined
            const batch = waiting
            waiting = []
            for (const result of await work(batch)) subscriber.next(result)
          }
          finish?.()
        } catch (error) {
          subscriber.error(error)
        } finally {
          isBusy = false
        }
      }
      const end = (how: () => void) => {
        finish = how
        if (!isBusy) how()
      }
      return source.subscribe({
        next(value) {
          waiting.push(value)
          if (!isBusy) void run()
        },
        error: (error: unknown) => end(() => subscriber.error(error)),
        complete: () => end(() => subscriber.complete()),
      })
    })
}
