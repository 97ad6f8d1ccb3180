/**
 * The query of a request: parameters and their uninterpreted values.
 *
 * @module
 */

/** Query parameters; of a repeated parameter the first value counts. */
export interface QueryParameters {
  get(name: string): string | undefined
  getAll(name: string): readonly string[]
  has(name: string): boolean
}

/**
 * Reads a boolean of a query as Kubernetes does: every value but `0` and `false` is true, also an empty one.
 *
 * @param value - The parameter's value, or undefined when it is absent.
 */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value.toLowerCase() !== 'false'
