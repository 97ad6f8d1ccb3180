/**
 * Quantities: amounts of a resource, such as `100m` or `1.5Gi`.
 *
 * @module
 */

const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?$/
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const
/** The power of ten of the smallest suffix, which is the precision of quantities. */
const LEAST_EXPONENT = -9
/** Billionths in one. */
const UNIT = 1_000_000_000n
const MAX_TEXT = 100

/** The format of an amount. A sum has the format of its first part that is not zero. */
export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

/** An exact amount. */
export class Quantity {
  /** The amount in billionths. */
  readonly nanos: bigint
  readonly format: QuantityFormat

  constructor(nanos: bigint, format: QuantityFormat = 'DecimalSI') {
    this.nanos = nanos
    this.format = format
  }

  /** Whether it is a 64-bit integer. */
  get isWhole(): boolean {
    const whole = this.nanos / UNIT
    return this.nanos % UNIT === 0n && BigInt.asIntN(64, whole) === whole
  }

  get isZero(): boolean {
    return this.nanos === 0n
  }

  /** Compares with another quantity: -1, 0 or 1; undefined for any other value. */
  compareTo(other: unknown): number | undefined {
    if (!(other instanceof Quantity)) return undefined
    return this.nanos < other.nanos ? -1 : this.nanos > other.nanos ? 1 : 0
  }

  plus({ nanos, format }: Quantity): Quantity {
    return new Quantity(this.nanos + nanos, this.isZero ? format : this.format)
  }

  minus({ nanos, format }: Quantity): Quantity {
    return new Quantity(this.nanos - nanos, this.isZero ? format : this.format)
  }

  /** The amount as the nearest floating point number. */
  toNumber(): number {
    return Number(this.nanos) / Number(UNIT)
  }

  /**
   * The canonical form: no fraction, and the largest suffix without loss.
   *
   * @see Kubernetes API conventions, "Quantity"
   */
  toString(): string {
    const isSmall = this.nanos > -1024n * UNIT && this.nanos < 1024n * UNIT
    if (this.format === 'BinarySI' && !isSmall && this.nanos % UNIT === 0n) {
      const [digits, steps] = reduced(this.nanos / UNIT, 1024n, BINARY_SUFFIXES.length - 1)
      return `${digits}${BINARY_SUFFIXES[steps]}`
    }
    if (this.isZero) return '0'
    const [digits, steps] = reduced(this.nanos, 1000n, DECIMAL_SUFFIXES.length - 1)
    if (this.format !== 'DecimalExponent') return `${digits}${DECIMAL_SUFFIXES[steps]}`
    const exponent = LEAST_EXPONENT + 3 * steps
    return exponent === 0 ? String(digits) : `${digits}e${exponent}`
  }
}

/** Divides a number by a factor as often as possible and allowed. */
function reduced(number: bigint, factor: bigint, maxSteps: number): readonly [digits: bigint, steps: number] {
  let [digits, steps] = [number, 0]
  while (steps < maxSteps && digits !== 0n && digits % factor === 0n) {
    digits /= factor
    steps += 1
  }
  return [digits, steps]
}

/** The quantity zero. */
export const ZERO_QUANTITY = /* @__PURE__ */ new Quantity(0n)

/** The quantity of a whole number. */
export const quantityOf = (count: number): Quantity => new Quantity(BigInt(count) * UNIT)

/**
 * Parses a quantity. Fractions of a billionth are rounded up, away from zero.
 *
 * @param value - Its text, or a number.
 * @returns Undefined for any other value.
 */
export function parseQuantity(value: unknown): Quantity | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  const match = text.length > MAX_TEXT ? null : TEXT.exec(text)
  const [, sign, whole = '', fraction = '', suffix = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return undefined
  const digits = BigInt(whole + fraction)
  const { shift, exponent, format } = scaleOf(suffix)
  const tens = exponent - LEAST_EXPONENT - fraction.length
  const scaled = digits << shift
  const divisor = tens < 0 ? 10n ** BigInt(-tens) : 1n
  const nanos = tens < 0 ? (scaled + divisor - 1n) / divisor : scaled * 10n ** BigInt(tens)
  return new Quantity(sign === '-' ? -nanos : nanos, format)
}

interface Scale {
  /** Powers of two. */
  readonly shift: bigint
  /** Powers of ten. */
  readonly exponent: number
  readonly format: QuantityFormat
}

function scaleOf(suffix: string): Scale {
  const binary = BINARY_SUFFIXES.indexOf(suffix as (typeof BINARY_SUFFIXES)[number])
  if (binary > 0) return { shift: BigInt(10 * binary), exponent: 0, format: 'BinarySI' }
  const decimal = DECIMAL_SUFFIXES.indexOf(suffix as (typeof DECIMAL_SUFFIXES)[number])
  if (decimal >= 0) return { shift: 0n, exponent: LEAST_EXPONENT + 3 * decimal, format: 'DecimalSI' }
  return { shift: 0n, exponent: Number(suffix.slice(1)), format: 'DecimalExponent' }
}
