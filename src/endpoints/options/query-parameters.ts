/**
 * The query of a request: words and their values, not yet understood.
 *
 * @module
 */

/** Query parameters; of a parameter that comes more than once the first value counts. */
export interface QueryParameters {
  get(name: string): string | undefined
  getAll(name: string): readonly string[]
  has(name: string): boolean
}

/**
 * Reads a flag of a query as Kubernetes does: it is set by any value, or none, but `0` and `false`.
 *
 * @param value - The parameter's value, or undefined when it is not there.
 */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value.toLowerCase() !== 'false'
