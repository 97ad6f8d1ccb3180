/**
 * Continue tokens: a position in a chunked list, sealed into opaque text.
 *
 * The seal (HMAC-SHA-256, RFC 2104) also covers what was listed, so that a token says nothing about another collection or
 * namespace; selectors may change from page to page. Nothing in a token is secret from the client who got the previous page.
 *
 * @module
 */

import { createMac, MAC_BYTES, type Mac, sameMac } from '../../crypto/index.js'
import { ApiError, badRequest, type Clock, expired, isRecord } from '../../meta/index.js'

/** Where the next page starts. */
export interface ListPosition {
  /** Revision of the first page; undefined where the page is of the current state, since that of the first is gone. */
  readonly revision: number | undefined
  /** Key of the first object of the next page. */
  readonly start: string
  /** Objects from there to the end; undefined where they are not counted. */
  readonly remaining: number | undefined
}

/** What {@link ContinueTokens} needs. */
export interface ContinueTokenOptions {
  /** Secret of the seal. */
  readonly key: Uint8Array
  readonly clock: Clock
  /** How long a token is valid. */
  readonly ttlSeconds: number
}

const FORMAT = 1
const MIN_KEY_BYTES = 32
/** Far more than a token needs: a namespace and a name of 253 characters each. */
const MAX_TOKEN_LENGTH = 8_192
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Seals and opens the tokens of one store. */
export class ContinueTokens {
  readonly #options: ContinueTokenOptions
  /** Made for the first token, as most processes that start a plane issue none. */
  #made: Mac | undefined

  /**
   * @param options - The secret, the clock, and the lifetime of a token.
   * @throws RangeError when the secret is shorter than 32 bytes.
   */
  constructor(options: ContinueTokenOptions) {
    if (options.key.length < MIN_KEY_BYTES)
      throw new RangeError(`the key of continue tokens has less than ${MIN_KEY_BYTES} bytes`)
    this.#options = options
  }

  get #mac(): Mac {
    this.#made ??= createMac(this.#options.key)
    return this.#made
  }

  /**
   * Makes a token.
   *
   * @param position - Where the next page starts.
   * @param scope - Text that names the collection and the namespace.
   */
  async seal({ revision, start, remaining }: ListPosition, scope: string): Promise<string> {
    const payload = encoder.encode(
      JSON.stringify({ v: FORMAT, rv: revision, start, left: remaining, at: this.#options.clock.now() }),
    )
    const token = new Uint8Array(MAC_BYTES + payload.length)
    token.set(await this.#mac(sealed(payload, scope)))
    token.set(payload, MAC_BYTES)
    return toBase64Url(token)
  }

  /**
   * Reads a token back.
   *
   * @param token - `continue` as the client sent it.
   * @param scope - The same text that the token was sealed with.
   * @throws {@link ApiError} 400 when it was not sealed here for this scope, 410 when it is of another release or too old; then
   *   with a
   *   token that continues from the same key in the current state.
   * @see Specification, "Chunked lists"
   */
  async open(token: string, scope: string): Promise<ListPosition> {
    const bytes = token.length <= MAX_TOKEN_LENGTH ? fromBase64Url(token) : undefined
    if (!bytes || bytes.length <= MAC_BYTES) throw badRequest('continue key is not valid: it was not issued by this server')
    const payload = bytes.subarray(MAC_BYTES)
    const isGenuine = sameMac(await this.#mac(sealed(payload, scope)), bytes.subarray(0, MAC_BYTES))
    if (!isGenuine) throw badRequest('continue key is not valid: it was not issued by this server for this list')
    const { rv, start, left, at } = readPayload(payload)
    const position = { revision: rv, start, remaining: left }
    if (this.#options.clock.now() - at > this.#options.ttlSeconds * 1_000) throw await this.expired(position, scope)
    return position
  }

  /**
   * The error for a position whose state is gone: 410, with a token that continues from the same key in the current state.
   *
   * @param position - The position.
   * @param scope - The text that its token was sealed with.
   */
  async expired({ start }: ListPosition, scope: string): Promise<ApiError> {
    return new ApiError({
      code: 410,
      reason: 'Expired',
      message:
        'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
      continue: await this.seal({ revision: undefined, start, remaining: undefined }, scope),
    })
  }
}

/** The error for a token that is no longer valid: 410. */
const continueExpired = () =>
  expired(
    'The provided continue parameter is too old to display a consistent list result. Start a new list without the continue parameter.',
  )

interface Payload {
  readonly rv: number | undefined
  readonly start: string
  readonly left: number | undefined
  readonly at: number
}

/** Reads a sealed payload; another format can only come from another release that shares the key. */
function readPayload(payload: Uint8Array): Payload {
  const value: unknown = JSON.parse(decoder.decode(payload))
  if (!isRecord(value) || value.v !== FORMAT) throw continueExpired()
  return value as unknown as Payload
}

function sealed(payload: Uint8Array, scope: string): Uint8Array {
  const scopeBytes = encoder.encode(scope)
  const bytes = new Uint8Array(4 + scopeBytes.length + payload.length)
  // The length prefix keeps the border between the two.
  new DataView(bytes.buffer).setUint32(0, scopeBytes.length)
  bytes.set(scopeBytes, 4)
  bytes.set(payload, 4 + scopeBytes.length)
  return bytes
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
