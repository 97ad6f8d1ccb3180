/**
 * The time limit of an answer.
 *
 * @module
 */

import { type ApiError, badRequest, type Clock, isThenable, parseDuration, SharedTimeout, timedOut } from '../../meta/index.js'
import { isLongRunning, type RequestInfo } from '../request-info.js'
import type { Stage } from '../stage.js'

const timeIsOver = (): ApiError => timedOut('Timeout: request did not complete within the allotted timeout')

/**
 * Refuses to go on for a client that was answered already: what waited for a turn of the event loop ends here.
 *
 * @param exchange - The request, with its deadline.
 * @param clock - Measures the time.
 * @throws ApiError 504.
 */
export function requireTime({ deadlineMs }: { readonly deadlineMs: number | undefined }, clock: Clock): void {
  if (deadlineMs !== undefined && clock.now() >= deadlineMs) throw timeIsOver()
}

/**
 * Answers 504 when the time is over, except to watches and open connections. Work that has begun continues, and keeps its seat: a
 * write may still happen, as the client has to expect of any lost answer.
 *
 * @param clock - Measures the time.
 * @param limitMs - The longest time; a client may ask for less with `timeout`.
 */
export function limitTime(clock: Clock, limitMs: number): Stage {
  const usual = new SharedTimeout(clock, limitMs)
  return {
    name: 'time-limit',
    handle(exchange, next) {
      if (isLongRunning(exchange.request)) return next(exchange)
      const delayMs = timeoutOf(exchange.request, limitMs)
      exchange.deadlineMs = exchange.startedMs + delayMs
      const answer = next(exchange)
      // Most reads are answered at once, and need no timer.
      if (!isThenable(answer)) return answer
      return new Promise((resolve, reject) => {
        const onOver = () => {
          exchange.slot?.stopWaiting()
          reject(timeIsOver())
        }
        const cancel = delayMs === limitMs ? usual.start(onOver) : clock.setTimeout(onOver, delayMs)
        // In time: a connection lifts the limit only after its admission, which is awaited.
        exchange.liftTimeLimit = cancel
        answer.then(
          (response) => {
            cancel()
            resolve(response)
          },
          (error: unknown) => {
            cancel()
            reject(error)
          },
        )
      })
    },
  }
}

function timeoutOf({ query }: RequestInfo, limitMs: number): number {
  const text = query.get('timeout')
  if (!text) return limitMs
  const asked = parseDuration(text)
  if (asked === undefined || asked < 0) throw badRequest('invalid timeout specified in the request URL')
  return asked === 0 ? limitMs : Math.min(asked, limitMs)
}
