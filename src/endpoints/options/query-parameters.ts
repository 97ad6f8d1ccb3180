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
 * Reads a flag of a query: `?watch`, `?watch=1` and `?watch=true` set it, anything else does not.
 *
 * @param value - The parameter's value, or undefined when it is not there.
 */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && (value === '' || value === '1' || value.toLowerCase() === 'true')
