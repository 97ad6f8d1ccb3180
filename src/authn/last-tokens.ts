/**
 * The last token of each connection.
 *
 * @module
 */

/** Longer tokens are not kept, so that connections cannot fill the memory. */
const MAX_BYTES = 4096

const encoder = new TextEncoder()

/** The token at hand, compared in whole words. */
const words = new Uint32Array(MAX_BYTES / 4 + 1)
const bytes = new Uint8Array(words.buffer)
const room = bytes.subarray(0, MAX_BYTES)

interface LastToken<T> {
  readonly words: Uint32Array
  /** Length in bytes: the last word is padded. */
  readonly length: number
  readonly value: T
}

/**
 * Keeps a value for the last token of each connection, as most clients send the same token with every request of a connection.
 *
 * Comparison takes constant time: a proxy may send requests of several users on one connection. Unlike a digest it costs little
 * more than reading the token.
 */
export class LastTokens<T> {
  /** Entries are released with their connections. */
  readonly #last = new WeakMap<object, LastToken<T>>()

  /**
   * The value of a token if it is the connection's last one.
   *
   * @param connection - Identity of the connection.
   * @param token - The token at hand.
   */
  get(connection: object, token: string): T | undefined {
    const last = this.#last.get(connection)
    if (!last) return undefined
    if (load(token) !== last.length) return undefined
    let difference = 0
    for (let at = 0; at < last.words.length; at += 1) difference |= (words[at] as number) ^ (last.words[at] as number)
    return difference === 0 ? last.value : undefined
  }

  /**
   * Replaces the connection's last token.
   *
   * @param connection - Identity of the connection.
   * @param token - The token.
   * @param value - Its value.
   */
  set(connection: object, token: string, value: T): void {
    const length = load(token)
    if (length > 0) this.#last.set(connection, { words: words.slice(0, (length + 3) >> 2), length, value })
  }
}

/** Encodes a token into the words; returns its length in bytes, 0 for a token that is too long. */
function load(token: string): number {
  if (token.length > MAX_BYTES) return 0
  const { read, written } = encoder.encodeInto(token, room)
  bytes.fill(0, written, written + 4)
  return read === token.length ? written : 0
}
