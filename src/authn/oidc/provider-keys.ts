/**
 * The signing keys of a provider, fetched from its published address and cached.
 *
 * This is own code, as the remote key sets of the JOSE package neither accept a clock nor keep using the known keys while the
 * provider is unavailable.
 *
 * @module
 */

import { parseAnswer } from '../../codec/index.js'
import { type KeySet, type KeySetVerdict, readKeySet, type TokenAlgorithm } from '../../crypto/index.js'
import { type Clock, type Expanded, firstLine, isRecord, messageOf, notify } from '../../meta/index.js'

/** Fetches a document; the platform's `fetch` fits. */
export type FetchDocument = Expanded<
  (
    url: string,
    init: { readonly signal: AbortSignal; readonly redirect: 'error'; readonly headers: Readonly<Record<string, string>> },
  ) => Promise<Response>
>

/** Connection settings of a provider. */
export interface ProviderOptions {
  readonly issuer: string
  /** Address of its discovery document. */
  readonly configurationUrl: string
  readonly clock: Clock
  readonly fetch: FetchDocument
  /** Called when the keys have changed. */
  readonly onChange: () => void
  /** Called with failures to fetch them. */
  readonly onFailure: (message: string) => void
}

/** Timeout of one document. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
/** Keys are fetched again after this time, so that a withdrawn key does not stay valid for ever. */
const REFRESH_MS = 3_600_000
/** A token with an unknown key ID triggers a fetch, at most this often, as unauthenticated clients can send such tokens. */
const COOLDOWN_MS = 1_000
/** Delay of the first retry after a failure; it doubles with each further failure. */
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000

/** The keys of one provider. They are fetched on demand, never by a timer. */
export class ProviderKeys {
  readonly #options: ProviderOptions
  #keys: KeySet | undefined
  #text = ''
  #readAtMs = Number.NEGATIVE_INFINITY
  #nextAttemptMs = Number.NEGATIVE_INFINITY
  #backOffMs = FIRST_BACK_OFF_MS
  #reading: Promise<void> | undefined

  /** @param options - Connection settings of the provider. */
  constructor(options: ProviderOptions) {
    this.#options = options
  }

  /** Whether there are keys. */
  get isReady(): boolean {
    return this.#keys !== undefined
  }

  /** Starts a fetch when there are no keys, or they are old; unless one is in progress, or failed just now. */
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
          notify('onFailure', onFailure, `the keys of ${issuer} cannot be read: ${reasonOf(error)}`)
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
      return { value: parseAnswer(text), text }
    } finally {
      cancel()
    }
  }
}

/** Reads a body up to a size limit. */
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

/** The innermost cause: the message of `fetch` itself says little more than that it failed. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  if (cause instanceof Error) return reasonOf(cause)
  return firstLine(messageOf(error))
}
