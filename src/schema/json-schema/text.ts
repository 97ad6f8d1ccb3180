/**
 * Converts string formats and patterns of JSON schemas to those of Kubernetes.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import { textFormat } from '../../text/index.js'

/** Constructs without linear-time matching: lookaround and backreferences. */
const UNREADABLE = /\(\?(?:=|!|<=|<!)|\\[1-9]|\\k</

const TIME_OF_DURATION = String.raw`T(?:\d+H(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?|\d+M(?:\d+(?:[.,]\d+)?S)?|\d+(?:[.,]\d+)?S)`
const DATE_OF_DURATION = String.raw`(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)`

/** An ISO 8601 duration. The `duration` format of Kubernetes is another one (`1h30m`). */
const ISO_DURATION = `^P(?:\\d+W|${DATE_OF_DURATION}(?:${TIME_OF_DURATION})?|${TIME_OF_DURATION})$`

/**
 * Converts the format and the pattern of a string.
 *
 * A format with a supported pattern keeps both; if the pattern is not supported, only a known format is kept. Two formats have
 * another meaning in the API conventions: `duration` becomes a pattern, and `date-time` is dropped in favor of its pattern if the
 * pattern accepts incomplete times.
 *
 * @param format - Such as `uuid`.
 * @param pattern - A JavaScript regular expression.
 * @returns The keywords, or undefined when the pattern is not supported.
 */
export function textKeywords(format: unknown, pattern: unknown): JsonObject | undefined {
  const readable = typeof pattern === 'string' ? portablePattern(pattern) : undefined
  if (format === 'duration') return { pattern: readable ?? ISO_DURATION }
  if (typeof pattern !== 'string') return typeof format === 'string' ? { format } : {}
  if (readable === undefined) return typeof format === 'string' && textFormat(format) ? { format } : undefined
  const isPartial = format === 'date-time' && (pattern.endsWith('?)$') || !pattern.includes(':[0-5]\\d:[0-5]\\d'))
  return { ...(typeof format === 'string' && !isPartial && { format }), pattern: readable }
}

/** Converts a pattern to RE2 syntax; undefined when it is not supported. */
function portablePattern(pattern: string): string | undefined {
  if (UNREADABLE.test(pattern.replace(/\\\\/g, ''))) return undefined
  return pattern.replace(/\\\\|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\[\^\]/gi, (text, braced, plain) => {
    if (text === '[^]') return '[\\s\\S]'
    const digits = braced ?? plain
    return digits === undefined ? text : `\\x{${digits}}`
  })
}

/** A pattern that matches exactly these strings. */
export const patternOf = (texts: readonly string[]): string =>
  `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`
