/**
 * Stages: what a request passes on its way to a verb, one after the other.
 *
 * @module
 */

import type { Exchange } from './exchange.js'

/** The rest of a request's way. */
export type Next<A> = (exchange: Exchange<A>) => Promise<A>

/** One stage of a request's way. */
export interface Stage {
  /** Names it in the list, in traces, and for stages that are to stand beside it. */
  readonly name: string
  /**
   * Lets a request pass, or refuses it by throwing an {@link ApiError}.
   *
   * @param exchange - The request, and what is known of it.
   * @param next - The rest of the way. What it returns is the answer, to be returned as it is.
   */
  handle<A>(exchange: Exchange<A>, next: Next<A>): Promise<A>
}

/** A stage of an embedder, and where it stands. */
export interface CustomStage extends Stage {
  /** Name of the stage that it comes right before. Either this or `after`. */
  readonly before?: string
  /** Name of the stage that it comes right after. */
  readonly after?: string
}

/**
 * Puts stages of an embedder among those of the plane.
 *
 * @param stages - The plane's.
 * @param own - The embedder's, in the order in which those of one place are to stand.
 * @throws RangeError for one that names no stage to stand beside, or one that there is not.
 */
export function withCustomStages(stages: readonly Stage[], own: readonly CustomStage[]): readonly Stage[] {
  const all = [...stages]
  for (const stage of own) {
    const { before, after, name } = stage
    const beside = before ?? after
    const at = all.findIndex((candidate) => candidate.name === beside)
    const names = stages.map((candidate) => candidate.name).join(', ')
    if (at < 0) {
      throw new RangeError(`stages: ${JSON.stringify(name)} is to stand before or after ${beside}: expected one of ${names}`)
    }
    // Those that come after the same stage keep their order.
    let index = before === undefined ? at + 1 : at
    while (before === undefined && (all[index] as CustomStage | undefined)?.after === after) index += 1
    all.splice(index, 0, stage)
  }
  return all
}

/**
 * Puts stages before what answers, once for all requests.
 *
 * @param stages - The first one sees a request first.
 * @param last - What answers in the end.
 */
export function composeStages(
  stages: readonly Stage[],
  last: <A>(exchange: Exchange<A>) => Promise<A>,
): <A>(exchange: Exchange<A>) => Promise<A> {
  // A stage treats all doors alike, so that what holds for one kind of answer holds for all.
  const chain = stages.reduceRight<Next<unknown>>((next, stage) => enter(stage, next), last)
  return chain as <A>(exchange: Exchange<A>) => Promise<A>
}

/** Enters a stage. One that has nothing to wait for need not be async: what it throws is a rejection for those before it. */
function enter(stage: Stage, next: Next<unknown>): Next<unknown> {
  return (exchange) => {
    try {
      return stage.handle(exchange, next)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}
