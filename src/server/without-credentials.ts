/**
 * A request without the header lines that authenticate it, for stages after authentication.
 *
 * @module
 */

import type { ServerRequest } from './http.js'

/** A request without some of its header lines; the list is made on demand. */
export class RequestWithoutCredentials implements ServerRequest {
  readonly #raw: ServerRequest
  readonly #isCredential: (name: string) => boolean
  #headers: ServerRequest['headers'] | undefined

  /**
   * @param raw - The request.
   * @param isCredential - Whether header lines of a name, in lower case, are left out.
   */
  constructor(raw: ServerRequest, isCredential: (name: string) => boolean) {
    this.#raw = raw
    this.#isCredential = isCredential
  }

  get headers(): ServerRequest['headers'] {
    this.#headers ??= this.#raw.headers.filter(([name]) => !this.#isCredential(name))
    return this.#headers
  }

  get method(): string {
    return this.#raw.method
  }

  get url(): string {
    return this.#raw.url
  }

  get lacksHeaders(): boolean {
    return this.#raw.lacksHeaders === true
  }

  readBody(maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array | 'too-large'> {
    return this.#raw.readBody(maxBytes, onBytes)
  }

  abandonBody(): void {
    this.#raw.abandonBody?.()
  }

  get remoteAddress(): string | undefined {
    return this.#raw.remoteAddress
  }

  get peerCertificates(): readonly Uint8Array[] {
    return this.#raw.peerCertificates
  }

  get signal(): AbortSignal {
    return this.#raw.signal
  }
}
