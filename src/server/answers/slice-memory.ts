/**
 * Memory for the slices of lists, used again and again: fresh memory costs more than what is copied to it.
 *
 * @module
 */

/** Long enough to be worth a write of its own, and what TLS passes on in one. */
const SLICE_BYTES = 128 * 1024
/** Slices that are kept for the next list. */
const MOST_FREE = 16

const free: ArrayBuffer[] = []

/**
 * Takes memory for a slice.
 *
 * @param least - Bytes that have to fit.
 * @returns 128 KiB, or more where that is not enough. What stands in it is of earlier lists.
 */
export function takeSlice(least = 0): Uint8Array {
  if (least > SLICE_BYTES) return new Uint8Array(least)
  return new Uint8Array(free.pop() ?? new ArrayBuffer(SLICE_BYTES))
}

/**
 * Gives the memory of a slice back.
 *
 * @param slice - No longer read.
 */
export function freeSlice({ buffer }: Uint8Array): void {
  if (buffer.byteLength === SLICE_BYTES && free.length < MOST_FREE) free.push(buffer as ArrayBuffer)
}
