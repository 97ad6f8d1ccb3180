/**
 * The static token file: a CSV text of tokens and users.
 *
 * @module
 */

import { check, type UserInfo } from '../meta/index.js'
import type { StaticToken } from './static-token.js'

/**
 * Reads a static token file: `token,user name,user uid[,"group1,group2"]`, quoted as in RFC 4180.
 *
 * @param text - The text of the file. Empty lines are skipped.
 * @returns The tokens in the order of the file.
 * @throws Error with one line that names the invalid line, never its token.
 * @see Specification, "Static token file"
 */
export function parseTokenFile(text: string): readonly StaticToken[] {
  check.refuse('parseTokenFile', check.text(text, 'text'))
  const tokens: StaticToken[] = []
  const firstLine = new Map<string, number>()
  for (const { line, columns } of records(text)) {
    const [token = '', username = '', uid = '', groups = ''] = columns
    if (columns.length < 3) throw fault(line, `expected at least 3 columns (token, user name, user uid), found ${columns.length}`)
    if (token === '') throw fault(line, 'the token is empty')
    // A token with other characters could never arrive in a header.
    if (!/^[\x21-\x7e]+$/.test(token)) throw fault(line, 'the token has characters that a header cannot carry')
    if (username === '') throw fault(line, 'the user name is empty')
    const before = firstLine.get(token)
    if (before !== undefined) throw fault(line, `the token is the same as that of line ${before}`)
    firstLine.set(token, line)
    tokens.push({ token, user: userOf(username, uid, groups) })
  }
  return tokens
}

const fault = (line: number, message: string): Error => new Error(`line ${line}: ${message}`)

function userOf(username: string, uid: string, groups: string): UserInfo {
  const names = groups.split(',').map((name) => name.trim())
  return { username, ...(uid !== '' && { uid }), groups: names.filter((name) => name !== '') }
}

interface CsvRecord {
  readonly line: number
  readonly columns: readonly string[]
}

/** Splits CSV into records. A quoted column may hold commas, doubled quotes and line ends. */
function* records(text: string): Generator<CsvRecord> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  let line = 1
  let at = 0
  while (at < source.length) {
    const first = line
    const columns: string[] = []
    for (;;) {
      while (source[at] === ' ' || source[at] === '\t') at += 1
      const column = source[at] === '"' ? quotedColumn(source, at, line) : plainColumn(source, at, line)
      line += countLines(source, at, column.end)
      at = column.end
      columns.push(column.value.trim())
      if (source[at] !== ',') break
      at += 1
    }
    if (source[at] === '\r') at += 1
    if (source[at] === '\n') at += 1
    line += 1
    if (columns.length > 1 || columns[0] !== '') yield { line: first, columns }
  }
}

interface Column {
  readonly value: string
  /** Position of the next comma, line end or end of the text. */
  readonly end: number
}

function plainColumn(source: string, start: number, line: number): Column {
  let end = start
  while (end < source.length && source[end] !== ',' && source[end] !== '\n' && source[end] !== '\r') {
    if (source[end] === '"') throw fault(line, 'a quote in the middle of a column')
    end += 1
  }
  return { value: source.slice(start, end), end }
}

function quotedColumn(source: string, start: number, line: number): Column {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = source.indexOf('"', at)
    if (quote < 0) throw fault(line, 'a quoted column does not end')
    value += source.slice(at, quote)
    at = quote + 1
    if (source[at] !== '"') break
    value += '"'
    at += 1
  }
  if (at < source.length && source[at] !== ',' && source[at] !== '\n' && source[at] !== '\r') {
    throw fault(line, 'text after the closing quote of a column')
  }
  return { value, end: at }
}

function countLines(source: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (source[at] === '\n') count += 1
  return count
}
