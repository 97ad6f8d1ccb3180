/**
 * Failures that a command reports in one line.
 *
 * @module
 */

import { firstLine } from '../meta/index.js'

/** The exit code: 2 for an invalid flag, 1 for any other failure. */
export type ExitCode = 1 | 2

/** A failure that the user can fix: one line on standard error, no stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  /**
   * @param message - One line that names the option, its value and the expected one.
   * @param options - `exitCode` defaults to 2.
   */
  constructor(message: string, options: { readonly exitCode?: ExitCode; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CommandError'
    this.exitCode = options.exitCode ?? 2
  }
}

/**
 * The reason of a failure, in the words of the operating system, without repeating the file's name.
 *
 * @param error - The thrown value.
 */
export function reasonOf(error: unknown): string {
  // A module may throw anything, and so null.
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EACCES':
      return 'permission denied'
    case 'EISDIR':
      return 'it is a folder'
    case 'ENOSPC':
      return 'the disk is full'
    case 'EADDRINUSE':
      return 'it is in use by another program'
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address'
    default:
      return firstLine(typeof message === 'string' && message !== '' ? message : String(error)).trim()
  }
}
