/**
 * How much room the disk of a directory has, asked now and then.
 *
 * @module
 */

import { roomOf } from './failures.js'

/** What may wait to be carried over takes less than this, and so does what else is written before the disk is asked again. */
const PLENTY = 64 * 1024 * 1024
/** Bytes of commits after which the disk is asked again. */
const ASKED_EVERY = 1024 * 1024

/** Tells whether what is answered now will have room in the data file later. */
export class DiskRoom {
  private readonly directory: string
  private isPlenty = false
  private bytes = 0

  /** @param directory - The directory of the storage. */
  constructor(directory: string) {
    this.directory = directory
  }

  /**
   * Whether the disk has so little room that nothing ought to be put off.
   *
   * @param bytes - What is to be written now.
   */
  isScarce(bytes: number): boolean {
    this.bytes += bytes
    if (!this.isPlenty || this.bytes > ASKED_EVERY) {
      this.bytes = 0
      this.isPlenty = roomOf(this.directory) > PLENTY
    }
    return !this.isPlenty
  }
}
