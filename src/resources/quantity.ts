/**
 * Quantities in canonical form: `1000m` is `1`, `1024Mi` is `1Gi`, `0.5` is `500m`.
 *
 * @module
 * @see Kubernetes API conventions, "Units"; the reference of the type Quantity
 */

const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?$/
/** Names of powers of a thousand, from a billionth on. */
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
/** Names of powers of 1024. */
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
/** Billionths: a quantity holds nothing smaller. */
const UNIT = 1_000_000_000n
const MAX_LENGTH = 100
/** The largest power of ten that text may name: beyond it there is nothing to measure. */
const MAX_EXPONENT = 30

/** An amount, and the family of suffixes that it was written in. */
export interface Quantity {
  /** In billionths. */
  readonly nanos: bigint
  readonly format: 'decimal' | 'binary' | 'exponent'
}

/**
 * Reads a quantity.
 *
 * @param value - Text such as `1.5Gi`, or a number.
 * @returns Undefined when it is none. What is smaller than a billionth is rounded up.
 */
export function readQuantity(value: unknown): Quantity | undefined {
  const text = typeof value === 'number' ? String(value) : value
  const match = typeof text !== 'string' || text.length > MAX_LENGTH ? null : TEXT.exec(text.trim())
  const [, sign, whole = '', fraction = '', suffix = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return undefined
  const binary = BINARY.indexOf(suffix, 1)
  const isExponent = /^[eE][+-]?\d/.test(suffix)
  const power = isExponent ? Number(suffix.slice(1)) : binary > 0 ? 0 : (DECIMAL.indexOf(suffix) - 3) * 3
  if (Math.abs(power) > MAX_EXPONENT) return undefined
  const digits = BigInt(whole + fraction) * (binary > 0 ? 1024n ** BigInt(binary) : 1n)
  const tens = power + 9 - fraction.length
  const divisor = tens < 0 ? 10n ** BigInt(-tens) : 1n
  const nanos = tens < 0 ? (digits + divisor - 1n) / divisor : digits * 10n ** BigInt(tens)
  return { nanos: sign === '-' ? -nanos : nanos, format: isExponent ? 'exponent' : binary > 0 ? 'binary' : 'decimal' }
}

/**
 * Writes a quantity in canonical form: no fraction, and the largest suffix that leaves none.
 *
 * @param quantity - The amount. Binary ones that are small or no whole number are written with decimal suffixes.
 */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0'
  const isSmall = nanos > -1024n * UNIT && nanos < 1024n * UNIT
  if (format === 'binary' && !isSmall && nanos % UNIT === 0n) {
    const [mantissa, steps] = reduced(nanos / UNIT, 1024n, BINARY.length - 1)
    return `${mantissa}${BINARY[steps]}`
  }
  const [mantissa, steps] = reduced(nanos, 1000n, DECIMAL.length - 1)
  if (format !== 'exponent') return `${mantissa}${DECIMAL[steps]}`
  const exponent = (steps - 3) * 3
  return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`
}

/**
 * The canonical form of a quantity.
 *
 * @param value - Text or a number.
 * @returns Undefined when it is no quantity.
 */
export function canonicalQuantity(value: unknown): string | undefined {
  const quantity = readQuantity(value)
  return quantity && formatQuantity(quantity)
}

/** Divides by a base as long as nothing is left over. */
function reduced(amount: bigint, base: bigint, maxSteps: number): readonly [mantissa: bigint, steps: number] {
  let [mantissa, steps] = [amount, 0]
  while (steps < maxSteps && mantissa % base === 0n) {
    mantissa /= base
    steps += 1
  }
  return [mantissa, steps]
}
