/**
 * `Warning` headers: what a client should know although its request succeeded.
 *
 * @module
 */

import type { ServerResponse } from './http.js'

/** Characters of all warnings of an answer together. */
const MAX_TOTAL = 4096
/** Characters of one warning where not all have room. */
const MAX_SHORTENED = 256
/** Bytes of the lines that they make: clients read no more than 16 KiB of headers. */
const MAX_LINES_BYTES = 14 * 1024

/** Collects the warnings of one answer: each text once, and no more than a header section can hold. */
export class WarningCollector {
  #texts: Set<string> | undefined
  /** Characters of the warnings so far, those of each that are sent at least. */
  #total = 0

  /**
   * Takes one warning.
   *
   * @param text - For people; control characters are dropped.
   */
  readonly add = (text: string): void => {
    this.#texts ??= new Set()
    // What comes after so many is never sent, nor is the rest of such a long one: neither need be remembered.
    if (this.#total > MAX_TOTAL) return
    const known = this.#texts.size
    this.#texts.add(text.slice(0, MAX_TOTAL + 1))
    if (this.#texts.size > known) this.#total += Math.max(1, Math.min(text.length, MAX_SHORTENED))
  }

  /**
   * The header lines, in the order that the warnings came (RFC 7234 §5.5: code 299, a miscellaneous persistent warning).
   *
   * When they do not fit together, long ones are cut and the last are dropped.
   */
  headers(): ServerResponse['headers'] {
    if (!this.#texts) return []
    const texts = [...this.#texts]
    const total = texts.reduce((sum, text) => sum + text.length, 0)
    let room = MAX_TOTAL
    let roomInLines = MAX_LINES_BYTES
    const lines: (readonly [string, string])[] = []
    for (const whole of texts) {
      const text = total > MAX_TOTAL ? whole.slice(0, MAX_SHORTENED) : whole
      room -= text.length
      const line = `299 - ${quoted(text)}`
      roomInLines -= line.length + LINE_EXTRA
      if (room < 0 || roomInLines < 0) break
      lines.push(['warning', line])
    }
    return lines
  }
}

/** The name of the header, and what stands around it and at the end of the line. */
const LINE_EXTRA = 'warning: \r\n'.length

const encoder = new TextEncoder()

/** A quoted string (RFC 9110 §5.6.4). Text beyond ASCII is sent as the bytes of its UTF-8. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what may not be in a header
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, '').replace(/["\\]/g, '\\$&')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\u0000-\u007f]*$/.test(clean)) return `"${clean}"`
  let bytes = ''
  for (const byte of encoder.encode(clean)) bytes += String.fromCharCode(byte)
  return `"${bytes}"`
}
