/**
 * The query of an address, read once.
 *
 * @module
 */

import type { QueryParameters } from '../endpoints/index.js'
import { badRequest } from '../meta/index.js'

/** More parameters than any request has a use for. */
const MAX_PARAMETERS = 1000

const EMPTY: readonly string[] = Object.freeze([])

/** The query of an address without one. */
const noQuery: QueryParameters = Object.freeze({ get: () => undefined, getAll: () => EMPTY, has: () => false })

/**
 * Reads a query: `application/x-www-form-urlencoded`, as browsers and all Kubernetes clients write it.
 *
 * @param text - What follows the question mark.
 * @returns The parameters; of one that comes more than once the first counts.
 * @throws {@link ApiError} 400 for percent-encoding that is none, and for more than 1,000 parameters.
 */
export function parseQuery(text: string): QueryParameters {
  if (text === '') return noQuery
  const parameters = new Map<string, string[]>()
  const parts = text.split('&', MAX_PARAMETERS + 1)
  if (parts.length > MAX_PARAMETERS) throw badRequest(`the query has more than ${MAX_PARAMETERS} parameters`)
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodeForm(equals < 0 ? part : part.slice(0, equals))
    const value = equals < 0 ? '' : decodeForm(part.slice(equals + 1))
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return {
    get: (name) => parameters.get(name)?.[0],
    getAll: (name) => parameters.get(name) ?? EMPTY,
    has: (name) => parameters.has(name),
  }
}

const decodeForm = (text: string): string => decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)

/**
 * Decodes percent-encoding (RFC 3986 §2.1) of UTF-8 text.
 *
 * @param text - A part of an address.
 * @throws {@link ApiError} 400 when a percent sign is not followed by two hexadecimal digits, or the bytes are no UTF-8.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('the address of the request has percent-encoding that cannot be read')
  }
}
