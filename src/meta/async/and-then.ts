/**
 * Values that may be promised. Most are available at once, and going on synchronously then saves promises and microtasks, of which a
 * request has many. As with `await`, a promise may be of any class: functions of users may come from libraries with one of their own.
 *
 * @module
 */

/**
 * Continues with a value: synchronously if it is available, later for a promise.
 *
 * @param value - The value, or a promise of it.
 * @param goOn - Receives the value. Its error is thrown at once, or rejects the promise.
 * @returns The result of `goOn`, or a promise of it.
 */
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R>
export function andThen<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> {
  return isThenable(value) ? Promise.resolve(value).then(goOn) : goOn(value)
}

/**
 * Calls a function of someone else, and continues with how it ends: synchronously if it returns a value or throws, later if it returns
 * a promise.
 *
 * @param call - The function.
 * @param goOn - Receives the value.
 * @param fail - Receives the error, whether it was thrown or rejected a promise; not an error of `goOn`.
 * @returns The result of `goOn` or `fail`, or a promise of it.
 */
export function tryThen<T, R>(
  call: () => T | PromiseLike<T>,
  goOn: (value: T) => R,
  fail: (error: unknown) => R,
): R | Promise<R> {
  let value: T | PromiseLike<T>
  try {
    value = call()
  } catch (error) {
    return fail(error)
  }
  return isThenable(value) ? Promise.resolve(value).then(goOn, fail) : goOn(value)
}

/**
 * Calls a function, and cleans up when its result is there: at once, or when its promise is settled.
 *
 * @param call - The function.
 * @param cleanUp - Called once; must not throw.
 * @returns What the function returns, also what it throws.
 */
export function andFinally<T>(call: () => T | Promise<T>, cleanUp: () => void): T | Promise<T> {
  return tryThen(
    call,
    (value) => {
      cleanUp()
      return value
    },
    (error) => {
      cleanUp()
      throw error
    },
  )
}

/**
 * Calls a function for each item in turn, and waits only for the calls that return a promise.
 *
 * @param items - Not changed meanwhile.
 * @param visit - Its error ends the visits.
 * @param first - Index of the first item to visit.
 * @returns Undefined when no call returned a promise.
 */
export function inOrder<T>(items: readonly T[], visit: (item: T) => unknown, first = 0): Promise<void> | undefined {
  for (let at = first; at < items.length; at++) {
    const visited = visit(items[at] as T)
    if (isThenable(visited)) return Promise.resolve(visited).then(() => inOrder(items, visit, at + 1))
  }
  return undefined
}

/**
 * Whether a value is a promise. A field `then` of an API object is never a function.
 *
 * @param value - Any value.
 */
export const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as { readonly then?: unknown } | undefined | null)?.then === 'function'

/**
 * Whether a value is one of the platform's promises, as a missing `await` leaves them. Unlike {@link isThenable} it reads no member
 * of the value, which may be a document that is only read when it is needed.
 *
 * @param value - Any value.
 */
export const isPromise = (value: unknown): boolean => value instanceof Promise
