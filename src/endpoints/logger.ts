/**
 * The log for operators.
 *
 * @module
 */

import { notify } from '../meta/index.js'

/** Facts of a log line. */
export type LogFields = Readonly<Record<string, unknown>>

/** Takes log lines. */
export interface Logger {
  /** An unexpected failure; `fields.error` holds what was thrown. */
  error(message: string, fields?: LogFields): void
  /** An event of interest to operators. */
  info(message: string, fields?: LogFields): void
}

/**
 * Wraps a logger of the embedder: an error that it throws is printed, and changes no answer.
 *
 * @param logger - The logger.
 */
export const guardedLogger = (logger: Logger): Logger => ({
  error: (message, fields) => notify('logger.error', () => logger.error(message, fields)),
  info: (message, fields) => notify('logger.info', () => logger.info(message, fields)),
})

/** Logs failures to the console, and nothing else. */
export const consoleLogger: Logger = {
  error(message, fields) {
    console.error(message, fields ?? {})
  },
  info() {},
}
