/**
 * `--log-format json`: the log as lines of JSON.
 *
 * @module
 */

import type { Logger } from '../../endpoints/index.js'
import { type Clock, systemClock } from '../../meta/index.js'
import { printErrorLine } from './print-line.js'

/**
 * Writes one line of JSON with time, severity, message and fields.
 *
 * @param fields - Errors among them are written with their stack.
 */
export function jsonLine(
  nowMs: number,
  level: 'info' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  const told = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Error ? (value.stack ?? value.message) : value,
  ])
  return JSON.stringify({ time: new Date(nowMs).toISOString(), level, message, ...Object.fromEntries(told) })
}

/**
 * Writes the plane's log to standard error, errors only, as the plane does by default.
 *
 * @param clock - For the times of entries.
 */
export const jsonLogger = (clock: Clock = systemClock): Logger => ({
  error: (message, fields) => printErrorLine(jsonLine(clock.now(), 'error', message, fields)),
  info() {},
})
