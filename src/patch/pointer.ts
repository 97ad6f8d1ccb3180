/**
 * JSON Pointer: the path to one value inside a document.
 *
 * @module
 */

/**
 * Reads a JSON Pointer into its reference tokens, unescaped.
 *
 * @param pointer - Such as `/metadata/annotations/example.com~1a`, or empty for the whole document.
 * @returns The tokens, or undefined when the text is no pointer.
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
 * Reads a path as Kubernetes does: what stands before the first slash says nothing, and a `~` that begins no escape is a character
 * like any other.
 *
 * @param path - Such as `/metadata/name`, or empty for the whole document.
 * @returns The tokens, or undefined when the text has no slash.
 */
export function parseLenientPath(path: string): readonly string[] | undefined {
  if (path === '') return []
  const [, ...tokens] = path.split('/')
  return tokens.length > 0 ? tokens.map(unescaped) : undefined
}

// `~01` means `~1`: the slash must be unescaped first.
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * Reads a reference token as an array index: digits without a leading zero.
 *
 * @param token - A reference token.
 * @returns The index, or undefined when the token is none.
 * @see RFC 6901 §4
 */
export function parseIndex(token: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : undefined
}
