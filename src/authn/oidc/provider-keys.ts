/**
 * The keys of a provider, read from where it publishes them and kept as long as they hold.
 *
 * Written for the clock that is handed in, and to go on with the keys that there are while the provider is away; the remote sets of
 * the JOSE package do neither.
 *
 * @module
 */

import { type KeySet, type KeySetVerdict, readKeySet, type TokenAlgorithm } from '../../crypto/index.js'
import { type Clock, isRecord, messageOf } from '../../meta/index.js'

/** Fetches a document: `fetch` of the platform will do. */
export type FetchDocument = (
  url: string,
  init: { readonly signal: AbortSignal; readonly redirect: 'error'; readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>

/** Where a provider is. */
export interface ProviderOptions {
  readonly issuer: string
  /** Address of its configuration. */
  readonly configurationUrl: string
  readonly clock: Clock
  readonly fetch: FetchDocument
  /** Called when the keys have changed. */
  readonly onChange: () => void
  /** Takes failures to read them. */
  readonly onFailure: (message: string) => void
}

/** Longest time that one document may take. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
/** Keys are read again after this time, so that a withdrawn one does not stay valid for ever. */
const REFRESH_MS = 3_600_000
/** A token with an unknown key ID has the keys fetched again, at most this often, as unauthenticated clients can send such tokens. */
const COOLDOWN_MS = 1_000
/** After a failure it takes so long until the next attempt, then twice as long, and so on. */
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000

/** The keys of one provider. They are read on demand, never by a timer. */
export class ProviderKeys {
  readonly #options: ProviderOptions
  #keys: KeySet | undefined
  #text = ''
  #readAtMs = Number.NEGATIVE_INFINITY
  #nextAttemptMs = Number.NEGATIVE_INFINITY
  #backOffMs = FIRST_BACK_OFF_MS
  #reading: Promise<void> | undefined

  /** @param options - Where the provider is. */
  constructor(options: ProviderOptions) {
    this.#options = options
  }

  /** Whether there are keys. */
  get isReady(): boolean {
    return this.#keys !== undefined
  }

  /** Begins to read the keys when there are none, or they are old; unless that is being done, or failed just now. */
  refresh(): void {
    if (this.#options.clock.now() >= this.#readAtMs + REFRESH_MS) void this.#read()
  }

  /**
   * Verifies the signature of a token.
   *
   * @returns Undefined while there are no keys.
   */
  async verify(token: string, algorithms: readonly TokenAlgorithm[]): Promise<KeySetVerdict | undefined> {
    this.refresh()
    if (!this.#keys) await this.#reading
    const verdict = await this.#keys?.verify(token, algorithms)
    if (verdict?.outcome !== 'unknownKey') return verdict
    const before = this.#keys
    await this.#read()
    return this.#keys === before ? verdict : this.#keys?.verify(token, algorithms)
  }

  #read(): Promise<void> | undefined {
    const { clock, onFailure, issuer } = this.#options
    if (this.#reading || clock.now() < this.#nextAttemptMs) return this.#reading
    this.#reading = this.#load()
      .then(
        () => {
          this.#nextAttemptMs = clock.now() + COOLDOWN_MS
          this.#backOffMs = FIRST_BACK_OFF_MS
        },
        (error: unknown) => {
          this.#nextAttemptMs = clock.now() + this.#backOffMs
          this.#backOffMs = Math.min(this.#backOffMs * 2, MAX_BACK_OFF_MS)
          onFailure(`the keys of ${issuer} cannot be read: ${reasonOf(error)}`)
        },
      )
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  async #load(): Promise<void> {
    const { issuer, configurationUrl, clock, onChange } = this.#options
    const { value: configuration } = await this.#fetch(configurationUrl)
    const { issuer: named, jwks_uri: address } = isRecord(configuration) ? configuration : {}
    if (named !== issuer) throw new Error(`${configurationUrl} is the configuration of another issuer`)
    if (typeof address !== 'string' || !address.startsWith('https://')) {
      throw new Error(`${configurationUrl} names no jwks_uri that begins with https://`)
    }
    const { value, text } = await this.#fetch(address)
    this.#readAtMs = clock.now()
    if (text === this.#text) return
    this.#keys = await readKeySet(value)
    this.#text = text
    onChange()
  }

  async #fetch(url: string): Promise<{ readonly value: unknown; readonly text: string }> {
    const { clock, fetch } = this.#options
    const abort = new AbortController()
    const cancel = clock.setTimeout(() => abort.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
    try {
      const headers = { accept: 'application/json' }
      const response = await fetch(url, { signal: abort.signal, redirect: 'error', headers })
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new Error(`${url} answered ${response.status}`)
      }
      const text = await textOf(response, url)
      return { value: JSON.parse(text), text }
    } finally {
      cancel()
    }
  }
}

/** Reads a body up to a limit. */
async function textOf(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`${url} answered more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The innermost reason: `fetch` says little more than that it failed. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  if (cause instanceof Error) return reasonOf(cause)
  return messageOf(error).split('\n', 1)[0] ?? ''
}
