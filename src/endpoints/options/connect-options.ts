/**
 * Options of connect requests, read from the query by the types of their parameters.
 *
 * @module
 */

import type { ConnectOptions, ParameterType } from '../../resources/index.js'
import { wholeNumber } from './numbers.js'
import { isTrue, type QueryParameters } from './query-parameters.js'

type Value = ConnectOptions[string]

const READERS: Readonly<Record<ParameterType, (query: QueryParameters, name: string) => Value>> = {
  string: (query, name) => query.get(name) || undefined,
  integer: wholeNumber,
  // False is left out, as in the options of Kubernetes.
  boolean: (query, name) => isTrue(query.get(name)) || undefined,
  // Copied: expressions only know arrays of their own realm, and a host may have another.
  strings: (query, name) => (query.has(name) ? [...query.getAll(name)] : undefined),
}

/**
 * Reads the options of a connect request. Other parameters are ignored, or belong to the backend that the request is forwarded to.
 *
 * @param parameters - The known parameters.
 * @param query - The query.
 * @throws {@link ApiError} 400 for a number that is not whole.
 */
export function readConnectOptions(parameters: Readonly<Record<string, ParameterType>>, query: QueryParameters): ConnectOptions {
  const options: Record<string, NonNullable<Value>> = {}
  for (const [name, type] of Object.entries(parameters)) {
    const value = READERS[type](query, name)
    if (value !== undefined) options[name] = value
  }
  return options
}
