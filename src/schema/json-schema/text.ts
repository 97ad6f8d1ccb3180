/**
 * Converts string formats and patterns of JSON schemas to those of Kubernetes.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import { textFormat } from '../formats.js'

/** Constructs without linear-time matching: lookaround and backreferences. */
const UNREADABLE = /\(\?(?:=|!|<=|<!)|\\[1-9]|\\k</

const TIME_OF_DURATION = String.raw`T(?:\d+H(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?|\d+M(?:\d+(?:[.,]\d+)?S)?|\d+(?:[.,]\d+)?S)`
const DATE_OF_DURATION = String.raw`(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)`

/** A duration of ISO 8601, which is not what Kubernetes calls a duration (`1h30m`). */
const ISO_DURATION = `^P(?:\\d+W|${DATE_OF_DURATION}(?:${TIME_OF_DURATION})?|${TIME_OF_DURATION})$`

/**
 * Translates the format and the pattern of text.
 *
 * Of a format with a pattern that can be read, both are kept; where it cannot, the format has to do. Two formats mean
 * something else in the API conventions: a `duration` is told by a pattern, and a `date-time` by its pattern alone when that takes less
 * than a whole time.
 *
 * @param format - Such as `uuid`.
 * @param pattern - A regular expression of JavaScript.
 * @returns The keywords, or undefined when the pattern cannot be said.
 */
export function textKeywords(format: unknown, pattern: unknown): JsonObject | undefined {
  const readable = typeof pattern === 'string' ? portablePattern(pattern) : undefined
  if (format === 'duration') return { pattern: readable ?? ISO_DURATION }
  if (typeof pattern !== 'string') return typeof format === 'string' ? { format } : {}
  if (readable === undefined) return typeof format === 'string' && textFormat(format) ? { format } : undefined
  const isPartial = format === 'date-time' && (pattern.endsWith('?)$') || !pattern.includes(':[0-5]\\d:[0-5]\\d'))
  return { ...(typeof format === 'string' && !isPartial && { format }), pattern: readable }
}

/** A pattern in the syntax of RE2, undefined when it cannot be said. */
function portablePattern(pattern: string): string | undefined {
  if (UNREADABLE.test(pattern.replace(/\\\\/g, ''))) return undefined
  return pattern.replace(/\\\\|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\[\^\]/gi, (text, braced, plain) => {
    if (text === '[^]') return '[\\s\\S]'
    const digits = braced ?? plain
    return digits === undefined ? text : `\\x{${digits}}`
  })
}

/** A pattern that just these texts match. */
export const patternOf = (texts: readonly string[]): string =>
  `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`
