/**
 * Names in expressions: the reserved words of CEL, and escaped member names.
 *
 * @module
 */

/** The reserved words of CEL, which are no identifiers. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let'],
  ...['loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
])
const WRITTEN: Readonly<Record<string, string>> = { __: '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' }

/**
 * Escapes the name of a member to a CEL identifier.
 *
 * @param name - The name in the schema, such as `my-port`.
 * @returns Such as `my__dash__port`; undefined when the name cannot be an identifier.
 */
export function escapeName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name)) return `__${name}__`
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined
  const escaped = name.replace(/__|[./-]/g, (found) => WRITTEN[found] ?? found)
  return /^\d/.test(escaped) ? undefined : escaped
}
