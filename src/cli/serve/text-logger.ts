/**
 * `--log-format text`: the log as lines for people.
 *
 * @module
 */

import type { LogFields, Logger } from '../../endpoints/index.js'
import { ApiError, errorChain, messageOf } from '../../meta/index.js'
import { visible } from '../visible.js'
import { printErrorLine } from './print-line.js'

/** Maximum number of errors of a chain of causes that are printed. */
const MAX_CHAIN = 8

/**
 * Writes one line with the message, the error with its causes, and the other fields. The stack follows only where no cause is an
 * expected failure, such as an answer of a server or an error of the system: then it is needed to report the bug.
 *
 * @param message - What failed.
 * @param fields - `error`, `repeated` and others.
 */
export function textLine(message: string, { error, repeated = 0, ...facts }: LogFields = {}): string {
  const chain = chainOf(error)
  const told = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`)
  if (repeated !== 0) told.push(`${String(repeated)} times more since the last such line`)
  // A message often ends with that of its cause.
  const reasons = chain.map(messageOf).filter((text, i, all) => i === 0 || !all[i - 1]?.endsWith(text))
  const line = [`binnacle: ${message}`, ...reasons].join(': ') + (told.length > 0 ? ` (${told.join(', ')})` : '')
  const { stack } = (chain.at(-1) ?? {}) as { readonly stack?: unknown }
  const trace = typeof stack === 'string' && !chain.some(isExpected) ? stack.split('\n') : []
  return [line, ...trace].map(visible).join('\n')
}

function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (const one of errorChain(error, MAX_CHAIN)) {
    chain.push(one)
    // An expected failure says all in its message; its causes are errors of a library.
    if (one instanceof ApiError) break
  }
  return chain
}

const isExpected = (error: unknown): boolean =>
  error instanceof ApiError || typeof (error as { readonly code?: unknown } | null)?.code === 'string'

/** Writes the plane's log to standard error, errors only. */
export const textLogger: Logger = {
  error: (message, fields) => printErrorLine(textLine(message, fields)),
  info() {},
}
