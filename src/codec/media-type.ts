/**
 * Media types of bodies, and the ranges of them that `Accept` lists.
 *
 * @module
 * @see RFC 9110 §8.3.1 and §12.5.1
 */

import { badRequest, setKey } from '../meta/index.js'

/** Maximum header length in characters (ours). */
const MAX_LENGTH = 16_384
/** Maximum ranges of one `Accept` (ours). */
const MAX_RANGES = 64

/** Parameters by lower-case name; values unchanged, without quotes. */
export type MediaTypeParameters = Readonly<Record<string, string>>

/** A media type such as `application/json; charset=utf-8`. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly type: string
  readonly parameters: MediaTypeParameters
}

/** One range of an `Accept` header. */
export interface MediaRange {
  /** Lower case; `*` for any. */
  readonly type: string
  /** Lower case; `*` for any. */
  readonly subtype: string
  /** All parameters except `q`, such as `as`, `g` and `v`. */
  readonly parameters: MediaTypeParameters
  /** Weight, more than 0 and at most 1. */
  readonly q: number
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Splits at a separator outside quotes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

const unquote = (value: string): string =>
  value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value

/**
 * Parses one media type, for example of `Content-Type`.
 *
 * @param text - Such as `application/json; charset=utf-8`.
 * @returns Type in lower case and parameters, or undefined for an invalid media type. Malformed parameters are left out.
 * @see RFC 9110 §8.3.1
 */
export function parseMediaType(text: string): MediaType | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const [essence = '', ...rest] = split(text, ';')
  const names = essence.trim().split('/')
  if (names.length !== 2 || !names.every((name) => TOKEN.test(name))) return undefined
  const parameters: Record<string, string> = {}
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    const name = parameter.slice(0, Math.max(equals, 0)).trim().toLowerCase()
    if (TOKEN.test(name)) setKey(parameters, name, unquote(parameter.slice(equals + 1).trim()))
  }
  return { type: names.join('/').toLowerCase(), parameters }
}

const ANY: MediaRange = { type: '*', subtype: '*', parameters: {}, q: 1 }

function parseRange(text: string): MediaRange | undefined {
  // Some HTTP libraries send a lone star for "anything".
  const media = parseMediaType(text.replace(/^\s*\*\s*(?=;|$)/, '*/*'))
  if (!media) return undefined
  const { q: weight, ...parameters } = media.parameters
  const number = weight === undefined ? 1 : Number(weight)
  const q = Number.isNaN(number) ? 1 : Math.min(1, Math.max(0, number))
  const [type = '', subtype = ''] = media.type.split('/')
  return { type, subtype, parameters, q }
}

const wildness = ({ type, subtype }: MediaRange): number => (type === '*' ? 2 : subtype === '*' ? 1 : 0)

/**
 * Parses an `Accept` header.
 *
 * @param header - The header's value; several header lines joined with commas. Absent or empty means any type.
 * @returns Ranges in order of preference: by weight, then exact before wildcard, then as listed. Ranges with weight 0
 *   and malformed ones are left out, so an empty list means that nothing can be accepted.
 * @throws {@link ApiError} 400 for a header of more than 16,384 characters or 64 ranges (ours).
 * @see RFC 9110 §12.5.1
 */
export function parseAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return [ANY]
  if (header.length > MAX_LENGTH) throw badRequest('the Accept header is too long')
  const parts = split(header, ',')
  if (parts.length > MAX_RANGES) throw badRequest('the Accept header has too many media types')
  return parts
    .map(parseRange)
    .filter((range): range is MediaRange => range !== undefined && range.q > 0)
    .sort((left, right) => right.q - left.q || wildness(left) - wildness(right))
}
