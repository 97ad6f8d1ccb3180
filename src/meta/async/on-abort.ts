/**
 * Many listeners of one signal.
 *
 * @module
 */

const waiting = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal aborts. All callbacks share one listener of the signal: Node warns of a leak for more than ten, and a
 * client has as many watches as there are types.
 *
 * @param signal - Not aborted yet.
 * @param callback - Called once.
 * @returns Removes the callback.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = waiting.get(signal)
  if (!callbacks) {
    const all = new Set<() => void>()
    callbacks = all
    waiting.set(signal, all)
    signal.addEventListener(
      'abort',
      () => {
        for (const call of all) call()
      },
      { once: true },
    )
  }
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}
