/**
 * Where the service writes what operators have to know.
 *
 * @module
 */

/** Facts of a log line. */
export type LogFields = Readonly<Record<string, unknown>>

/** Takes log lines. */
export interface Logger {
  /** Something failed that should not have; `fields.error` holds what was thrown. */
  error(message: string, fields?: LogFields): void
  /** Something happened that operators like to know. */
  info(message: string, fields?: LogFields): void
}

/** Writes failures to the console, and nothing else. */
export const consoleLogger: Logger = {
  error(message, fields) {
    console.error(message, fields ?? {})
  },
  info() {},
}
