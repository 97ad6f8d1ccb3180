/**
 * Converts syntax errors of the CEL package to the messages of Kubernetes.
 *
 * @module
 */

/** The tokens that an expression may begin with, as Kubernetes lists them. */
const OPERAND = `{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`

const TOKEN = /[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*|==|!=|<=|>=|&&|\|\||./suy
const BRACKETS: Readonly<Record<string, string>> = { RPAREN: ')', RBRACKET: ']', RBRACE: '}', LPAREN: '(', COLON: ':' }

/**
 * Formats a syntax error.
 *
 * @param summary - The message of the package.
 * @param source - The expression.
 * @param at - Offset of the error in it.
 */
export function syntaxText(summary: string, source: string, at: number): string {
  return `Syntax error: ${wording(summary, source, at)}`
}

function wording(summary: string, source: string, at: number): string {
  const token = tokenAt(source, at)
  const shown = token === '' ? `'<EOF>'` : `'${token}'`
  if (summary.startsWith('Unterminated')) return `token recognition error at: '${source.slice(at)}'`
  if (summary.startsWith('Unexpected token')) return `mismatched input ${shown} expecting ${OPERAND}`
  if (summary.startsWith('Unexpected character')) {
    if (isUnknown(token)) return `token recognition error at: ${shown}`
    // After a complete expression there is either one extra token, or a second expression.
    return source.slice(at + token.length).trim() === ''
      ? `extraneous input ${shown} expecting <EOF>`
      : `mismatched input ${shown} expecting <EOF>`
  }
  const [, wanted = '', got = ''] = /^Expected (\w+), got (\w+)/.exec(summary) ?? []
  const bracket = BRACKETS[wanted]
  if (bracket !== undefined)
    return got === 'EOF' ? `missing '${bracket}' at ${shown}` : `mismatched input ${shown} expecting '${bracket}'`
  // An identifier is only required after a dot.
  return wanted === 'IDENTIFIER' ? `no viable alternative at input '.${token}'` : summary
}

function tokenAt(source: string, at: number): string {
  TOKEN.lastIndex = at
  return TOKEN.exec(source)?.[0] ?? ''
}

/** Whether no CEL token begins with this character. */
const isUnknown = (token: string): boolean => /^[^\w\s()[\]{}.,:?!<>&|+\-*/%"'=]|^[=&|]$/.test(token)
