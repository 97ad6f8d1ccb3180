/**
 * The progress of a watch.
 *
 * @module
 */

import { type ApiObject, check, onAbort } from '../../meta/index.js'
import { storedObject } from '../check-arguments.js'

const DECIMAL = /^(?:0|[1-9][0-9]*)$/

/**
 * Compares two versions of one type.
 *
 * @see Kubernetes, API concepts, "Resource versions": decimals without leading zeros, so that the longer one is the later one.
 */
const isAtLeast = (version: string, wanted: string): boolean =>
  version.length === wanted.length ? version >= wanted : version.length > wanted.length

interface Waiter {
  readonly wanted: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The newest version up to which everything was delivered. */
export class ReachedVersion {
  #version: string | undefined
  #failure: { readonly error: unknown } | undefined
  readonly #waiters = new Set<Waiter>()

  /** Everything up to a version was delivered. */
  advance(version: string | undefined): void {
    if (version === undefined || !DECIMAL.test(version)) return
    if (this.#version !== undefined && isAtLeast(this.#version, version)) return
    this.#version = version
    for (const waiter of this.#waiters) if (isAtLeast(version, waiter.wanted)) waiter.resolve()
  }

  /** The watch starts anew: the plane may be an earlier state of itself, with lower versions. */
  restart(): void {
    this.#version = undefined
  }

  /** Fails all waiters, as no more events will arrive. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    for (const { reject } of this.#waiters) reject(error)
  }

  /**
   * Resolves when everything up to the version of an object was delivered.
   *
   * @throws RangeError for an object without a comparable version.
   * @throws The error that ended the watch, and the reason of the signal.
   */
  async upTo(written: Pick<ApiObject, 'metadata'>, signal?: AbortSignal): Promise<void> {
    check.refuse('upTo', storedObject(written, 'written'))
    const { resourceVersion: wanted = '' } = written.metadata
    if (!DECIMAL.test(wanted))
      throw new RangeError(`metadata.resourceVersion: ${JSON.stringify(wanted)} is no version of a stored object, such as "42"`)
    signal?.throwIfAborted()
    if (this.#version !== undefined && isAtLeast(this.#version, wanted)) return
    if (this.#failure) throw this.#failure.error
    let waiter: Waiter | undefined
    let stopListening = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        waiter = { wanted, resolve, reject }
        this.#waiters.add(waiter)
        if (signal) stopListening = onAbort(signal, () => reject(signal.reason))
      })
    } finally {
      stopListening()
      if (waiter) this.#waiters.delete(waiter)
    }
  }
}
