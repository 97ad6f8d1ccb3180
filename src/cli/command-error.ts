/**
 * Failures that a command reports in one line.
 *
 * @module
 */

/** What the exit code says: 2 when a flag is at fault, 1 when something else is. */
export type ExitCode = 1 | 2

/** A failure that the person at the terminal can do something about: one line on standard error, no stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  /**
   * @param message - One line that names the option, its value and what would be right.
   * @param options - `exitCode` defaults to 2.
   */
  constructor(message: string, options: { readonly exitCode?: ExitCode; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CommandError'
    this.exitCode = options.exitCode ?? 2
  }
}

/**
 * What went wrong, in the words of the operating system, without the parts that repeat the file's name.
 *
 * @param error - Whatever was thrown.
 */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EACCES':
      return 'permission denied'
    case 'EISDIR':
      return 'it is a folder'
    case 'EADDRINUSE':
      return 'it is in use by another program'
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address'
    default:
      return oneLine(typeof message === 'string' && message !== '' ? message : String(error))
  }
}

/** The first line of a text, as what we print is one line. */
const oneLine = (text: string): string => (text.split('\n', 1)[0] ?? '').trim()
