/**
 * Waits for a revision.
 *
 * @module
 */

interface Waiter {
  readonly revision: number
  readonly reached: () => void
  readonly refused: (error: unknown) => void
}

/** Holds reads until their revision is reached. */
export class RevisionGate {
  readonly #waiters = new Set<Waiter>()
  /** The lowest revision waited for, so that most commits need no search. */
  #lowest = Number.POSITIVE_INFINITY

  /**
   * Waits for a revision that is not reached yet.
   *
   * @param revision - The revision.
   * @param reached - Called once, when the revision is reached.
   * @param refused - Called instead when the gate closes.
   * @returns A function that ends the wait.
   */
  wait(revision: number, reached: () => void, refused: (error: unknown) => void = () => {}): () => void {
    const waiter: Waiter = { revision, reached, refused }
    this.#waiters.add(waiter)
    this.#lowest = Math.min(this.#lowest, revision)
    return () => {
      this.#waiters.delete(waiter)
    }
  }

  /** Resolves all waits up to a revision. */
  advance(revision: number): void {
    if (revision < this.#lowest) return
    const through: Waiter[] = []
    this.#lowest = Number.POSITIVE_INFINITY
    for (const waiter of this.#waiters) {
      if (waiter.revision <= revision) through.push(waiter)
      else this.#lowest = Math.min(this.#lowest, waiter.revision)
    }
    for (const waiter of through) if (this.#waiters.delete(waiter)) waiter.reached()
  }

  /** Rejects all waits. */
  close(error: unknown): void {
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    for (const waiter of waiters) waiter.refused(error)
  }
}
