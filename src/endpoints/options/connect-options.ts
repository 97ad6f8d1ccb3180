/**
 * Options of requests that connect: what their query says, by the types of the parameters.
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
  // What is off is not said, as in the options of Kubernetes.
  boolean: (query, name) => isTrue(query.get(name)) || undefined,
  // Copied: expressions know the arrays of their own realm alone, and a host may keep its own.
  strings: (query, name) => (query.has(name) ? [...query.getAll(name)] : undefined),
}

/**
 * Reads the options of a request that connects. Other parameters are ignored, or belong to the backend that the request is forwarded to.
 *
 * @param parameters - Which there are.
 * @param query - The query.
 * @throws {@link ApiError} 400 for what is no whole number and should be one.
 */
export function readConnectOptions(parameters: Readonly<Record<string, ParameterType>>, query: QueryParameters): ConnectOptions {
  const options: Record<string, NonNullable<Value>> = {}
  for (const [name, type] of Object.entries(parameters)) {
    const value = READERS[type](query, name)
    if (value !== undefined) options[name] = value
  }
  return options
}
