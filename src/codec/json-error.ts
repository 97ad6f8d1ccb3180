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

const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

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
    let state: State = 'looking for beginning of value'
    for (;;) {
      this.#match(SPACE)
      if (this.#at >= this.#text.length) return END
      const next = this.#step(state)
      if (next === undefined) return this.#invalid(state)
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
    return this.#string() || this.#match(SCALAR) ? this.#afterValue() : undefined
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

  #string(): boolean {
    const start = this.#at
    if (!this.#take('"')) return false
    this.#insideString()
    if (this.#take('"')) return true
    this.#at = start
    return false
  }

  /** Advances to the end of a string, or to an invalid character. A loop, as a pattern would keep state for every character. */
  #insideString(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === QUOTE || code < FIRST_PRINTABLE) return
      if (code === BACKSLASH) {
        if (!this.#match(ESCAPE)) return
        this.#at--
      }
    }
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at += match[0].length
    return match !== null
  }

  #invalid(state: State): string {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    if (char === '"' && state.startsWith('looking')) return this.#inString()
    return `invalid character ${JSON.stringify(char).replace(/^"|"$/g, "'")} ${state}`
  }

  /** The error of a string without an end, or with an invalid character. */
  #inString(): string {
    this.#at++
    this.#insideString()
    const rest = this.#text.slice(this.#at)
    return rest === '' || /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(rest) ? END : 'invalid character in string literal'
  }
}

/**
 * Describes the error of a text.
 *
 * @param text - Text that `JSON.parse` has refused.
 */
export function explainJsonError(text: string): string {
  return new Locator(text).error()
}
