/**
 * The log for operators.
 *
 * @module
 */

/** Facts of a log line. */
export type LogFields = Readonly<Record<string, unknown>>

/** Takes log lines. */
export interface Logger {
  /** An unexpected failure; `fields.error` holds what was thrown. */
  error(message: string, fields?: LogFields): void
  /** An event of interest to operators. */
  info(message: string, fields?: LogFields): void
}

/** Logs failures to the console, and nothing else. */
export const consoleLogger: Logger = {
  error(message, fields) {
    console.error(message, fields ?? {})
  },
  info() {},
}
