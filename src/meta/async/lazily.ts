/**
 * What is loaded with its first use.
 *
 * @module
 */

/**
 * Loads something once, when it is first asked for.
 *
 * @param load - Loads it. After a failure the next call tries again.
 * @returns Gives what was loaded: a promise of it at first, and then the thing itself, as waiting for what is there takes time too.
 */
export function lazily<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  return () => {
    if (loaded) return loaded
    loading ??= load().then(
      (value) => {
        loaded = value
        return value
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
}
