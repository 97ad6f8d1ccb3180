/**
 * Stages: a request passes them one after the other on its way to a verb.
 *
 * @module
 */

import { check } from '../meta/index.js'
import type { Exchange } from './exchange.js'

/** The following stages of a request. What need not wait for anything is answered at once, such as most reads. */
export type Next<A> = (exchange: Exchange<A>) => A | Promise<A>

/** One stage of the plane. */
export interface Stage {
  /** Names it in the list, in traces, and in {@link CustomStage}. */
  readonly name: string
  /** Lets a request pass, or refuses it with an {@link ApiError}, thrown or as a rejection. */
  handle<A>(exchange: Exchange<A>, next: Next<A>): A | Promise<A>
}

/** A stage of an embedder, and its position. */
export interface CustomStage {
  /** Names it in the list, in traces, and for other stages. */
  readonly name: string
  /**
   * Lets a request pass, or refuses it by throwing an {@link ApiError}.
   *
   * @param exchange - The request, and what is known of it.
   * @param next - The following stages. Return what it returns.
   */
  handle<A>(exchange: Exchange<A>, next: (exchange: Exchange<A>) => Promise<A>): Promise<A>
  /** Name of the stage that it directly precedes. Either this or `after`. */
  readonly before?: string
  /** Name of the stage that it directly follows. */
  readonly after?: string
}

/**
 * Inserts stages of an embedder among those of the plane.
 *
 * @param stages - The plane's.
 * @param own - The embedder's; several at one position keep this order.
 * @throws RangeError for a stage without a position, or with an unknown one.
 */
export function withCustomStages(stages: readonly Stage[], own: readonly CustomStage[]): readonly Stage[] {
  const all: (Stage & Pick<CustomStage, 'after'>)[] = [...stages]
  for (const stage of own) {
    const { before, after, name } = stage
    const beside = before ?? after
    const at = all.findIndex((candidate) => candidate.name === beside)
    const names = stages.map((candidate) => candidate.name).join(', ')
    if (at < 0) {
      throw new RangeError(`stages: ${JSON.stringify(name)} is to stand before or after ${beside}: expected one of ${names}`)
    }
    // Stages after the same one keep their order.
    let index = before === undefined ? at + 1 : at
    while (before === undefined && all[index]?.after === after) index += 1
    all.splice(index, 0, inPromises(stage))
  }
  return all
}

/**
 * A stage of an embedder sees promises alone, as do the stages before it. It may come from a program without types: a door cannot
 * send what the following stages have not returned, and would end the process.
 */
const inPromises = (stage: CustomStage): Stage & Pick<CustomStage, 'after'> => ({
  name: stage.name,
  ...(stage.after !== undefined && { after: stage.after }),
  async handle<A>(exchange: Exchange<A>, next: Next<A>): Promise<A> {
    const answers: A[] = []
    const following = async (later: Exchange<A>): Promise<A> => {
      const answer = await next(later)
      answers.push(answer)
      return answer
    }
    const answer = await stage.handle(exchange, (later) => {
      const promise = following(later)
      promise.catch(() => {}) // no unhandled rejection where the stage does not wait for it
      return promise
    })
    // A watch in the process has no answer but its events.
    if (answers.includes(answer) || (answers.length > 0 && check.isObject(answer))) return answer
    throw new TypeError(
      `the stage ${JSON.stringify(stage.name)} returned ${check.shown(answer)}: expected what next(exchange) returns`,
    )
  },
})

/**
 * Composes the stages and the final step, once for all requests.
 *
 * @param stages - In the order in which requests pass them.
 * @param last - Answers the request.
 */
export function composeStages(stages: readonly Stage[], last: <A>(exchange: Exchange<A>) => A | Promise<A>): typeof last {
  // A stage must not depend on the door, so its type leaves the answer opaque.
  const chain = stages.reduceRight<Next<unknown>>((next, stage) => (exchange) => stage.handle(exchange, next), last)
  return chain as typeof last
}
