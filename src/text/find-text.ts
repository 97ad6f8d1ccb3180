/**
 * Searches texts for texts of clients, in linear time.
 *
 * The runtime searches for a long text with effort up to the product of both lengths: a few hundred KB would take seconds.
 *
 * @module
 */

/** The runtime finds texts of up to so many characters in linear time. */
const SHORT = 250

/**
 * Finds the first occurrence of a text, like `text.indexOf(part, from)`.
 *
 * @param text - The searched text.
 * @param part - The wanted text.
 * @param from - The first place where it may start.
 * @returns Its place, in code units; -1 if there is none.
 */
export function findText(text: string, part: string, from = 0): number {
  return part.length <= SHORT ? text.indexOf(part, from) : scan(text, part, from, text.length, false)
}

/**
 * Finds the last occurrence of a text, like `text.lastIndexOf(part, from)`.
 *
 * @param text - The searched text.
 * @param part - The wanted text.
 * @param from - The last place where it may start.
 * @returns Its place, in code units; -1 if there is none.
 */
export function findLastText(text: string, part: string, from = text.length): number {
  // The runtime compares a text of any length at each place.
  return part.length <= 1 ? text.lastIndexOf(part, from) : scan(text, part, 0, from + part.length, true)
}

/**
 * Splits a text, like `text.split(separator)`.
 *
 * @param text - Any text.
 * @param separator - Not empty.
 */
export function splitText(text: string, separator: string): readonly string[] {
  if (separator.length <= SHORT) return text.split(separator)
  const parts: string[] = []
  let start = 0
  for (let at = findText(text, separator); at >= 0; at = findText(text, separator, start)) {
    parts.push(text.slice(start, at))
    start = at + separator.length
  }
  return [...parts, text.slice(start)]
}

/** The algorithm of Knuth, Morris and Pratt: each character of the text is read once. */
function scan(text: string, part: string, start: number, end: number, last: boolean): number {
  if (part.length > text.length - start) return -1
  const borders = bordersOf(part)
  let found = -1
  let matched = 0
  for (let at = start; at < end && at < text.length; at++) {
    matched = longer(part, borders, matched, text.charCodeAt(at))
    if (matched < part.length) continue
    found = at + 1 - matched
    if (!last) break
  }
  return found
}

/** For each length of a prefix: the length of the longest shorter prefix that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length + 1)
  for (let size = 2; size <= part.length; size++) {
    borders[size] = longer(part, borders, borders[size - 1] as number, part.charCodeAt(size - 1))
  }
  return borders
}

/** The length of the longest prefix that a text ends with, after one more character. */
function longer(part: string, borders: Int32Array, matched: number, code: number): number {
  let size = matched
  // There is no character after a whole one.
  while (size > 0 && part.charCodeAt(size) !== code) size = borders[size] as number
  return part.charCodeAt(size) === code ? size + 1 : size
}
