/**
 * Calls of callbacks that are told of something and decide nothing.
 *
 * @module
 */

import { isThenable } from './and-then.js'

/**
 * Calls a callback of a user, if there is one. An error that it throws, or a rejection of the promise that it returns, is printed: it
 * must not change the outcome of the work that it is told of, nor end the process.
 *
 * @param name - Name of the option.
 * @param callback - The callback.
 * @param told - Its arguments.
 */
export function notify<A extends readonly unknown[]>(
  name: string,
  callback: ((...told: A) => unknown) | undefined,
  ...told: A
): void {
  const failed = (error: unknown) => console.error(`${name} threw an error, which has no effect:`, error)
  try {
    const result = callback?.(...told)
    if (isThenable(result)) Promise.resolve(result).catch(failed)
  } catch (error) {
    failed(error)
  }
}
