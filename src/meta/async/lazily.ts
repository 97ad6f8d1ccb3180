/**
 * Lazy loading.
 *
 * @module
 */

/**
 * Loads something once, on first use.
 *
 * @param load - Loads it. After a failure the next call tries again.
 * @returns Returns the value: a promise of it at first, later the value itself, as awaiting takes time too.
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
