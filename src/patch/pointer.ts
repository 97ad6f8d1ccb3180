/**
 * JSON Pointer: the path of one value in a document.
 *
 * @module
 */

/**
 * Parses a JSON Pointer into its reference tokens, unescaped.
 *
 * @param pointer - Such as `/metadata/annotations/example.com~1a`, or empty for the whole document.
 * @returns The tokens, or undefined for an invalid pointer.
 * @see RFC 6901 §3, §4
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return undefined
  const tokens = pointer.slice(1).split('/')
  if (!pointer.includes('~')) return tokens
  if (tokens.some((token) => /~(?![01])/.test(token))) return undefined
  return tokens.map(unescaped)
}

/**
 * Parses a path as Kubernetes does: text before the first slash is ignored, and a `~` that begins no escape is literal.
 *
 * @param path - Such as `/metadata/name`, or empty for the whole document.
 * @returns The tokens, or undefined for a text without a slash.
 */
export function parseLenientPath(path: string): readonly string[] | undefined {
  if (path === '') return []
  const [, ...tokens] = path.split('/')
  return tokens.length > 0 ? tokens.map(unescaped) : undefined
}

// `~01` means `~1`: the slash must be unescaped first.
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * Parses a reference token as an array index: digits without a leading zero.
 *
 * @param token - A reference token.
 * @returns The index, or undefined for any other token.
 * @see RFC 6901 §4
 */
export function parseIndex(token: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : undefined
}

/**
 * Parses a reference token as an array index as Kubernetes does: digits with an optional sign, a negative index counts from the end.
 *
 * @param token - A reference token.
 * @param length - Number of the places that it may name.
 * @returns The index, or undefined for any other token.
 */
export function parseLenientIndex(token: string, length: number): number | undefined {
  if (!/^[+-]?[0-9]+$/.test(token)) return undefined
  const index = Number(token)
  if (index >= 0) return index
  return index >= -length ? index + length : undefined
}
