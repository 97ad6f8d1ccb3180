/**
 * `--trace`: a line for each write.
 *
 * @module
 */

import type { RequestTrace } from '../../endpoints/index.js'
import { systemClock } from '../../meta/index.js'
import type { LineOptions } from './access-log.js'
import { jsonLine } from './json-logger.js'
import { printLine } from './print-line.js'

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'head', 'options'])

/**
 * Makes a function that prints the traces of writes; reads are skipped.
 *
 * @param format - `text`, or `json` for one object per line.
 * @param options - `clock` and `write` default to the machine's and to standard output.
 */
export function tracePrinter(
  format: 'text' | 'json',
  { clock = systemClock, write = printLine }: LineOptions = {},
): (trace: RequestTrace) => void {
  return (trace) => {
    if (READS.has(trace.verb)) return
    write(format === 'json' ? jsonLine(clock.now(), 'info', 'trace', { ...trace }) : traceLine(trace))
  }
}

/**
 * A trace as a line.
 *
 * @param trace - The trace.
 * @returns Such as `trace create /api/v1/… by jane: 201 in 3.1 ms (limits 0.0, …); authorization allowed: RBAC: …`.
 */
function traceLine({ verb, path, user, code, durationMs, spans, decisions, auditId }: RequestTrace): string {
  const times = spans.map(({ name, durationMs }) => `${name} ${durationMs.toFixed(1)}`).join(', ')
  const decided = decisions.map(({ by, outcome, reason, fields }) => {
    const what = fields ? ` ${fields.join(', ')}` : ''
    return `; ${by} ${outcome}${what}${reason === undefined ? '' : `: ${reason}`}`
  })
  const line = `trace ${verb} ${path} by ${user || '-'}: ${code} in ${durationMs.toFixed(1)} ms (${times})${decided.join('')} [${auditId}]`
  // Names of users and objects are untrusted text.
  return line.replace(/\p{Cc}/gu, ' ')
}
