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

/** Collects the warnings of one answer: each text once, and no more than a header section can hold. */
export class WarningCollector {
  #texts: Set<string> | undefined

  /**
   * Takes one warning.
   *
   * @param text - For people; control characters are dropped.
   */
  readonly add = (text: string): void => {
    this.#texts ??= new Set()
    // Far more than is ever sent: the rest need not be remembered.
    if (this.#texts.size < MAX_TOTAL) this.#texts.add(text)
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
    const lines: (readonly [string, string])[] = []
    for (const whole of texts) {
      const text = total > MAX_TOTAL ? whole.slice(0, MAX_SHORTENED) : whole
      room -= text.length
      if (room < 0) break
      lines.push(['warning', `299 - ${quoted(text)}`])
    }
    return lines
  }
}

const encoder = new TextEncoder()

/** A quoted string (RFC 9110 §5.6.4). Text beyond ASCII is sent as the bytes of its UTF-8. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what may not be in a header
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, '').replace(/["\\]/g, '\\$&')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\u0000-\u007f]*$/.test(clean)) return `"${clean}"`
  return `"${String.fromCharCode(...encoder.encode(clean))}"`
}
