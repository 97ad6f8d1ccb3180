/**
 * Options of a controller from programs without types, checked before it starts.
 *
 * @module
 */

import { type ApiObject, closestWord } from '../../meta/index.js'
import { anyOf, type Predicate } from './predicates.js'

/** What a controller cannot start without, and what its start would not refuse at once. */
interface Checked {
  readonly for?: { readonly runtime?: unknown }
  readonly reconcile?: unknown
  readonly predicates?: readonly Predicate<ApiObject>[]
}

/**
 * Checks the names of options, and those that a controller cannot start without.
 *
 * @param options - From a program that may have no types.
 * @param known - The options that there are.
 * @throws TypeError with one line that names the option and says what would be right; RangeError for a predicate that there is not.
 */
export function checkControllerOptions(options: unknown, known: readonly string[]): void {
  const given = (options ?? {}) as Checked
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const near = closestWord(name, known)
    const expected = near === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`
    throw new TypeError(`controller: ${name} is unknown: ${expected}`)
  }
  if (given.for?.runtime === undefined)
    throw new TypeError('controller: for: expected a type of a client, such as client.resource(Widget)')
  if (typeof given.reconcile !== 'function') throw new TypeError('controller: reconcile: expected a function')
  anyOf(given.predicates)
}
