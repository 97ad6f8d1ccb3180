/**
 * Reports of failures to a program.
 *
 * @module
 */

/**
 * Calls an `onError` of a program. What it throws itself is printed: otherwise it would end the work that it hears of, and nobody
 * would learn why.
 *
 * @param onError - The function.
 * @param failure - What it is called with.
 */
export function report<A extends readonly unknown[]>(onError: (...failure: A) => void, ...failure: A): void {
  try {
    onError(...failure)
  } catch (error) {
    console.error('the onError of a controller threw an error, and the controller goes on:', error)
  }
}
