/**
 * Quantities, such as `100m` or `1.5Gi`.
 *
 * @module
 */

import { charge } from '../budget.js'
import type { FunctionFamily } from './function-table.js'

const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?$/
const TENS: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const TWOS: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n }
/** Billionths: a quantity holds nothing smaller. */
const UNIT = 1_000_000_000n
const MAX_TEXT = 100

/** An amount, in billionths. */
class Quantity {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  get isWhole(): boolean {
    const whole = this.nanos / UNIT
    return this.nanos % UNIT === 0n && BigInt.asIntN(64, whole) === whole
  }

  compareTo(other: unknown): number | undefined {
    if (!(other instanceof Quantity)) return undefined
    return this.nanos < other.nanos ? -1 : this.nanos > other.nanos ? 1 : 0
  }
}

/** Amounts are whole numbers of any length: what one costs besides its digits. */
const PRICE = 10

function parseQuantity(text: string): Quantity | undefined {
  charge(PRICE)
  const match = text.length > MAX_TEXT ? null : TEXT.exec(text)
  const [, sign, whole = '', fraction = '', suffix = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return undefined
  const digits = BigInt(whole + fraction)
  const twos = TWOS[suffix]
  const tens = (twos === undefined ? (TENS[suffix] ?? Number(suffix.slice(1) || 0)) : 0) + 9 - fraction.length
  const scaled = twos === undefined ? digits : digits << twos
  // Hundreds of digits are multiplied out.
  charge(Math.abs(tens) / 10)
  // Anything below a billionth is rounded up, away from zero.
  const divisor = tens < 0 ? 10n ** BigInt(-tens) : 1n
  const nanos = tens < 0 ? (scaled + divisor - 1n) / divisor : scaled * 10n ** BigInt(tens)
  return new Quantity(sign === '-' ? -nanos : nanos)
}

function readQuantity(text: string): Quantity {
  const quantity = parseQuantity(text)
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
    ['isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined],
    ['Quantity.sign(): int', ({ nanos }: Quantity) => (nanos < 0n ? -1n : nanos > 0n ? 1n : 0n)],
    ['Quantity.isInteger(): bool', (quantity: Quantity) => quantity.isWhole],
    ['Quantity.asInteger(): int', asInteger],
    ['Quantity.asApproximateFloat(): double', ({ nanos }: Quantity) => Number(nanos) / Number(UNIT)],
    ['Quantity.add(Quantity): Quantity', plus(1n)],
    ['Quantity.add(int): Quantity', plus(1n)],
    ['Quantity.sub(Quantity): Quantity', plus(-1n)],
    ['Quantity.sub(int): Quantity', plus(-1n)],
    ['Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => compare(a, b) < 0],
    ['Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => compare(a, b) > 0],
    ['Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) => BigInt(compare(a, b))],
  ],
}
