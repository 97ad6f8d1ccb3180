/**
 * The text of label selectors: from characters to tokens to requirements.
 *
 * `in` and `notin` are operators only where an operator is expected; elsewhere they are keys and values like any other.
 *
 * @module
 */

import type { ApiError } from '../errors/errors.js'
import { clip } from '../values/text.js'
import type { LabelRequirement } from './label-requirement.js'

/** A symbol, or a run of other characters. White space only separates tokens. */
const TOKEN = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>]+))/y

interface Token {
  readonly text: string
  readonly isWord: boolean
}

const END: Token = { text: '', isWord: false }

/** The tokens of a text, with a lookahead of one. */
class Tokens {
  readonly #text: string
  #at = 0
  #next: Token

  constructor(text: string) {
    this.#text = text
    this.#next = this.#read()
  }

  #read(): Token {
    TOKEN.lastIndex = this.#at
    const match = TOKEN.exec(this.#text)
    if (!match) return END
    this.#at = TOKEN.lastIndex
    const [, symbol, word] = match
    return symbol === undefined ? { text: word ?? '', isWord: true } : { text: symbol, isWord: false }
  }

  get next(): Token {
    return this.#next
  }

  get atEnd(): boolean {
    return this.#next === END
  }

  take(): Token {
    const token = this.#next
    this.#next = this.#read()
    return token
  }

  /** Takes the next token if it is this symbol. */
  accept(symbol: string): boolean {
    if (this.atEnd || this.#next.isWord || this.#next.text !== symbol) return false
    this.take()
    return true
  }
}

type Refuse = (detail: string) => ApiError

const found = (token: Token): string => `found '${token === END ? '' : clip(token.text)}'`

/** Parses the text of a selector into requirements, whose keys and values are not yet validated. */
export function readLabelRequirements(text: string, refuse: Refuse): LabelRequirement[] {
  const tokens = new Tokens(text)
  const requirements: LabelRequirement[] = []
  if (tokens.atEnd) return requirements
  do requirements.push(readRequirement(tokens, refuse))
  while (tokens.accept(','))
  if (!tokens.atEnd) throw refuse(`${found(tokens.next)}, expected: ',' or 'end of string'`)
  return requirements
}

function readRequirement(tokens: Tokens, refuse: Refuse): LabelRequirement {
  const absent = tokens.accept('!')
  const name = tokens.take()
  if (!name.isWord) throw refuse(`${found(name)}, expected: identifier`)
  const key = name.text
  if (absent) return { key, operator: '!', values: [] }
  if (tokens.atEnd || (!tokens.next.isWord && tokens.next.text === ',')) return { key, operator: 'exists', values: [] }
  const operator = tokens.take()
  switch (operator.text) {
    case '=':
    case '==':
      return { key, operator: '=', values: [readValue(tokens)] }
    case '!=':
    case '>':
    case '<':
      return { key, operator: operator.text, values: [readValue(tokens)] }
    case 'in':
    case 'notin':
      return { key, operator: operator.text, values: readValues(tokens, refuse) }
    default:
      throw refuse(`${found(operator)}, expected: in, notin, =, ==, !=, >, <`)
  }
}

/** A value, which may be empty: `a=` compares with the empty text. */
const readValue = (tokens: Tokens): string => (tokens.next.isWord ? tokens.take().text : '')

function readValues(tokens: Tokens, refuse: Refuse): string[] {
  if (!tokens.accept('(')) throw refuse(`${found(tokens.next)}, expected: '('`)
  const values: string[] = []
  do values.push(readValue(tokens))
  while (tokens.accept(','))
  if (!tokens.accept(')')) throw refuse(`${found(tokens.next)}, expected: ',' or ')'`)
  return values
}
