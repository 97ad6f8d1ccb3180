/**
 * Names of field managers: validation, and the default.
 *
 * @module
 */

import { type FieldError, invalidField, requiredField, tooLongField } from '../errors/field-error.js'
import { utf8Length } from '../values/text.js'

/** Maximum bytes of a name. */
const MAX_MANAGER_NAME_BYTES = 128

/** Nearly all names match this, and need no further check. */
const PLAIN = /* @__PURE__ */ new RegExp(`^[ -~]{1,${MAX_MANAGER_NAME_BYTES}}$`)
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/**
 * Checks the field manager of a request.
 *
 * @param name - The name; undefined or empty for none.
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

/** Escapes that differ from JSON's. */
const ESCAPES: Readonly<Record<string, string>> = { '\\u0007': '\\a', '\\u000b': '\\v' }

function unprintable(name: string, character: string, position: number): FieldError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const error = invalidField('fieldManager', name, `invalid character U+${code} (at position ${position})`)
  return { ...error, message: error.message.replaceAll(/\\u000[7b]/g, (text) => ESCAPES[text] ?? text) }
}

/**
 * The default field manager of a request: the user agent up to its first slash.
 *
 * @param userAgent - The header, if any.
 * @returns At most {@link MAX_MANAGER_NAME_BYTES} bytes of printable text; `unknown` without a usable header.
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
