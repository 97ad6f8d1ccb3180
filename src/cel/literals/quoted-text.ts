/**
 * Quoted text and comments of an expression, in which brackets and question marks have no meaning.
 *
 * @module
 */

/**
 * Source of a regular expression: a quoted string (raw or not), or a comment. The closing quote is optional: a failed lookahead would
 * be repeated from each later part, in quadratic time.
 */
export const QUOTED_OR_COMMENT = [
  String.raw`[rR]?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))`,
  String.raw`[rR](?:"[^"\n]*"?|'[^'\n]*'?)`,
  String.raw`"(?:[^"\\\n]|\\.)*"?`,
  String.raw`'(?:[^'\\\n]|\\.)*'?`,
  String.raw`\/\/[^\n]*`,
].join('|')
