/**
 * Steps of a write, and what runs them.
 *
 * @module
 */

import type { WriteState } from './state.js'

/**
 * One step: it changes the state of a write, or refuses by throwing. A step that has to wait returns a promise. One that returns
 * other steps hands the rest of the write over to them.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most steps return nothing, and say so by their type.
export type StepFunction = (write: WriteState) => Steps | undefined | void | Promise<Steps | undefined | void>

/** A step with its name, as traces show it. */
export interface Step {
  readonly name: string
  readonly run: StepFunction
}

/** Steps in the order that they are run in. */
export type Steps = readonly Step[]

/**
 * Makes a list of steps.
 *
 * @param named - The functions by the names of their steps, in order.
 */
export const steps = (named: Readonly<Record<string, StepFunction>>): Steps =>
  Object.entries(named).map(([name, run]) => ({ name, run }))

/**
 * Runs steps until one of them has answered the write, or has found that it has to begin again.
 *
 * The only place that asks whether a step has to wait: nearly none does, and a promise that is awaited without need costs a turn
 * of the queue.
 *
 * @param list - The steps.
 * @param write - What they work on.
 * @param first - Index of the first step to run.
 */
export function runSteps(list: Steps, write: WriteState, first = 0): void | Promise<void> {
  let current = list
  for (let at = first; at < current.length && !write.isOver; at++) {
    // A large object takes long in some steps: others have a turn before the next one.
    const { turn } = write
    if (turn?.isSpent) {
      const [rest, from] = [current, at]
      return turn.next().then(() => runSteps(rest, write, from))
    }
    const step = current[at] as Step
    const end = write.caller.tracer?.begin(step.name)
    const after = step.run(write)
    if (after instanceof Promise) {
      const rest = current
      return after.then((next) => {
        end?.()
        turn?.begin()
        return next ? runSteps(next, write) : runSteps(rest, write, at + 1)
      })
    }
    end?.()
    if (after === undefined) continue
    current = after
    at = -1
  }
}
