/**
 * Continues with a value or a promise of one.
 *
 * @module
 */

/**
 * Continues with a value: synchronously if it is available, later for a promise. Most values are available, which saves promises
 * and microtasks, of which a request has many.
 *
 * @param value - The value, or a promise of it.
 * @param goOn - Receives the value. Its error is thrown at once, or rejects the promise.
 * @returns The result of `goOn`, or a promise of it.
 */
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
