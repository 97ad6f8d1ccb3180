/**
 * Reports of failures to `onError` callbacks.
 *
 * @module
 */

/**
 * Calls an `onError` callback, and prints an error that the callback throws. Such an error would otherwise stop the controller or the
 * leader election that reports the failure, without a message.
 *
 * @param onError - The callback.
 * @param failure - Its arguments.
 */
export function report<A extends readonly unknown[]>(onError: (...failure: A) => void, ...failure: A): void {
  try {
    onError(...failure)
  } catch (error) {
    console.error('the onError of a controller threw an error, and the controller goes on:', error)
  }
}
