/**
 * The only file that imports protobufjs, which is loaded at first use: its smallest build, a reader without generated code.
 *
 * @module
 */

import type { Reader as WireReader } from 'protobufjs'

/** Reads the wire format from bytes. */
export type Reader = Pick<
  WireReader,
  'pos' | 'len' | 'tag' | 'uint32' | 'int32' | 'int64' | 'bool' | 'double' | 'bytes' | 'stringVerify' | 'skipType'
>

/**
 * Makes readers.
 *
 * @returns A function that makes a reader of bytes.
 */
export async function loadReader(): Promise<(bytes: Uint8Array) => Reader> {
  const { Reader } = await import('protobufjs/minimal.js')
  return (bytes) => new Reader(bytes)
}

/**
 * Visits the fields of a message, one after the other.
 *
 * @param reader - At the first field.
 * @param end - End of the message.
 * @param visit - Reads the value and returns true, or returns false to skip it.
 * @throws RangeError when the last field exceeds the end.
 */
export function eachField(reader: Reader, end: number, visit: (number: number, wireType: number) => boolean): void {
  while (reader.pos < end) {
    const tag = reader.tag()
    const number = tag >>> 3
    if (!visit(number, tag & 7)) reader.skipType(tag & 7, 0, number)
  }
  if (reader.pos !== end) throw new RangeError('a field is longer than its message')
}
