/**
 * Steps of a write, and their runner.
 *
 * @module
 */

import type { TurnShare } from '../../meta/index.js'
import type { WriteState } from './state.js'

/**
 * One step: it changes the state of a write, or refuses by throwing. A step with asynchronous work returns a promise. One that returns
 * other steps continues the write with those.
 */
export type StepFunction<A = unknown> = (write: WriteState<A>) => Next<A> | Promise<Next<A>>

// biome-ignore lint/suspicious/noConfusingVoidType: most steps return nothing, and say so by their type.
type Next<A> = Steps<A> | undefined | void

/** A step with its name in traces. */
export interface Step<A = unknown> {
  readonly name: string
  readonly run: StepFunction<A>
}

/** Steps, in the order in which they run. */
export type Steps<A = unknown> = readonly Step<A>[]

/**
 * Makes a list of steps.
 *
 * @param named - The functions by the names of their steps, in order.
 */
export const steps = <A = unknown>(named: Readonly<Record<string, StepFunction<A>>>): Steps<A> =>
  Object.entries(named).map(([name, run]) => ({ name, run }))

/**
 * Runs steps until one of them has answered the write, or requires to start over.
 *
 * Nearly no step returns a promise, and awaiting without need costs a microtask. The loop makes no closures, as each would cost every
 * step of every write.
 *
 * @param list - The steps.
 * @param write - The write.
 * @param first - Index of the first step to run.
 */
export function runSteps<A>(list: Steps<A>, write: WriteState<A>, first = 0): void | Promise<void> {
  let current = list
  for (let at = first; at < current.length && !write.isOver; at++) {
    // Some steps take long for a large object: yield to other work in between.
    if (write.turn?.isSpent) return nextTurn(write.turn, current, write, at)
    const step = current[at] as Step<A>
    const end = write.caller.tracer?.begin(step.name)
    const after = step.run(write)
    if (after instanceof Promise) return whenDone(after, end, current, write, at + 1)
    end?.()
    if (after === undefined) continue
    current = after
    at = -1
  }
}

async function nextTurn<A>(turn: TurnShare, list: Steps<A>, write: WriteState<A>, first: number): Promise<void> {
  await turn.next()
  return runSteps(list, write, first)
}

/** Continues after a step with asynchronous work. */
async function whenDone<A>(
  after: Promise<Next<A>>,
  end: (() => void) | undefined,
  rest: Steps<A>,
  write: WriteState<A>,
  first: number,
): Promise<void> {
  const next = await after
  end?.()
  return next ? runSteps(next, write) : runSteps(rest, write, first)
}
