/**
 * Credentials of a plugin: fetched on demand, cached until they expire.
 *
 * @module
 */

import type { Clock } from '../../../meta/index.js'
import type { HttpCredentials } from '../../http/credentials.js'
import type { Identity } from '../identity.js'
import { type ExecCredential, readExecCredential } from './exec-credential.js'
import { ExecPluginError } from './exec-error.js'
import type { ExecPlugin } from './plugin.js'
import { type ExecRun, runPlugin } from './run.js'

/**
 * Credentials of a plugin. They are kept in memory until they expire or the server answers 401; requests that need one at the
 * same time share one run.
 *
 * @see Specification, "Cached exec credentials"
 */
export class ExecCredentials implements HttpCredentials {
  readonly #plugin: ExecPlugin
  readonly #clock: Clock
  #kept: ExecCredential | undefined
  #run: ExecRun | undefined
  #asked: Promise<ExecCredential> | undefined
  #isClosed = false

  /**
   * @param plugin - The plugin.
   * @param clock - Decides when credentials expire.
   */
  constructor(plugin: ExecPlugin, clock: Clock) {
    this.#plugin = plugin
    this.#clock = clock
  }

  async authorization(signal: AbortSignal): Promise<string | undefined> {
    const { token } = await unlessAborted(this.#current(), signal)
    return token === undefined ? undefined : `Bearer ${token}`
  }

  /** The certificate of the last credential of {@link ExecCredentials.authorization}. */
  async identity(): Promise<Identity | undefined> {
    return (this.#kept ?? (await this.#current())).identity
  }

  rejected(authorization?: string): boolean {
    // A 401 for a request sent before the last run says nothing about the new credential.
    const outdated = authorization !== undefined && authorization !== `Bearer ${this.#kept?.token ?? ''}`
    if (!outdated) this.#kept = undefined
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#run?.kill()
    this.#kept = undefined
  }

  async #current(): Promise<ExecCredential> {
    const kept = this.#kept
    if (kept && (kept.expiresMs === undefined || this.#clock.now() < kept.expiresMs)) return kept
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined
    })
    return this.#asked
  }

  async #ask(): Promise<ExecCredential> {
    const cluster = this.#plugin.cluster && (await this.#plugin.cluster())
    if (this.#isClosed) throw new ExecPluginError(this.#plugin.entry.command, 'was not run: the client is closed')
    this.#run = runPlugin(this.#plugin, cluster, this.#clock)
    try {
      const credential = readExecCredential(this.#plugin, await this.#run.output)
      this.#kept = credential
      return credential
    } finally {
      this.#run = undefined
    }
  }
}

/** The run continues for other requests that wait for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
