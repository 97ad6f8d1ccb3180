/**
 * Length and order of texts.
 *
 * @module
 */

const encoder = /* @__PURE__ */ new TextEncoder()
const LONE_SURROGATE = /\p{Surrogate}/u

/** Up to this length, a loop over the units is faster than encoding. */
const SHORT = 256

/**
 * Length of a text in UTF-8, in bytes.
 *
 * @param text - Any text.
 */
export function utf8Length(text: string): number {
  if (text.length > SHORT) return encoder.encode(text).length
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (isPair(unit, text.charCodeAt(i + 1))) {
      bytes += 4
      i += 1
    } else bytes += 3
  }
  return bytes
}

/** Whether two UTF-16 units are a surrogate pair. A lone surrogate is encoded as U+FFFD, with three bytes like any other unit. */
const isPair = (high: number, low: number): boolean => (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00

/**
 * Whether a text has half a surrogate pair, which UTF-8 cannot encode.
 *
 * @param text - Any text.
 */
export const hasLoneSurrogate = (text: string): boolean => LONE_SURROGATE.test(text)

/**
 * Whether a text has more than `max` bytes in UTF-8; it is encoded only if its length does not decide that.
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
 * Quotes a text for a message, truncated if it is long: a message should not repeat a client's 64 KiB.
 *
 * @param text - Any text.
 */
export function excerpt(text: string): string {
  return JSON.stringify(clip(text))
}

/** The first line of a text, such as of an error message. */
export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/**
 * Texts as messages of Kubernetes print them, such as `["a" "b"]`.
 *
 * @param texts - The texts.
 */
export const describeTexts = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

/** The beginning of a long text. */
export const clip = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/**
 * Compares two texts for sorting: by code unit, independent of the machine's locale.
 *
 * @param left - A text.
 * @param right - Another one.
 */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
