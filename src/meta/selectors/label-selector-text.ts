/**
 * The text of label selectors: from characters to tokens to requirements.
 *
 * `in` and `notin` are operators only where an operator is expected; elsewhere they are keys and values like any other.
 *
 * @module
 */

import type { ApiError } from '../errors/errors.js'
import { clip } from '../values/text.js'
import { canonical, keyFault, type LabelRequirement, valueFault } from './label-requirement.js'

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

  /** Whether the next token is this symbol. */
  isAt(symbol: string): boolean {
    return !this.atEnd && !this.#next.isWord && this.#next.text === symbol
  }

  /** Whether a requirement may end here. */
  get isAtGap(): boolean {
    return this.atEnd || this.isAt(',')
  }

  take(): Token {
    const token = this.#next
    this.#next = this.#read()
    return token
  }

  /** Takes the next token if it is this symbol. */
  accept(symbol: string): boolean {
    if (!this.isAt(symbol)) return false
    this.take()
    return true
  }
}

type Refuse = (detail: string) => ApiError

const found = (token: Token): string => `found '${token === END ? '' : clip(token.text)}'`

/**
 * Parses the text of a selector into its requirements.
 *
 * @param text - The text.
 * @param refuse - Makes the error that is thrown; within a requirement its text begins like that of Kubernetes.
 */
export function readLabelRequirements(text: string, refuse: Refuse): LabelRequirement[] {
  const tokens = new Tokens(text)
  const requirements: LabelRequirement[] = []
  if (tokens.atEnd) return requirements
  if (!mayBegin(tokens.next)) throw refuse(`${found(tokens.next)}, expected: !, identifier, or 'end of string'`)
  const refuseIn: Refuse = (detail) => refuse(`unable to parse requirement: ${detail}`)
  for (;;) {
    const requirement = canonical(readRequirement(tokens, refuseIn))
    const fault = valueFault(requirement)
    if (fault !== undefined) throw refuseIn(fault)
    requirements.push(requirement)
    if (tokens.atEnd) return requirements
    if (!tokens.accept(',')) throw refuse(`${found(tokens.next)}, expected: ',' or 'end of string'`)
    if (!mayBegin(tokens.next)) throw refuse(`${found(tokens.next)}, expected: identifier after ','`)
  }
}

/** Whether a requirement may begin with a token. */
const mayBegin = (token: Token): boolean => token !== END && (token.isWord || token.text === '!')

function readRequirement(tokens: Tokens, refuse: Refuse): LabelRequirement {
  const absent = tokens.accept('!')
  const name = tokens.take()
  if (!name.isWord) throw refuse(`${found(name)}, expected: identifier`)
  const key = name.text
  const fault = keyFault(key, '<nil>')
  if (fault !== undefined) throw refuse(fault)
  if (absent) return { key, operator: '!', values: [] }
  if (tokens.isAtGap) return { key, operator: 'exists', values: [] }
  const operator = tokens.take()
  switch (operator.text) {
    case '=':
    case '==':
      return { key, operator: '=', values: [readValue(tokens, refuse)] }
    case '!=':
    case '>':
    case '<':
      return { key, operator: operator.text, values: [readValue(tokens, refuse)] }
    case 'in':
    case 'notin':
      return { key, operator: operator.text, values: readValues(tokens, refuse) }
    default:
      // The words for `>` and `<` are those of objects, as in Kubernetes.
      throw refuse(`${found(operator)}, expected: in, notin, =, ==, !=, gt, lt`)
  }
}

/** A value, which may be empty: `a=` compares with the empty text. */
function readValue(tokens: Tokens, refuse: Refuse): string {
  if (tokens.isAtGap) return ''
  const value = tokens.take()
  if (!value.isWord) throw refuse(`${found(value)}, expected: identifier`)
  return value.text
}

function readValues(tokens: Tokens, refuse: Refuse): string[] {
  // Without a comma, as in Kubernetes.
  if (!tokens.accept('(')) throw refuse(`${found(tokens.next)} expected: '('`)
  if (tokens.accept(')')) return ['']
  if (!tokens.next.isWord && !tokens.isAt(',')) throw refuse(`${found(tokens.next)}, expected: ',', ')' or identifier`)
  const values: string[] = []
  for (;;) {
    const isWord = tokens.next.isWord
    values.push(isWord ? tokens.take().text : '')
    if (tokens.accept(')')) return values
    if (!tokens.accept(',')) {
      throw refuse(`${found(tokens.next)}, expected: ${isWord ? "',' or ')'" : "',', or identifier"}`)
    }
  }
}
