/**
 * Measures of text.
 *
 * @module
 */

const encoder = new TextEncoder()

/**
 * How many bytes a text takes in UTF-8.
 *
 * @param text - Any text.
 */
export function utf8Length(text: string): number {
  return encoder.encode(text).length
}

/**
 * Tells whether a text takes more than `max` bytes in UTF-8, without encoding what plainly fits or plainly does not.
 *
 * @param text - Any text.
 * @param max - Bytes.
 */
export function exceedsBytes(text: string, max: number): boolean {
  if (text.length > max) return true
  // A UTF-16 unit takes at most three bytes.
  return text.length * 3 > max && utf8Length(text) > max
}

/**
 * Quotes a text for a message, and cuts it there when it is long: a message need not repeat a client's 64 KiB.
 *
 * @param text - Any text.
 */
export function excerpt(text: string): string {
  return JSON.stringify(clip(text))
}

/** The beginning of a text that may be long. */
export const clip = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
