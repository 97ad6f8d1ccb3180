/**
 * Writes protobuf messages from their end to their start, so that the length of a nested message is known when it is written,
 * without a second pass or an object for each field.
 *
 * @module
 */

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2

const encoder = new TextEncoder()

/** Writes fields backwards: the last field of a message first. */
export class ByteWriter {
  #bytes: Uint8Array
  #start: number
  #view: DataView

  /** @param initialBytes - Initial buffer size; 64 KiB by default. */
  constructor(initialBytes = 1 << 16) {
    this.#bytes = new Uint8Array(initialBytes)
    this.#start = initialBytes
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#bytes.length - this.#start
  }

  /** Writes a text field. */
  string(field: number, value: string): void {
    this.#write(value)
    this.#tag(field, DELIMITED)
  }

  /** Writes a field of bytes. */
  bytes(field: number, value: Uint8Array): void {
    this.raw(value)
    this.#varint(value.length)
    this.#tag(field, DELIMITED)
  }

  /** Writes bytes without a field header. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#start -= value.length
    this.#bytes.set(value, this.#start)
  }

  /** Writes a boolean field. */
  bool(field: number, value: boolean): void {
    this.#varint(value ? 1 : 0)
    this.#tag(field, VARINT)
  }

  /** Writes an integer field; the value is an integer of 64 bits. */
  int64(field: number, value: number): void {
    this.#varint(value)
    this.#tag(field, VARINT)
  }

  /** Writes a floating-point field. */
  double(field: number, value: number): void {
    this.#reserve(8)
    this.#start -= 8
    this.#view.setFloat64(this.#start, value, true)
    this.#tag(field, FIXED64)
  }

  /**
   * Writes a nested message.
   *
   * @param field - Its field number.
   * @param content - Writes its fields, the last one first.
   */
  message(field: number, content: () => void): void {
    const before = this.length
    content()
    this.#varint(this.length - before)
    this.#tag(field, DELIMITED)
  }

  /** Writes the header of a nested message whose content, of a known length, is written elsewhere. */
  start(field: number, length: number): void {
    this.#varint(length)
    this.#tag(field, DELIMITED)
  }

  /** Returns a copy of the written bytes, and resets the writer. */
  finish(): Uint8Array {
    const bytes = this.#bytes.slice(this.#start)
    this.#start = this.#bytes.length
    return bytes
  }

  #tag(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType)
  }

  #write(text: string): void {
    // A UTF-16 unit is at most three bytes of UTF-8; the text is encoded at the low end of the buffer, then moved.
    this.#reserve(text.length * 3)
    const low = this.#start - text.length * 3
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(low, this.#start))
    this.#bytes.copyWithin(this.#start - written, low, low + written)
    this.#start -= written
    this.#varint(written)
  }

  #varint(value: number): void {
    this.#reserve(10)
    if (value < 0) {
      this.#negative(value)
      return
    }
    let size = 1
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++
    this.#start -= size
    let rest = value
    for (let at = 0; at < size; at++) {
      this.#bytes[this.#start + at] = (rest % 128) | (at < size - 1 ? 128 : 0)
      rest = Math.floor(rest / 128)
    }
  }

  /** Negative integers are ten bytes of two's complement. */
  #negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value))
    this.#start -= 10
    for (let at = 0; at < 10; at++) {
      this.#bytes[this.#start + at] = Number(rest & 127n) | (at < 9 ? 128 : 0)
      rest >>= 7n
    }
  }

  #reserve(size: number): void {
    if (this.#start >= size) return
    const length = this.length
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, length + size))
    grown.set(this.#bytes.subarray(this.#start), grown.length - length)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
    this.#start = grown.length - length
  }
}
