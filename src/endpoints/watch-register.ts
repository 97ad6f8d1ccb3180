/**
 * The open watches of a plane.
 *
 * @module
 */

/** The stream of a watch. */
export interface OpenStream {
  /** Ends it cleanly, after the events that wait. */
  end(): void
  /** Breaks it off: the client sees that it is not complete. */
  abort(): void
}

/** A user may have this many times the number that is left for all. */
const SHARE_OF_ROOM = 3

/** The heaviest watch takes this part of all places. */
const HEAVIEST_PART = 10

interface Holder {
  readonly user: string
  readonly places: number
}

/** Registers the open watches of a plane, to count and to end them. */
export class WatchRegister {
  readonly #most: number
  readonly #open = new Map<OpenStream, Holder>()
  /** Places of all open watches, and of those of each user. */
  #taken = 0
  readonly #byUser = new Map<string, number>()
  /** Watches of the plane itself, which do not count, as its control loops must not compete with users. */
  readonly #own = new Set<OpenStream>()
  #closed = false

  /** @param most - Places: watches of the usual weight that may be open at once, of all users together. */
  constructor(most: number) {
    this.#most = most
  }

  /** How many watches are open, those of the plane itself aside. */
  get size(): number {
    return this.#open.size
  }

  /** True once all watches have been ended for good: no new one may begin. */
  get isClosed(): boolean {
    return this.#closed
  }

  /**
   * Whether a user may open one more watch.
   *
   * No user gets more than three times what is then left for others (ours): a single user gets three quarters of all, two that
   * want everything get three sevenths each, and however many there are something is left for the next.
   *
   * @param user - Name of the user.
   * @param weight - Places that it asks for, 1 by default. It gets a tenth of all at most.
   */
  hasRoomFor(user: string, weight = 1): boolean {
    const others = this.#placesFor(weight) - 1
    const left = this.#most - this.#taken - others
    return left > 0 && (this.#byUser.get(user) ?? 0) + others < SHARE_OF_ROOM * left
  }

  /**
   * Records a watch.
   *
   * @param user - The user; undefined for the plane itself.
   * @param weight - As for {@link WatchRegister.hasRoomFor}.
   */
  add(stream: OpenStream, user: string | undefined, weight = 1): void {
    if (user === undefined) {
      this.#own.add(stream)
      return
    }
    const places = this.#placesFor(weight)
    this.#open.set(stream, { user, places })
    this.#taken += places
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + places)
  }

  /** Forgets a watch that is over. */
  remove(stream: OpenStream): void {
    this.#own.delete(stream)
    const holder = this.#open.get(stream)
    if (!holder) return
    const { user, places } = holder
    this.#open.delete(stream)
    this.#taken -= places
    const left = (this.#byUser.get(user) ?? places) - places
    if (left > 0) this.#byUser.set(user, left)
    else this.#byUser.delete(user)
  }

  #placesFor(weight: number): number {
    return Math.max(1, Math.min(weight, Math.floor(this.#most / HEAVIEST_PART)))
  }

  /** Ends all watches cleanly; clients resume elsewhere from the last version they saw. */
  endAll(): void {
    this.#closed = true
    for (const stream of [...this.#own, ...this.#open.keys()]) stream.end()
  }

  /** Breaks off all watches, also of clients that do not read. */
  abortAll(): void {
    this.#closed = true
    for (const stream of [...this.#own, ...this.#open.keys()]) stream.abort()
  }
}
