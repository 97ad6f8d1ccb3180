/**
 * Limits the growth of objects while the disk is full.
 *
 * Deleting an object with finalizers makes it slightly larger at first: it is marked, and a controller may record its progress.
 * That growth is allowed, limited per commit and in total, so that it cannot use up the reserve.
 *
 * @module
 */

/** Maximum growth of an object by one commit, in bytes: a deletion mark, and conditions about its progress. */
const LARGEST_GROWTH = 2 * 1024
/** The total of all commits, from when the disk was found full until it has space again. */
const ALL_GROWTH = 1024 * 1024

/** The remaining growth on a full disk. */
export class Growth {
  #left = ALL_GROWTH

  /**
   * Whether a value may replace another; records the growth if so.
   *
   * @param bytes - Size of the new value.
   * @param before - Size of the old one; undefined when there is none.
   */
  allows(bytes: number, before: number | undefined): boolean {
    if (before === undefined) return false
    const growth = Math.max(0, bytes - before)
    if (growth > LARGEST_GROWTH || growth > this.#left) return false
    this.#left -= growth
    return true
  }
}
