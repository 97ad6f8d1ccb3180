/**
 * The `retryAfterSeconds` of a refusal.
 *
 * @module
 */

import { ApiError } from '../meta/index.js'

/**
 * How long a refusal asks to wait.
 *
 * @param error - The caught error.
 * @returns Milliseconds, or undefined when the refusal has no delay.
 */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? error.status.details?.retryAfterSeconds : undefined
  return seconds !== undefined && seconds > 0 ? seconds * 1_000 : undefined
}
