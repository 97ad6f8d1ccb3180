/**
 * Times and durations as text: RFC 3339 in UTC, to the second or to the microsecond.
 *
 * @module
 * @see RFC 3339 §5.6
 */

import * as check from '../options/option-checks.js'

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/
const FIRST = /* @__PURE__ */ Date.parse('0000-01-01T00:00:00Z')
const LAST = /* @__PURE__ */ Date.parse('9999-12-31T23:59:59.999Z')

/** Times in the usual form of objects, except days that some months lack: these need no further check. */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** An exact time: whole seconds since 1970, and the digits of the fraction. */
interface Moment {
  readonly seconds: number
  readonly fraction: string
}

function readMoment(text: string): Moment | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const [, date, time, fraction = '', sign, hours, minutes] = match
  const local = Date.parse(`${date}T${time}Z`)
  // Date.parse accepts some invalid days (30 February); a time that changes in a round trip does not exist.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 19) !== `${date}T${time}`) return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  const utc = sign === '-' ? local + offset : local - offset
  return utc < FIRST || utc > LAST ? undefined : { seconds: utc / 1000, fraction }
}

/** Cached, as many writes have the same second. */
let lastWritten = { seconds: Number.NaN, text: '' }

/**
 * Formats a time as RFC 3339 in UTC, truncated to the second.
 *
 * @param ms - Milliseconds since 1970, in the years 0 to 9999.
 * @throws RangeError outside those years.
 */
export function formatTime(ms: number): string {
  if (typeof ms !== 'number') check.refuse('formatTime', check.wrong('milliseconds since 1970', ms, 'ms'))
  if (!(ms >= FIRST && ms <= LAST)) throw new RangeError('time outside the years 0 to 9999')
  const seconds = Math.floor(ms / 1000)
  if (seconds !== lastWritten.seconds) {
    lastWritten = { seconds, text: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` }
  }
  return lastWritten.text
}

/**
 * Parses an RFC 3339 time, with any offset and fraction.
 *
 * @param text - Such as `2024-01-02T03:04:05Z`.
 * @returns Milliseconds since 1970, or undefined for an invalid time.
 */
export function parseTime(text: string): number | undefined {
  if (PLAIN_TIME.test(text)) return Date.parse(text)
  const moment = readMoment(text)
  return moment && moment.seconds * 1000 + Number(`${moment.fraction}000`.slice(0, 3))
}

/**
 * Formats a time as RFC 3339 in UTC with exactly six fractional digits.
 *
 * @param ms - Milliseconds since 1970, in the years 0 to 9999; fractions count as microseconds.
 * @throws RangeError outside those years.
 */
export function formatMicroTime(ms: number): string {
  const micros = Math.round(ms * 1000)
  const seconds = Math.floor(micros / 1e6)
  return `${formatTime(seconds * 1000).slice(0, -1)}.${String(micros - seconds * 1e6).padStart(6, '0')}Z`
}

/**
 * Normalizes an RFC 3339 time to the form of objects: in UTC, truncated to the second.
 *
 * @param text - Such as `2024-01-02T04:04:05.5+01:00`.
 * @returns Such as `2024-01-02T03:04:05Z`, or undefined for an invalid time.
 */
export function normalizeTime(text: string): string | undefined {
  if (PLAIN_TIME.test(text)) return text
  const moment = readMoment(text)
  return moment && formatTime(moment.seconds * 1000)
}

/**
 * Normalizes a time with six fractional digits to the form of objects: in UTC.
 *
 * @param text - Such as `2024-01-02T04:04:05.000001+01:00`.
 * @returns Such as `2024-01-02T03:04:05.000001Z`, or undefined for any other text.
 */
export function normalizeMicroTime(text: string): string | undefined {
  const moment = readMoment(text)
  if (moment?.fraction.length !== 6) return undefined
  return `${formatTime(moment.seconds * 1000).slice(0, -1)}.${moment.fraction}Z`
}

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const DURATION = /^[-+]?(?:\d{1,20}(?:\.\d{0,20})?(?:ns|us|µs|μs|ms|s|m|h)|\.\d{1,20}(?:ns|us|µs|μs|ms|s|m|h)){1,20}$/
const PART = /(\d*\.?\d*)(ns|us|µs|μs|ms|s|m|h)/g

/**
 * Parses a duration such as `1h30m`, `1.5s` or `-300ms`.
 *
 * @param text - Numbers with units `ns`, `us`, `ms`, `s`, `m`, `h`, after an optional sign; `0` needs no unit.
 * @returns Milliseconds, or undefined for an invalid duration.
 */
export function parseDuration(text: string): number | undefined {
  if (/^[-+]?0$/.test(text)) return 0
  if (!DURATION.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(PART)) total += Number(amount) * (UNITS[unit as string] ?? 0)
  return text.startsWith('-') ? -total : total
}
