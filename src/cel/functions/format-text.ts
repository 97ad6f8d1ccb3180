/**
 * `format`: fills values into a format string, such as `"%s has %d".format([name, count])`.
 *
 * @module
 */

import { charge } from '../budget.js'
import { Struct } from '../struct.js'
import { timeText } from './times.js'

/** Maximum number of decimals. */
const MAX_PRECISION = 1000
const CLAUSE = /%(?:(%)|(?:\.(\d{1,6}))?([a-zA-Z])|(.?))/gs

/**
 * Fills values into a format string.
 *
 * @param text - The format string, with clauses `%s %d %f %e %x %X %o %b %%`.
 * @param values - One for each clause.
 * @throws Error for a clause that does not fit its value.
 */
export function formatText(text: string, values: readonly unknown[]): string {
  let next = 0
  const result = text.replace(CLAUSE, (_, percent?: string, precision?: string, verb?: string) => {
    if (percent) return '%'
    if (!verb) throw new Error('could not parse formatting clause: unrecognized formatting clause')
    if (next >= values.length) throw new Error(`index ${next} out of range`)
    const digits = precision === undefined ? 6 : Number(precision)
    if (digits > MAX_PRECISION) throw new Error(`precision ${digits} is too large`)
    const written = writeValue(verb, values[next++], digits)
    charge(written.length / 10)
    return written
  })
  return result
}

function writeValue(verb: string, value: unknown, digits: number): string {
  switch (verb) {
    case 's':
      return writeText(value, 0)
    case 'd':
      if (typeof value === 'bigint' || typeof value === 'number') return String(value)
      break
    case 'f':
      if (typeof value === 'bigint' || typeof value === 'number') return fixed(Number(value), digits)
      break
    case 'e':
      if (typeof value === 'bigint' || typeof value === 'number') return exponent(Number(value), digits)
      break
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0'
      if (typeof value === 'bigint') return value.toString(2)
      break
    case 'o':
      if (typeof value === 'bigint') return value.toString(8)
      break
    case 'x':
    case 'X': {
      const hex = hexOf(value)
      if (hex !== undefined) return verb === 'X' ? hex.toUpperCase() : hex
      break
    }
    default:
      throw new Error(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
  }
  throw new Error(`error during formatting: no formatting function for the value of clause %${verb}`)
}

function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return numberText(value)
  if (digits >= 100) return value.toFixed(100).padEnd(digits, '0')
  // Ties round to even, as in Go; JavaScript rounds them up.
  const exact = value.toFixed(100)
  const end = exact.length - 100 + digits
  const isHalfway = /^50*$/.test(exact.slice(end))
  const below = digits === 0 ? exact.slice(0, end - 1) : exact.slice(0, end)
  return isHalfway && /[02468]$/.test(below) ? below : value.toFixed(digits)
}

const exponent = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toExponential(Math.min(digits, 100)).replace(/e([+-])(\d)$/, 'e$10$2') : numberText(value)

function hexOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString(16)
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return bytes instanceof Uint8Array ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') : undefined
}

const numberText = (value: number): string =>
  Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'

/** Converts a value to text, including values inside lists and maps. */
function writeText(value: unknown, depth: number): string {
  charge(1)
  if (depth > 100) throw new Error('the value is nested too deep to be formatted')
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => writeText(item, depth + 1)).join(', ')}]`
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (value instanceof Struct) throw new Error('no such overload')
  if (value instanceof Map || Object.getPrototypeOf(value) === Object.prototype) {
    const entries = value instanceof Map ? [...value] : Object.entries(value)
    return `{${entries
      .map(([key, member]) => `${key}: ${writeText(member, depth + 1)}`)
      .sort()
      .join(', ')}}`
  }
  return timeText(value)
}
