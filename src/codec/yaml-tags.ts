/**
 * Scalars of YAML as Kubernetes resolves them: those of YAML 1.1, but times and numbers to base 60 are text, and numbers may be
 * written in more ways.
 *
 * @module
 */

import type { ScalarTag } from 'yaml'
import { decodeBase64Text } from './base64.js'

/** Underscores may stand anywhere after the sign or the first digit. A number of more than 64 bits is text with a prefix, else a double. */
const BASE = /0_*(?:[xX](?:_*[\da-fA-F]){1,16}|[bB](?:_*[01]){1,64}|[oO](?:_*[0-7]){1,22})_*/
/** Each run of underscores is matched by one part of the pattern only, so that a long one takes linear time. */
const DECIMAL = /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE]_*(?:[-+]_*)?\d[\d_]*)?/
const NUMBER = new RegExp(`^(?:[-+]_*)?(?:${BASE.source}|${DECIMAL.source})$`)
/** One that begins with a zero alone. */
const OCTAL = /^0[0-7]{1,22}$/
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/
const NULL = /^(?:~|null|Null|NULL|)$/
const TRUE = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/
const FALSE = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/

/** The first character shows that most scalars are text. */
const MAY_BE_OTHER = /^(?:[-+.~\dnNyYtTfFoO]|$)/

function readNumber(text: string): number | string {
  const [, sign, digits = ''] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', '')) ?? []
  const value = Number(OCTAL.test(digits) ? `0o${digits}` : digits)
  // A double out of range is text.
  return Number.isFinite(value) ? (sign === '-' ? -value : value) : text
}

/** Reads a scalar without quotes. */
export function readPlain(text: string): unknown {
  if (!MAY_BE_OTHER.test(text)) return text
  if (NUMBER.test(text)) return readNumber(text)
  if (NULL.test(text)) return null
  if (TRUE.test(text)) return true
  if (FALSE.test(text)) return false
  if (INFINITE.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return NOT_A_NUMBER.test(text) ? Number.NaN : text
}

/** The type of a scalar without quotes, by its short tag. */
function shortTagOf(text: string): string {
  const value = readPlain(text)
  if (value === null) return '!!null'
  if (typeof value === 'number') return Number.isInteger(value) && !/^[^xX]*[.eE]/.test(text) ? '!!int' : '!!float'
  return typeof value === 'boolean' ? '!!bool' : '!!str'
}

const TAG = 'tag:yaml.org,2002:'

/** Every scalar without quotes and tag. */
export const PLAIN: ScalarTag = { tag: `${TAG}plain`, default: true, test: /(?:)/, resolve: readPlain }

const TEXT: ScalarTag = { tag: `${TAG}str`, resolve: (text) => text }

/** A tag that a document names. */
const named = (name: string): ScalarTag => ({
  tag: TAG + name,
  resolve(text, onError) {
    const found = shortTagOf(text)
    if (found === `!!${name}` || (name === 'float' && found === '!!int')) return readPlain(text)
    onError(`cannot decode ${found} \`${text}\` as a !!${name}`)
    return text
  },
})

const BINARY: ScalarTag = {
  tag: `${TAG}binary`,
  resolve(text, onError) {
    try {
      return decodeBase64Text(text)
    } catch {
      onError('!!binary value contains invalid base64 data')
      return text
    }
  },
}

/** Tags that documents name. Others are those of text. */
export const NAMED_TAGS: readonly ScalarTag[] = [...['null', 'bool', 'int', 'float'].map(named), BINARY, TEXT]

/** Numbers that the package writes as text without quotes. */
export const NUMBER_TEXT: ScalarTag = { tag: `${TAG}int`, default: true, test: NUMBER, resolve: readPlain }

/** A merge key, for the writer: text that needs quotes. */
export const MERGE_KEY: ScalarTag = { tag: `${TAG}merge`, default: true, test: /^<<$/, resolve: readPlain }

/** Characters that readers of YAML refuse, drop, or take for line breaks, and that neither JSON nor the package escapes. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
/** The start of a text whose indentation in a block could not be told from its own. */
const UNCLEAR_INDENTATION = /^[ \n]*(?:\t| \n)/

/** Text that the package would write in a way that readers refuse or change. */
export const QUOTED: ScalarTag = {
  tag: `${TAG}str`,
  default: true,
  identify: (value) => typeof value === 'string' && (value.search(UNPRINTABLE) !== -1 || UNCLEAR_INDENTATION.test(value)),
  resolve: readPlain,
  stringify: ({ value }) =>
    JSON.stringify(value).replace(UNPRINTABLE, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`),
}
