/**
 * A watch that `for await` reads: the events that its reader has not taken yet wait in a queue, and while that is full the watch
 * leaves its stream, to resume where it was when there is room.
 *
 * @module
 */

/** As many as a page of the initial state has: reading stops after it until its objects are taken. */
const MAX_WAITING = 500
/** As many when the history was lost before: a reader slower than the history would else begin again for ever. */
const MAX_WAITING_LATE = 100_000

/** What the reader of a watch has not taken yet. */
export interface Backlog {
  readonly isFull: boolean
  /** Lets many more wait, until all are taken: the history did not last until the reader had taken the state. */
  widen(): void
  /** Resolves when all of it is taken. */
  taken(): Promise<void>
}

/** The receiver of a watch's events, and the iterator over them. */
export class WatchIterator<T> implements AsyncIterator<T, undefined>, Backlog {
  readonly #waiting: T[] = []
  /** Called when an event arrives, when all are taken, and at the end. */
  readonly #woken: (() => void)[] = []
  readonly #stop: () => void
  #room = MAX_WAITING
  #ended = false
  #failure: { readonly error: unknown } | undefined

  /**
   * @param start - Starts the watch, and returns what stops it.
   */
  constructor(start: (receiver: WatchIterator<T>) => () => void) {
    this.#stop = start(this)
  }

  receive(event: T): void {
    if (this.#ended) return
    this.#waiting.push(event)
    this.#wake()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.end()
  }

  end(): void {
    this.#ended = true
    this.#wake()
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#room
  }

  widen(): void {
    this.#room = MAX_WAITING_LATE
  }

  async taken(): Promise<void> {
    while (this.#waiting.length > 0) await this.#change()
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (this.#waiting.length === 0 && !this.#ended) await this.#change()
    if (this.#waiting.length > 0) {
      const value = this.#waiting.shift() as T
      if (this.#waiting.length === 0) {
        this.#room = MAX_WAITING
        this.#wake()
      }
      return { value, done: false }
    }
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure.error
    return { value: undefined, done: true }
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#stop()
    this.#waiting.length = 0
    this.#failure = undefined
    this.end()
    return { value: undefined, done: true }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#woken.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#woken.splice(0)) wake()
  }
}
