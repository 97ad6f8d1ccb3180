/**
 * Injected time: every timer and timestamp of the library uses a {@link Clock}.
 *
 * @module
 */

/** A source of time. Tests provide one that they advance. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /**
   * Calls back once, after a delay.
   *
   * @param callback - The callback.
   * @param delayMs - Milliseconds from now.
   * @returns A function that cancels the call.
   */
  setTimeout(callback: () => void, delayMs: number): () => void
}

/** Maximum delay of a timer; with a longer one it would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1

/** The clock of the machine. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, delayMs) {
    if (delayMs <= LONGEST_DELAY) {
      const timer = startTimer(callback, delayMs)
      return () => clearTimeout(timer)
    }
    let cancel = systemClock.setTimeout(() => {
      cancel = systemClock.setTimeout(callback, delayMs - LONGEST_DELAY)
    }, LONGEST_DELAY)
    return () => cancel()
  },
}

function startTimer(callback: () => void, delayMs: number): number {
  const timer: unknown = setTimeout(callback, delayMs)
  // `unref` of Node's timers lets the process exit; a browser's timers are plain numbers.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
  return timer as number
}
