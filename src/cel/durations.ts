/**
 * Durations as text, such as `1h30m`.
 *
 * @module
 */

import { charge } from './budget.js'
import { celEngine } from './engine.js'

const NANOS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const PART = /(\d{0,18})(?:\.(\d{0,18}))?(ns|us|µs|μs|ms|s|m|h)/y
const LIMIT = 2n ** 63n
/** Fixed cost of parsing a duration, besides its characters. */
const PRICE = 25

/**
 * Parses a duration.
 *
 * @param text - Numbers with units from `ns` to `h`, with an optional sign.
 * @returns A CEL duration, or undefined for an invalid text.
 */
export function parseDuration(text: string): unknown {
  const { Duration } = celEngine().language
  charge(PRICE)
  if (text.length > 100) return undefined
  const isNegative = text.startsWith('-')
  const body = /^[+-]/.test(text) ? text.slice(1) : text
  let total = 0n
  let at = 0
  while (at < body.length && body !== '0') {
    PART.lastIndex = at
    const match = PART.exec(body)
    if (!match) return undefined
    const [whole, digits = '', fraction = '', unit = 's'] = match
    if (digits === '' && fraction === '') return undefined
    const nanos = NANOS[unit] ?? 1n
    total += BigInt(digits || '0') * nanos + (BigInt(fraction || '0') * nanos) / 10n ** BigInt(fraction.length)
    at += whole.length
  }
  if (body === '' || total >= LIMIT) return undefined
  const [seconds, nanos] = [total / 1_000_000_000n, Number(total % 1_000_000_000n)]
  return isNegative ? new Duration(-seconds, -nanos) : new Duration(seconds, nanos)
}
