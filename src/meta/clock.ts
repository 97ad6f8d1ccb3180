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
export const systemClock: Clock = /* @__PURE__ */ clockOfMachine(startUnreferenced)

/**
 * The clock of the machine for work that somebody waits for, such as the retry of a request: its timers keep a process alive. With
 * {@link systemClock} a process that does nothing else would end during the pause, without an error.
 */
export const awaitedClock: Clock = /* @__PURE__ */ clockOfMachine((callback, delayMs) => setTimeout(callback, delayMs))

/**
 * A clock for the time that has passed between two calls. It never goes back, and that of the machine does not jump forward either,
 * as it does not follow the time of the day. Any other clock goes on from the time that it told last when it is set back.
 *
 * @param clock - Tells the time of the day, and has the timers.
 */
export function steadyClock(clock: Clock): Clock {
  const now = clock === systemClock || clock === awaitedClock ? elapsedFrom(clock.now()) : neverBack(clock)
  return { now, setTimeout: (callback, delayMs) => clock.setTimeout(callback, delayMs) }
}

/** The time by the machine's monotonic source, in whole milliseconds as those of other clocks. */
function elapsedFrom(startMs: number): () => number {
  const origin = startMs - performance.now()
  return () => Math.floor(origin + performance.now())
}

function neverBack(clock: Clock): () => number {
  let latest = Number.NEGATIVE_INFINITY
  /** By how much the clock was set back, in milliseconds. */
  let setBack = 0
  return () => {
    const now = clock.now()
    setBack = Math.max(setBack, latest - now)
    latest = now + setBack
    return latest
  }
}

type StartTimer = (callback: () => void, delayMs: number) => Parameters<typeof clearTimeout>[0]

function clockOfMachine(startTimer: StartTimer): Clock {
  const start = (callback: () => void, delayMs: number): (() => void) => {
    if (delayMs <= LONGEST_DELAY) {
      const timer = startTimer(callback, delayMs)
      return () => clearTimeout(timer)
    }
    let cancel = start(() => {
      cancel = start(callback, delayMs - LONGEST_DELAY)
    }, LONGEST_DELAY)
    return () => cancel()
  }
  return { now: () => Date.now(), setTimeout: start }
}

function startUnreferenced(callback: () => void, delayMs: number): number {
  const timer: unknown = setTimeout(callback, delayMs)
  // `unref` of Node's timers lets the process exit; a browser's timers are plain numbers.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
  return timer as number
}
