/**
 * A pool of memory for the slices of lists: fresh memory costs more than copying to it.
 *
 * @module
 */

/** Large enough for a write of its own, and what TLS passes on in one. */
const SLICE_BYTES = 128 * 1024
/**
 * Slices that are kept for the next list: what twenty clients that read at once have on the way. With fewer, each list allocates
 * anew, and memory outside the heap makes V8 collect all of the heap, twelve times a second.
 */
const MOST_FREE = 64

const free: ArrayBuffer[] = []

/**
 * Allocates memory for a slice.
 *
 * @param least - Bytes that have to fit.
 * @returns 128 KiB, or more where that is not enough, with bytes of earlier lists.
 */
export function takeSlice(least = 0): Uint8Array {
  if (least > SLICE_BYTES) return new Uint8Array(least)
  return new Uint8Array(free.pop() ?? new ArrayBuffer(SLICE_BYTES))
}

/**
 * Frees the memory of a slice.
 *
 * @param slice - No longer read.
 */
export function freeSlice({ buffer }: Uint8Array): void {
  if (buffer.byteLength === SLICE_BYTES && free.length < MOST_FREE) free.push(buffer as ArrayBuffer)
}
