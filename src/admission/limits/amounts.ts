/**
 * Resource lists: an amount for each resource.
 *
 * @module
 */

import { isRecord, parseQuantity, type Quantity } from '../../meta/index.js'

/** Amounts by the names of resources, such as `cpu`. */
export type Amounts = ReadonlyMap<string, Quantity>

/** The empty resource list. */
export const NO_AMOUNTS: Amounts = new Map()

/**
 * Parses a resource list, sorted by name. Invalid quantities are skipped, as the schema reports them.
 *
 * @param list - As in objects.
 */
export function readAmounts(list: unknown): Amounts {
  if (!isRecord(list)) return NO_AMOUNTS
  const amounts = new Map<string, Quantity>()
  for (const name of Object.keys(list).sort()) {
    const amount = parseQuantity(list[name])
    if (amount) amounts.set(name, amount)
  }
  return amounts
}

/** Adds two lists. */
export const addAmounts = (one: Amounts, other: Amounts): Amounts => combined(one, other, (a, b) => a.plus(b))

/** Takes the maximum of each resource. */
export const greaterAmounts = (one: Amounts, other: Amounts): Amounts =>
  combined(one, other, (a, b) => ((a.compareTo(b) ?? 0) < 0 ? b : a))

function combined(one: Amounts, other: Amounts, combine: (a: Quantity, b: Quantity) => Quantity): Amounts {
  if (other.size === 0) return one
  const all = new Map(one)
  for (const [name, amount] of other) {
    const known = all.get(name)
    all.set(name, known ? combine(known, amount) : amount)
  }
  return all
}

/** Keeps only some resources. */
export const amountsOf = (amounts: Amounts, isMeant: (name: string) => boolean): Amounts =>
  new Map([...amounts].filter(([name]) => isMeant(name)))
