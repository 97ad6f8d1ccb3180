/**
 * Schedules of cron jobs: five fields of numbers, ranges, steps and names, or a predefined word.
 *
 * @module
 * @see crontab(5)
 */

interface Field {
  readonly least: number
  readonly most: number
  /** Names of values, starting at the minimum. */
  readonly names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: DAYS },
]

const WORDS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])
const EVERY = /^@every \+?(?:\d{1,9}(?:\.\d{1,9})?(?:ns|us|µs|ms|s|m|h)){1,8}$/
/** Longer schedules are refused. */
const MAX_LENGTH = 1000

/**
 * Validates a schedule.
 *
 * @param schedule - The schedule, without a time zone.
 * @returns An error message; undefined when it is valid.
 */
export function scheduleFault(schedule: string): string | undefined {
  if (schedule.length > MAX_LENGTH) return `must be no more than ${MAX_LENGTH} characters`
  if (schedule.startsWith('@')) {
    return WORDS.has(schedule) || EVERY.test(schedule) ? undefined : `unrecognized descriptor: ${schedule}`
  }
  const parts = schedule.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) return `expected exactly ${FIELDS.length} fields, found ${parts.length}: ${schedule}`
  for (const [i, field] of FIELDS.entries()) {
    for (const range of (parts[i] ?? '').split(',').filter((text) => text !== '')) {
      const fault = rangeFault(range, field)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

/** Errors of `*`, a number, a range, or one of them with a step. */
function rangeFault(text: string, { least, most, names = [] }: Field): string | undefined {
  const [range = '', step, ...slashes] = text.split('/')
  const [first = '', last, ...hyphens] = range.split('-')
  if (hyphens.length > 0) return `too many hyphens: ${text}`
  if (slashes.length > 0) return `too many slashes: ${text}`
  const numberOf = (word: string): number => {
    const at = names.indexOf(word.toLowerCase())
    return at >= 0 ? at + least : /^\d{1,9}$/.test(word) ? Number(word) : Number.NaN
  }
  const isAny = first === '*' || first === '?'
  const start = isAny ? least : numberOf(first)
  const end = isAny || (last === undefined && step !== undefined) ? most : last === undefined ? start : numberOf(last)
  const by = step === undefined ? 1 : /^\d{1,9}$/.test(step) ? Number(step) : Number.NaN
  if ([start, end, by].some(Number.isNaN)) return `failed to parse int from ${text}`
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${text}`
  if (end > most) return `end of range (${end}) above maximum (${most}): ${text}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`
  return by === 0 ? `step of range should be a positive number: ${text}` : undefined
}
