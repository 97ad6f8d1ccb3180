/**
 * Texts in header values. HTTP libraries of JavaScript read and write each byte as one character (ISO 8859-1); Kubernetes and its
 * clients use UTF-8.
 *
 * @module
 * @see RFC 9110 §5.5
 */

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = /* @__PURE__ */ new TextEncoder()

const NOT_ASCII = /[\x80-\uffff]/
const NO_BYTE = /[\u0100-\uffff]/

/**
 * Reads a header value as UTF-8.
 *
 * @param value - The value, a character for each byte.
 * @returns The text; the same value when its bytes are not UTF-8.
 */
export function headerText(value: string): string {
  if (!NOT_ASCII.test(value) || NO_BYTE.test(value)) return value
  try {
    return decoder.decode(Uint8Array.from(value, (character) => character.charCodeAt(0)))
  } catch {
    return value
  }
}

/**
 * Writes a text as header value.
 *
 * @param text - Any text.
 * @returns The value, a character for each byte of its UTF-8.
 */
export const headerValue = (text: string): string =>
  NOT_ASCII.test(text) ? Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('') : text
