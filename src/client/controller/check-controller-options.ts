/**
 * Options of a controller from programs without types, checked before it starts.
 *
 * @module
 */

import { check, type OptionCheck } from '../../meta/index.js'
import { typeOfClient } from '../check-arguments.js'
import type { ControllerOptions, ReconcileResult, WatchedResource } from './controller-options.js'
import { electionOptions } from './leader.js'
import { CHANGED_PARTS } from './predicates.js'
import type { RetryDelays } from './work-queue.js'

const { amount, callable, fits, listOf, mapOf, members } = check

const parts: readonly unknown[] = CHANGED_PARTS
const predicates = listOf(
  fits(`${CHANGED_PARTS.join(', ')} or a function`, (value) => parts.includes(value) || typeof value === 'function'),
)

const options = members<keyof ControllerOptions<object>>(
  {
    for: typeOfClient,
    predicates,
    owns: listOf(typeOfClient),
    watches: listOf(
      members<keyof WatchedResource>({ resource: typeOfClient, predicates, map: callable, indexes: mapOf(callable) }, [
        'resource',
        'map',
      ]),
    ),
    indexes: mapOf(callable),
    reconcile: callable,
    concurrency: fits('a whole number, 1 or more', (value) => Number.isInteger(value) && Number(value) >= 1),
    retry: members<keyof RetryDelays>({ initialMs: amount, maxMs: amount, perSecond: amount, burst: amount }),
    leaderElection: electionOptions,
    onError: callable,
  },
  ['for', 'reconcile'],
)

const aResult = members<keyof ReconcileResult>({
  requeueAfterMs: fits('a finite number of milliseconds', Number.isFinite),
})

/**
 * The result of a reconciliation: `requeueAfter` would mean never. Members with other names are let pass, as a function may return
 * whatever its last request gave.
 */
export const reconcileEnd: OptionCheck = (value, path) => {
  if (!check.isObject(value)) return []
  const meant = Object.entries(value).filter(([name]) => name.startsWith('requeue'))
  return meant.length === 0 ? [] : aResult(Object.fromEntries(meant), path)
}

/**
 * Checks the options of a controller: their names and types.
 *
 * @param given - The options, perhaps of a program without types.
 * @throws TypeError with one line for each invalid option.
 */
export function checkControllerOptions(given: unknown): void {
  check.refuse('controller', options(given, ''))
}
