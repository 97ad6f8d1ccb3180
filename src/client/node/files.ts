/**
 * Credential files, re-read from time to time, as they may be renewed.
 *
 * @module
 */

import path from 'node:path'
import { type Clock, steadyClock } from '../../meta/index.js'
import { KubeconfigError } from '../kubeconfig/kubeconfig.js'
import { readNamedFile } from './read-text-file.js'

/** How long the content is cached. */
const FRESH_MS = 60_000

/** One such file. */
export class RenewedFile {
  readonly #path: string
  readonly #clock: Clock
  #content: Buffer | undefined
  #readMs = Number.NEGATIVE_INFINITY

  /**
   * @param file - Its path.
   * @param clock - Decides when a minute is over.
   */
  constructor(file: string, clock: Clock) {
    this.#path = file
    this.#clock = steadyClock(clock)
  }

  /**
   * The content, at most a minute old. While the file cannot be read, the last content stays valid.
   *
   * @throws `KubeconfigError` when it was never read.
   */
  async read(): Promise<Buffer> {
    const now = this.#clock.now()
    if (this.#content && now - this.#readMs < FRESH_MS) return this.#content
    try {
      this.#content = await readNamedFile(this.#path)
    } catch (error) {
      if (!this.#content) throw new KubeconfigError(`${this.#path}: cannot be read: ${(error as Error).message}`, error)
    }
    this.#readMs = now
    return this.#content
  }

  /** Re-reads the file the next time. */
  expire(): void {
    this.#readMs = Number.NEGATIVE_INFINITY
  }
}

/**
 * The absolute form of a path of a configuration.
 *
 * @param file - The path in the configuration.
 * @param folder - Base of relative paths.
 * @throws `KubeconfigError` for a relative path without a folder.
 */
export function absolute(file: string, folder: string | undefined): string {
  if (path.isAbsolute(file)) return file
  if (folder === undefined) {
    throw new KubeconfigError(`${file}: is a relative path, and the kubeconfig has no folder that it could start from`)
  }
  return path.resolve(folder, file)
}
