/**
 * Names of capture groups in patterns.
 *
 * @module
 */

/** Quoted text; an escape; a character class; the beginning of a named group. */
const TOKEN = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]?|\(\?P?<\w+>/g

/**
 * Makes the named groups of a pattern unnamed, which changes no match.
 *
 * @param pattern - A regular expression in RE2 syntax.
 */
export const withoutGroupNames = (pattern: string): string =>
  pattern.replace(TOKEN, (token) => (token.startsWith('(') ? '(' : token))
