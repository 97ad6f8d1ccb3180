/**
 * Going on with a value that may be there already, or be promised.
 *
 * @module
 */

/**
 * Continues with a value: synchronously when it is there, later when it is a promise. Most values are there, and need no promise
 * and no turn
 * of the microtask queue, of which a request has many.
 *
 * @param value - The value, or a promise of it.
 * @param goOn - Takes the value. What it throws is thrown at once, or rejects the promise.
 * @returns What `goOn` returns, or a promise of that.
 */
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
