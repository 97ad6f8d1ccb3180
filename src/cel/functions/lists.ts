/**
 * Functions of lists: order, sums, indexes.
 *
 * @module
 */

import { charge } from '../budget.js'
import { celEngine } from '../engine.js'
import { celEquals, compareValues } from '../lists.js'
import type { FunctionFamily } from './function-table.js'

/**
 * Compares two values.
 *
 * @throws Error for values without an order.
 */
export function order(a: unknown, b: unknown): number {
  const result = compareValues(a, b)
  if (result === undefined) throw new Error('no such overload')
  return result
}

const isSorted = (list: readonly unknown[]): boolean => list.every((item, i) => i === 0 || order(list[i - 1], item) <= 0)

function extreme(name: string, sign: number): (list: readonly unknown[]) => unknown {
  return (list) => {
    if (list.length === 0) throw new Error(`${name} called on empty list`)
    return list.reduce((best, item) => (order(item, best) * sign < 0 ? item : best))
  }
}

function sum(list: readonly unknown[]): unknown {
  charge(list.length)
  const { Duration } = celEngine().language
  const [first] = list
  if (first === undefined) return 0n
  if (typeof first === 'bigint') return wholeSum(list)
  if (typeof first === 'number') return list.reduce<number>((total, item) => total + Number(item), 0)
  if (first instanceof Duration) {
    return list.reduce((total, item) => (total instanceof Duration && item instanceof Duration ? total.addDuration(item) : total))
  }
  throw new Error('no such overload')
}

function wholeSum(list: readonly unknown[]): bigint {
  const total = list.reduce<bigint>((so, item) => so + (typeof item === 'bigint' ? item : 0n), 0n)
  if (BigInt.asIntN(64, total) !== total) throw new Error('integer overflow')
  return total
}

const indexOf = (list: readonly unknown[], value: unknown): bigint => BigInt(list.findIndex((item) => celEquals(item, value)))

const lastIndexOf = (list: readonly unknown[], value: unknown): bigint =>
  BigInt(list.findLastIndex((item) => celEquals(item, value)))

/** A list of the integers from 0. Charges for its items, as no other step does. */
function range(_space: unknown, count: bigint): readonly bigint[] {
  if (count < 0n) throw new Error('lists.range: the size is negative')
  charge(Number(count))
  return Array.from({ length: Number(count) }, (_, i) => BigInt(i))
}

function slice(list: readonly unknown[], start: bigint, end: bigint): readonly unknown[] {
  if (start < 0n || end < start || end > BigInt(list.length)) {
    throw new Error(`cannot slice(${start}, ${end}), the list has ${list.length} items`)
  }
  charge(Number(end - start))
  return list.slice(Number(start), Number(end))
}

function flatten(list: readonly unknown[], depth = 1n): readonly unknown[] {
  if (depth < 0n) throw new Error('flatten: the depth is negative')
  const flat: unknown[] = []
  for (const item of list) {
    if (depth === 0n || !Array.isArray(item)) flat.push(item)
    else for (const inner of flatten(item, depth - 1n)) flat.push(inner)
  }
  charge(flat.length)
  return flat
}

function distinct(list: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = []
  for (const item of list) {
    charge(found.length)
    if (!found.some((other) => celEquals(other, item))) found.push(item)
  }
  return found
}

function sort(list: readonly unknown[]): readonly unknown[] {
  charge(list.length * Math.log2(list.length + 1))
  return list.toSorted(order)
}

function reverse(list: readonly unknown[]): readonly unknown[] {
  charge(list.length)
  return list.toReversed()
}

/** Types with an order. */
export const ORDERED = [
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
]

/** Functions of lists. */
export const listFunctions: FunctionFamily = {
  spaces: ['lists'],
  functions: [
    ['Space.lists.range(int): list<int>', range],
    ['list<A>.slice(int, int): list<A>', slice],
    ['list.flatten(): list', flatten],
    ['list.flatten(int): list', flatten],
    ['list<A>.distinct(): list<A>', distinct],
    ['list<A>.sort(): list<A>', sort],
    ['list<A>.reverse(): list<A>', reverse],
    ...ORDERED.flatMap((type): FunctionFamily['functions'] => [
      [`list<${type}>.isSorted(): bool`, isSorted],
      [`list<${type}>.min(): ${type}`, extreme('min', 1)],
      [`list<${type}>.max(): ${type}`, extreme('max', -1)],
    ]),
    ['list<A>.sum(): A', sum],
    ['list<A>.own_indexOf(A): int', indexOf],
    ['list<A>.own_lastIndexOf(A): int', lastIndexOf],
  ],
}
