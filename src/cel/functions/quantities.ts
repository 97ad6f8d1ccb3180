/**
 * Quantities, such as `100m` or `1.5Gi`.
 *
 * @module
 */

import { parseQuantity, Quantity } from '../../meta/index.js'
import { charge } from '../budget.js'
import type { FunctionFamily } from './function-table.js'

/** Amounts are integers of arbitrary length: the fixed cost of one, besides its digits. */
const PRICE = 10
/** Additional cost of an exponent: hundreds of digits may be multiplied out. */
const EXPONENT_PRICE = 100
const EXPONENT = /[eE][+-]?\d/
/** Nanos per unit. */
const UNIT = 1_000_000_000n

function pricedQuantity(text: string): Quantity | undefined {
  charge(EXPONENT.test(text) ? PRICE + EXPONENT_PRICE : PRICE)
  return parseQuantity(text)
}

function readQuantity(text: string): Quantity {
  const quantity = pricedQuantity(text)
  if (!quantity) throw new Error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
  return quantity
}

function asInteger(quantity: Quantity): bigint {
  if (!quantity.isWhole) throw new Error('cannot convert value to integer')
  return quantity.nanos / UNIT
}

const plus =
  (sign: bigint) =>
  (quantity: Quantity, other: Quantity | bigint): Quantity =>
    new Quantity(quantity.nanos + sign * (other instanceof Quantity ? other.nanos : other * UNIT))

const compare = (a: Quantity, b: Quantity): number => a.compareTo(b) ?? 0

/** Functions of quantities. */
export const quantityFunctions: FunctionFamily = {
  types: [{ name: 'Quantity', type: Quantity }],
  functions: [
    ['quantity(string): Quantity', readQuantity],
    ['isQuantity(string): bool', (text: string) => pricedQuantity(text) !== undefined],
    ['Quantity.sign(): int', ({ nanos }: Quantity) => (nanos < 0n ? -1n : nanos > 0n ? 1n : 0n)],
    ['Quantity.isInteger(): bool', (quantity: Quantity) => quantity.isWhole],
    ['Quantity.asInteger(): int', asInteger],
    ['Quantity.asApproximateFloat(): double', (quantity: Quantity) => quantity.toNumber()],
    ['Quantity.add(Quantity): Quantity', plus(1n)],
    ['Quantity.add(int): Quantity', plus(1n)],
    ['Quantity.sub(Quantity): Quantity', plus(-1n)],
    ['Quantity.sub(int): Quantity', plus(-1n)],
    ['Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => compare(a, b) < 0],
    ['Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => compare(a, b) > 0],
    ['Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) => BigInt(compare(a, b))],
  ],
}
