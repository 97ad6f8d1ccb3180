/**
 * A slab allocator: the bytes of many objects in few buffers.
 *
 * A buffer of its own costs an object of 1 KiB half as much again. A slab, however, stays in memory for as long as anything in it is
 * used: a full one that is less than half used is compacted, by moving its current content to another one.
 * So slabs take at most twice the bytes of all current objects, plus the history; and each byte that is freed causes at most
 * one byte to be moved. Nothing is ever overwritten: a holder of an old range still reads the same bytes there.
 * Objects of unregistered types are not moved.
 *
 * @module
 */

const SLAB_BYTES = 64 * 1024
/** The first slab of a store is smaller: a plane in a test has few objects. */
const FIRST_SLAB_BYTES = 8 * 1024
/** Larger objects have a buffer of their own, whose overhead is small for them. */
const LARGEST = 8 * 1024
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const MOST_PER_UNIT = 3

const encoder = new TextEncoder()

/** One buffer. */
export class Slab {
  readonly bytes: Uint8Array
  /** Bytes allocated so far. */
  used = 0
  /** Bytes that are not freed. */
  held = 0
  allocations: Allocation[] = []

  /** @param bytes - Where to write. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** A range of a slab. A typed array for each would be one more object for each row. */
export interface ByteRange {
  readonly slab: Slab
  /** Where they begin. */
  readonly start: number
  /** Where they end, exclusive. */
  readonly end: number
}

/**
 * The range of bytes in a buffer of their own.
 *
 * @param bytes - They must not be modified.
 */
export const rangeOf = (bytes: Uint8Array): ByteRange => filled(new Slab(bytes), bytes.length)

/** The bytes of a range, as a view of its slab. */
export const bytesAt = ({ slab, start, end }: ByteRange): Uint8Array => slab.bytes.subarray(start, end)

/** Allocates the next bytes of a slab. */
function filled(slab: Slab, length: number): ByteRange {
  const start = slab.used
  slab.used += length
  slab.held += length
  return { slab, start, end: slab.used }
}

/** An owner of bytes in a slab, which can be moved. */
export interface Allocation extends ByteRange {
  /** Takes another range with the same bytes. */
  move(range: ByteRange): void
}

/** The slabs of one store. */
export class SlabAllocator {
  #open: Slab | undefined

  /**
   * Allocates the bytes of a text. They are held until their owner is registered and freed, or they are discarded.
   *
   * @param text - Any text.
   */
  encode(text: string): ByteRange {
    if (text.length > LARGEST) return rangeOf(encoder.encode(text))
    let slab = this.#slabFor(text.length)
    let { read, written } = encoder.encodeInto(text, slab.bytes.subarray(slab.used))
    if (read < text.length) {
      slab = this.#slabFor(text.length * MOST_PER_UNIT)
      ;({ read, written } = encoder.encodeInto(text, slab.bytes.subarray(slab.used)))
    }
    return filled(slab, written)
  }

  /**
   * Allocates a copy of bytes; see {@link encode}.
   *
   * @param bytes - Any bytes, such as a small part of a large buffer.
   */
  copy(bytes: Uint8Array): ByteRange {
    if (bytes.length > LARGEST) return rangeOf(new Uint8Array(bytes))
    const slab = this.#slabFor(bytes.length)
    slab.bytes.set(bytes, slab.used)
    return filled(slab, bytes.length)
  }

  /** Registers the owner of an allocated range. */
  register(allocation: Allocation): void {
    const { slab } = allocation
    slab.allocations.push(allocation)
    this.#compact(slab)
  }

  /** Frees a registered range. Its holders still read the same bytes. */
  free(allocation: Allocation): void {
    const { slab } = allocation
    const at = slab.allocations.indexOf(allocation)
    if (at < 0) return
    const last = slab.allocations.pop() as Allocation
    if (last !== allocation) slab.allocations[at] = last
    this.discard(allocation)
  }

  /** Takes registered ranges from their owners: they are still allocated, and not moved any more. */
  unregister(allocations: Iterable<Allocation>): void {
    const taken = new Set(allocations)
    const slabs = new Set<Slab>()
    for (const { slab } of taken) slabs.add(slab)
    for (const slab of slabs) slab.allocations = slab.allocations.filter((allocation) => !taken.has(allocation))
  }

  /** Frees a range that has no registered owner. */
  discard({ slab, start, end }: ByteRange): void {
    slab.held -= end - start
    this.#compact(slab)
  }

  /** The open slab, or a new one when there is too little room. */
  #slabFor(length: number): Slab {
    const open = this.#open
    if (open && open.bytes.length - open.used >= length) return open
    const slab = new Slab(new Uint8Array(open || length > FIRST_SLAB_BYTES ? SLAB_BYTES : FIRST_SLAB_BYTES))
    this.#open = slab
    if (open) this.#compact(open)
    // The moved ranges may have filled it.
    return this.#slabFor(length)
  }

  /** Compacts a slab that is less than half used. */
  #compact(slab: Slab): void {
    if (slab === this.#open || slab.held * 2 >= slab.bytes.length) return
    const { allocations } = slab
    slab.allocations = []
    for (const allocation of allocations) {
      const range = this.copy(bytesAt(allocation))
      slab.held -= allocation.end - allocation.start
      allocation.move(range)
      range.slab.allocations.push(allocation)
    }
  }
}
