/**
 * Calls of Node that throw for input which they cannot parse.
 *
 * @module
 */

/**
 * The result of a call; undefined when it throws.
 *
 * @param action - The call.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
