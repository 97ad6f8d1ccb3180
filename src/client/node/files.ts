/**
 * Files that credentials are kept in, read anew from time to time, as they may be renewed.
 *
 * @module
 */

import path from 'node:path'
import type { Clock } from '../../meta/index.js'
import { KubeconfigError } from '../kubeconfig/kubeconfig.js'
import { readNamedFile } from './read-text-file.js'

/** How long what was read counts. */
const FRESH_MS = 60_000

/** One such file. */
export class RenewedFile {
  readonly #path: string
  readonly #clock: Clock
  #content: Buffer | undefined
  #readMs = Number.NEGATIVE_INFINITY

  /**
   * @param file - Its path.
   * @param clock - Says when a minute is over.
   */
  constructor(file: string, clock: Clock) {
    this.#path = file
    this.#clock = clock
  }

  /**
   * The content, at most a minute old. While the file cannot be read, what was read before goes on to count.
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

  /** Reads anew the next time. */
  expire(): void {
    this.#readMs = Number.NEGATIVE_INFINITY
  }
}

/**
 * A path of a configuration, absolute.
 *
 * @param file - As it stands there.
 * @param folder - Where relative paths start.
 * @throws `KubeconfigError` for a relative path that starts nowhere.
 */
export function absolute(file: string, folder: string | undefined): string {
  if (path.isAbsolute(file)) return file
  if (folder === undefined) {
    throw new KubeconfigError(`${file}: is a relative path, and the kubeconfig has no folder that it could start from`)
  }
  return path.resolve(folder, file)
}
