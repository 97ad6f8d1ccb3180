/**
 * Names of managers: what is allowed, and what a client that gives none is called.
 *
 * @module
 */

import { type FieldError, invalidField, requiredField, tooLongField } from '../errors/field-error.js'
import { utf8Length } from '../values/text.js'

/** Bytes of the longest name. */
const MAX_MANAGER_NAME_BYTES = 128

/** What nearly all names are made of; none of it needs a closer look. */
const PLAIN = new RegExp(`^[ -~]{1,${MAX_MANAGER_NAME_BYTES}}$`)
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/**
 * Checks the name that a request gives its manager.
 *
 * @param name - The name; undefined or empty when there is none.
 * @param options - `isRequired` for an apply.
 * @returns At most one error, of the field `fieldManager`.
 * @see Specification, "Server-side apply", 2
 */
export function checkManagerName(name: string | undefined, options: { readonly isRequired?: boolean } = {}): FieldError[] {
  if (!name) return options.isRequired ? [requiredField('fieldManager', 'is required for apply patch')] : []
  if (PLAIN.test(name)) return []
  if (name.length > MAX_MANAGER_NAME_BYTES || utf8Length(name) > MAX_MANAGER_NAME_BYTES)
    return [tooLongField('fieldManager', MAX_MANAGER_NAME_BYTES)]
  let position = 0
  for (const character of name) {
    if (!PRINTABLE.test(character)) return [unprintable(name, character, position)]
    position += utf8Length(character)
  }
  return []
}

/** Escapes that JSON writes in another way. */
const ESCAPES: Readonly<Record<string, string>> = { '\\u0007': '\\a', '\\u000b': '\\v' }

function unprintable(name: string, character: string, position: number): FieldError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const error = invalidField('fieldManager', name, `invalid character U+${code} (at position ${position})`)
  return { ...error, message: error.message.replaceAll(/\\u000[7b]/g, (text) => ESCAPES[text] ?? text) }
}

/**
 * Names the manager of a request that gives no name: the user agent up to its first slash.
 *
 * @param userAgent - The header, if there is one.
 * @returns At most {@link MAX_MANAGER_NAME_BYTES} bytes of printable text; `unknown` when there is nothing to go by.
 */
export function managerFromUserAgent(userAgent: string | undefined): string {
  const product = (userAgent ?? '').split('/', 1)[0] ?? ''
  if (PLAIN.test(product)) return product
  let name = ''
  let bytes = 0
  for (const character of product) {
    if (!PRINTABLE.test(character)) continue
    bytes += utf8Length(character)
    if (bytes > MAX_MANAGER_NAME_BYTES) break
    name += character
  }
  return name === '' ? 'unknown' : name
}
