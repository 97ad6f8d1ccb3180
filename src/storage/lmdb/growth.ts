/**
 * How much larger objects may get while the disk is full.
 *
 * Deleting an object that has finalizers makes it a little larger at first: it is marked, and a controller may note on it how far
 * it is. That much is let through, one object at a time and all together, so that such growth cannot use up the reserve.
 *
 * @module
 */

/** How much larger one commit may make an object, in bytes: a deletion mark, and conditions about its progress. */
const LARGEST_GROWTH = 2 * 1024
/** The same for all commits from when the disk was found full until it has room again. */
const ALL_GROWTH = 1024 * 1024

/** What is left of the growth that a full disk allows. */
export class Growth {
  #left = ALL_GROWTH

  /**
   * Whether a value may take the place of another; records it if so.
   *
   * @param bytes - Of the new value.
   * @param before - Of the old one; undefined when there is none.
   */
  allows(bytes: number, before: number | undefined): boolean {
    if (before === undefined) return false
    const growth = Math.max(0, bytes - before)
    if (growth > LARGEST_GROWTH || growth > this.#left) return false
    this.#left -= growth
    return true
  }
}
