/**
 * `Warning` headers.
 *
 * @module
 */

import { MAX_SHORTENED_WARNING, MAX_WARNINGS_LENGTH, type WarningCollector } from '../endpoints/index.js'
import type { ServerResponse } from './http.js'

/** Bytes of the header lines: clients read no more than 16 KiB of headers. */
const MAX_LINES_BYTES = 14 * 1024
/** Lines: Node's HTTP/2 clients abort an answer with more than 128 headers. */
const MAX_LINES = 100

/**
 * The header lines of warnings, in the order that these came (RFC 7234 §5.5: code 299, a miscellaneous persistent warning).
 *
 * When they do not fit together, long ones are cut and the last are dropped.
 *
 * @param warnings - The warnings of one answer.
 */
export function warningHeaders(warnings: WarningCollector): ServerResponse['headers'] {
  const texts = [...warnings.texts]
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  let room = MAX_WARNINGS_LENGTH
  let roomInLines = MAX_LINES_BYTES
  const lines: (readonly [string, string])[] = []
  for (const whole of texts) {
    const text = total > MAX_WARNINGS_LENGTH ? whole.slice(0, MAX_SHORTENED_WARNING) : whole
    room -= text.length
    const line = `299 - ${quoted(text)}`
    roomInLines -= line.length + LINE_EXTRA
    if (room < 0 || roomInLines < 0 || lines.length === MAX_LINES) break
    lines.push(['warning', line])
  }
  return lines
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
