/**
 * Bytes of many objects in few buffers.
 *
 * A buffer of its own costs an object of 1 KiB half as much again. A slab stays for as long as anything in it is used, though:
 * one that is full and holds less than half of what it could is emptied, by moving what is still current to another one.
 * So slabs take twice the bytes of all current objects at most, and what the history keeps; and each byte that is given up
 * makes for one byte moved at most. Nothing is ever written over: who holds an old place still reads the same bytes there.
 * Objects of types that nobody has registered are not moved, and stay where loading has put them.
 *
 * @module
 */

const SLAB_BYTES = 64 * 1024
/** Larger objects have a buffer of their own, which is little to add to them. */
const LARGEST = 8 * 1024
/** Bytes that UTF-8 takes for a unit of text at most. */
const MOST_PER_UNIT = 3

const encoder = new TextEncoder()

/** One buffer. */
export class Slab {
  readonly bytes: Uint8Array
  /** Bytes given away so far. */
  used = 0
  /** Bytes of what is current, or about to be. */
  held = 0
  tenants: Tenant[] = []

  /** @param bytes - Where to write. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Some bytes of a slab. An array for each place would be one more object for each row. */
export interface Place {
  readonly slab: Slab
  /** Where they begin. */
  readonly start: number
  /** Where they have ended. */
  readonly end: number
}

/**
 * The place of bytes that have a buffer of their own.
 *
 * @param bytes - Nobody writes to them.
 */
export const placeOf = (bytes: Uint8Array): Place => filled(new Slab(bytes), bytes.length)

/** The bytes at a place, as an array of their own. */
export const bytesAt = ({ slab, start, end }: Place): Uint8Array => slab.bytes.subarray(start, end)

/** Takes the next bytes of a slab. */
function filled(slab: Slab, length: number): Place {
  const start = slab.used
  slab.used += length
  slab.held += length
  return { slab, start, end: slab.used }
}

/** Who has its bytes in a slab. */
export interface Tenant extends Place {
  /** Takes another place, which holds the same bytes. */
  move(place: Place): void
}

/** The slabs of one store. */
export class Slabs {
  #open: Slab | undefined

  /**
   * Writes text down. The place is taken until it is settled and left, or given up.
   *
   * @param text - Any text.
   */
  encode(text: string): Place {
    if (text.length > LARGEST) return placeOf(encoder.encode(text))
    let slab = this.#slabFor(text.length)
    let { read, written } = encoder.encodeInto(text, slab.bytes.subarray(slab.used))
    if (read < text.length) {
      slab = this.#slabFor(text.length * MOST_PER_UNIT)
      ;({ read, written } = encoder.encodeInto(text, slab.bytes.subarray(slab.used)))
    }
    return filled(slab, written)
  }

  /**
   * Copies bytes; see {@link encode}.
   *
   * @param bytes - Any bytes, such as a small part of a large buffer.
   */
  copy(bytes: Uint8Array): Place {
    if (bytes.length > LARGEST) return placeOf(new Uint8Array(bytes))
    const slab = this.#slabFor(bytes.length)
    slab.bytes.set(bytes, slab.used)
    return filled(slab, bytes.length)
  }

  /** Says who is in a place that was taken. */
  settle(tenant: Tenant): void {
    const { slab } = tenant
    slab.tenants.push(tenant)
    this.#tidy(slab)
  }

  /** Says that a tenant is not current any more. It keeps its place for as long as anybody holds it. */
  leave(tenant: Tenant): void {
    const { slab } = tenant
    const at = slab.tenants.indexOf(tenant)
    if (at < 0) return
    const last = slab.tenants.pop() as Tenant
    if (last !== tenant) slab.tenants[at] = last
    this.giveUp(tenant)
  }

  /** Gives up a place that nobody settled in. */
  giveUp({ slab, start, end }: Place): void {
    slab.held -= end - start
    this.#tidy(slab)
  }

  /** The open slab, or a new one when there is less room than wanted. */
  #slabFor(length: number): Slab {
    const open = this.#open
    if (open && SLAB_BYTES - open.used >= length) return open
    const slab = new Slab(new Uint8Array(SLAB_BYTES))
    this.#open = slab
    if (open) this.#tidy(open)
    // What was moved may have filled it.
    return this.#slabFor(length)
  }

  /** Empties a slab that is hardly used. */
  #tidy(slab: Slab): void {
    if (slab === this.#open || slab.held * 2 >= slab.bytes.length) return
    const { tenants } = slab
    slab.tenants = []
    for (const tenant of tenants) {
      const place = this.copy(bytesAt(tenant))
      slab.held -= tenant.end - tenant.start
      tenant.move(place)
      place.slab.tenants.push(tenant)
    }
  }
}
