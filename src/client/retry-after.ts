/**
 * When a plane wants to be asked again.
 *
 * @module
 */

import { ApiError } from '../meta/index.js'

/**
 * How long a refusal asks to wait.
 *
 * @param error - What was caught.
 * @returns Milliseconds, or undefined when it says nothing of it.
 */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? error.status.details?.retryAfterSeconds : undefined
  return seconds !== undefined && seconds > 0 ? seconds * 1_000 : undefined
}
