/**
 * Code that is loaded before its first use, and called synchronously from then on.
 *
 * @module
 */

/** Code that few users need: it is loaded when it is first prepared. */
export class LazyCode<T extends object> {
  readonly #load: () => Promise<T>
  readonly #missing: string
  #code: T | undefined
  #loading: Promise<void> | undefined

  /**
   * @param load - Loads it. After a failure the next call of {@link LazyCode.prepare} tries again.
   * @param missing - The error of a caller that has not prepared it.
   */
  constructor(load: () => Promise<T>, missing: string) {
    this.#load = load
    this.#missing = missing
  }

  /**
   * Loads it, once.
   *
   * @returns Undefined when it is loaded already.
   */
  prepare(): Promise<void> | undefined {
    if (this.#code) return undefined
    this.#loading ??= this.#load().then(
      (code) => {
        this.#code = code
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }

  /**
   * The code.
   *
   * @throws Error when it was not prepared.
   */
  get loaded(): T {
    if (!this.#code) throw new Error(this.#missing)
    return this.#code
  }
}
