/**
 * Texts in PEM (RFC 7468): blocks of bytes with a label, and whatever stands around them.
 *
 * @module
 */

import { loadX509 } from './x509.js'

/** A block of a text in PEM. */
export interface PemBlock {
  /** Such as `CERTIFICATE`. */
  readonly label: string
  /** Whether lines such as `Proc-Type: 4,ENCRYPTED` stand before the bytes. */
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

/**
 * Reads the blocks of a text. What is no whole block is text around the blocks, which means nothing.
 *
 * @param text - The text.
 * @returns The blocks, in their order.
 */
export async function readPemBlocks(text: string): Promise<readonly PemBlock[]> {
  const { PemConverter } = await loadX509()
  let blocks: ReturnType<typeof PemConverter.decodeWithHeaders>
  try {
    blocks = PemConverter.decodeWithHeaders(text)
  } catch {
    // Bytes that are no base64 after all, or headers that nobody can read.
    return []
  }
  return blocks.map(({ type, headers, rawData }) => ({
    label: type,
    hasHeaders: headers.length > 0,
    bytes: new Uint8Array(rawData),
  }))
}
