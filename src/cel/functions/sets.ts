/**
 * Functions that treat lists as sets.
 *
 * @module
 */

import { contains } from '../lists.js'
import type { FunctionFamily } from './function-table.js'

type List = readonly unknown[]

const containsAll = (_: unknown, list: List, other: List): boolean => other.every((item) => contains(list, item))

/** Set functions. */
export const setFunctions: FunctionFamily = {
  spaces: ['sets'],
  functions: [
    ['Space.sets.own_contains(list<A>, list<A>): bool', containsAll],
    [
      'Space.sets.equivalent(list<A>, list<A>): bool',
      (_: unknown, a: List, b: List) => containsAll(_, a, b) && containsAll(_, b, a),
    ],
    ['Space.sets.intersects(list<A>, list<A>): bool', (_: unknown, a: List, b: List) => a.some((item) => contains(b, item))],
  ],
}
