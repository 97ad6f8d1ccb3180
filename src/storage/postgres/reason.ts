/**
 * The reason of a failure, in one line.
 *
 * @module
 */

import { firstLine } from '../../meta/index.js'

/**
 * The reason in one line.
 *
 * @param error - The thrown value; a connection attempt at several addresses has several reasons.
 */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly unknown[] }
  const text = message || errors?.map(reasonOf).join(', ') || code || String(error)
  return firstLine(text)
}
