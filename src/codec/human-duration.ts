/**
 * Formats ages for tables.
 *
 * @module
 */

const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`

/**
 * Writes a duration with two or three significant figures, such as `5s`, `3m12s` or `2d3h`.
 *
 * | shorter than | written in |
 * |---|---|
 * | 2 minutes | seconds |
 * | 10 minutes | minutes and seconds |
 * | 3 hours | minutes |
 * | 8 hours | hours and minutes |
 * | 2 days | hours |
 * | 8 days | days and hours |
 * | 2 years | days |
 * | 8 years | years (of 365 days) and days |
 * | longer | years |
 *
 * @param ms - Milliseconds. Up to a second below zero counts as zero, as clocks differ.
 * @returns The text; `<invalid>` for other negative durations and for NaN.
 */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (Number.isNaN(seconds) || seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 2 * 60) return `${seconds + 0}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's')
  if (minutes < 3 * 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (days < 8) return pair(days, 'd', hours % 24, 'h')
  if (days < 2 * 365) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`
}
