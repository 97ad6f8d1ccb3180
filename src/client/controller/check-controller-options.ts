/**
 * Options of a controller from programs without types, checked before it starts.
 *
 * @module
 */

import { closestWord } from '../../meta/index.js'
import type { ControllerOptions } from './controller.js'
import { anyOf } from './predicates.js'

/** Every option: a record, so that the compiler misses one that is added. */
const NAMES: Readonly<Record<keyof ControllerOptions<object>, true>> = {
  for: true,
  predicates: true,
  owns: true,
  watches: true,
  indexes: true,
  reconcile: true,
  concurrency: true,
  retry: true,
  leaderElection: true,
  onError: true,
}

/**
 * Checks the names of options, and those that a controller cannot start without.
 *
 * @param options - From a program that may have no types.
 * @throws TypeError with one line that names the option and says what would be right; RangeError for a predicate that there is not.
 */
export function checkControllerOptions<T extends object>(options: ControllerOptions<T>): void {
  const given: Partial<ControllerOptions<T>> = options ?? {}
  const names = Object.keys(NAMES)
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(NAMES, name)) continue
    const near = closestWord(name, names)
    throw new TypeError(
      `controller: ${name} is unknown: ${near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`}`,
    )
  }
  if (given.for?.runtime === undefined)
    throw new TypeError('controller: for: expected a type of a client, such as client.resource(Widget)')
  if (typeof given.reconcile !== 'function') throw new TypeError('controller: reconcile: expected a function')
  anyOf(given.predicates)
}
