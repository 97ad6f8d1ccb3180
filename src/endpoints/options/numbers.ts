/**
 * Numbers in queries.
 *
 * @module
 */

import { badRequest } from '../../meta/index.js'
import type { QueryParameters } from './query-parameters.js'

/**
 * Reads a whole number.
 *
 * @param query - The query.
 * @param name - Name of the parameter.
 * @returns The number, or undefined when the parameter is absent.
 * @throws {@link ApiError} 400 for an empty value, or one that is no whole number of a double's exact range.
 */
export function wholeNumber(query: QueryParameters, name: string): number | undefined {
  const text = query.get(name)
  if (text === undefined) return undefined
  // The wording of Kubernetes, which clients may match.
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text.slice(0, 64))}: invalid syntax`)
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw badRequest(`strconv.ParseInt: parsing "${text.slice(0, 64)}": value out of range`)
  return value
}
