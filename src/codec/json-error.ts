/**
 * Errors of a text that is not JSON, worded as in Kubernetes and without repeating the client's data.
 *
 * `JSON.parse` has different messages in every engine, and quotes the text. This runs only for a text that it refused.
 *
 * @module
 */

const END = 'unexpected end of JSON input'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_PRINTABLE = 0x20
const DELETE = 0x7f

const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const DIGITS = /\d+/y
const EXPONENT = /[eE][+-]?/y
const LITERALS = ['true', 'false', 'null']

/** What is wrong with the next character. */
class Fault extends Error {}

/** What the parser expects, or has just read, as at the end of a message. */
type State =
  | 'looking for beginning of value'
  | 'looking for beginning of object key string'
  | 'after object key'
  | 'after object key:value pair'
  | 'after array element'
  | 'after top-level value'

/** Parses a text up to its first error. */
class Locator {
  readonly #text: string
  /** Closing brackets still expected. */
  readonly #closing: ('}' | ']')[] = []
  #at = 0
  /** Whether the last bracket has just been opened, so that it may close at once. */
  #opened = false

  constructor(text: string) {
    this.#text = text
  }

  error(): string {
    try {
      this.#document()
      return END
    } catch (error) {
      // As in Kubernetes, the end of the text within a token counts as a space, the first printable character.
      if (error instanceof Fault)
        return `invalid character ${shownByte(this.#text.codePointAt(this.#at) ?? FIRST_PRINTABLE)} ${error.message}`
      throw error
    }
  }

  /** Reads up to the end of the text. */
  #document(): void {
    let state: State = 'looking for beginning of value'
    for (;;) {
      this.#match(SPACE)
      if (this.#at >= this.#text.length) return
      const next = this.#step(state)
      if (next === undefined) throw new Fault(state)
      state = next
    }
  }

  /** Reads the token of a state; undefined for any other token. */
  #step(state: State): State | undefined {
    const opened = this.#opened
    this.#opened = false
    switch (state) {
      case 'looking for beginning of value':
        return this.#value(opened)
      case 'looking for beginning of object key string':
        if (this.#string()) return 'after object key'
        return opened && this.#take('}') ? this.#closed() : undefined
      case 'after object key':
        return this.#take(':') ? 'looking for beginning of value' : undefined
      case 'after object key:value pair':
        if (this.#take(',')) return 'looking for beginning of object key string'
        return this.#take('}') ? this.#closed() : undefined
      case 'after array element':
        if (this.#take(',')) return 'looking for beginning of value'
        return this.#take(']') ? this.#closed() : undefined
      case 'after top-level value':
        return undefined
    }
  }

  #value(opened: boolean): State | undefined {
    if (this.#take('{')) return this.#open('}', 'looking for beginning of object key string')
    if (this.#take('[')) return this.#open(']', 'looking for beginning of value')
    if (opened && this.#take(']')) return this.#closed()
    return this.#string() || this.#number() || this.#literal() ? this.#afterValue() : undefined
  }

  #open(closing: '}' | ']', state: State): State {
    this.#closing.push(closing)
    this.#opened = true
    return state
  }

  #closed(): State {
    this.#closing.pop()
    return this.#afterValue()
  }

  #afterValue(): State {
    const closing = this.#closing.at(-1)
    if (closing === undefined) return 'after top-level value'
    return closing === '}' ? 'after object key:value pair' : 'after array element'
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  /** A loop, as a pattern would keep state for every character. */
  #string(): boolean {
    if (!this.#take('"')) return false
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === QUOTE) break
      if (code < FIRST_PRINTABLE) throw new Fault('in string literal')
      if (code === BACKSLASH) {
        if (!this.#match(ESCAPE)) this.#invalidEscape()
        this.#at--
      }
    }
    this.#at++
    return true
  }

  #invalidEscape(): never {
    this.#at++
    if (!this.#take('u')) throw new Fault('in string escape code')
    this.#match(/[0-9a-fA-F]*/y)
    throw new Fault('in \\u hexadecimal character escape')
  }

  #number(): boolean {
    const isSigned = this.#take('-')
    if (!this.#take('0') && !this.#match(DIGITS)) {
      if (isSigned) throw new Fault('in numeric literal')
      return false
    }
    if (this.#take('.') && !this.#match(DIGITS)) throw new Fault('after decimal point in numeric literal')
    if (this.#match(EXPONENT) && !this.#match(DIGITS)) throw new Fault('in exponent of numeric literal')
    return true
  }

  #literal(): boolean {
    const word = LITERALS.find((literal) => literal[0] === this.#text[this.#at])
    for (const char of word ?? '') if (!this.#take(char)) throw new Fault(`in literal ${word} (expecting '${char}')`)
    return word !== undefined
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at += match[0].length
    return match !== null
  }
}

const ESCAPED_BYTES: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

/** The first byte of a character in UTF-8, as Go prints it. */
function shownByte(code: number): string {
  const [first = 0] = new TextEncoder().encode(String.fromCodePoint(code))
  const char = String.fromCharCode(first)
  const isControl = first < FIRST_PRINTABLE || first === DELETE
  return `'${ESCAPED_BYTES[char] ?? (isControl ? `\\x${first.toString(16).padStart(2, '0')}` : char)}'`
}

/**
 * Describes the error of a text.
 *
 * @param text - Text that `JSON.parse` has refused.
 */
export function explainJsonError(text: string): string {
  return new Locator(text).error()
}
