/**
 * Requests as tests see them, and which of them are meant.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'
import type { ResourceVerb } from '../resources/index.js'

/** A request for a resource. Empty texts name nothing. */
export interface ObservedRequest {
  /** Name of the user. */
  readonly user: string
  readonly verb: ResourceVerb
  readonly group: string
  readonly version: string
  /** Plural name of the type, such as `widgets`. */
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  /** Of a new object what it says itself. */
  readonly name: string
  /** The object, patch or options that were sent; undefined where nothing was. */
  readonly body: unknown
  /** How it came: by a client in process, or to the plane's handler. */
  readonly via: 'client' | 'handler'
}

/** Which requests are meant: those of which all that is said here is true. What is left out may be anything. */
export interface RequestFilter {
  readonly user?: string
  readonly verb?: ResourceVerb
  readonly group?: string
  readonly resource?: string
  /** `''` means the object itself. */
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  /** What no other member can say. */
  readonly when?: (request: ObservedRequest) => boolean
}

const TEXTS = ['user', 'verb', 'group', 'resource', 'subresource', 'namespace', 'name'] as const

/** Members of a {@link RequestFilter}. */
export const FILTER_KEYS: readonly string[] = [...TEXTS, 'when']

/**
 * Whether a request matches.
 *
 * @param filter - Which requests are.
 * @param request - The request.
 */
export const isMeant = (filter: RequestFilter, request: ObservedRequest): boolean =>
  TEXTS.every((key) => filter[key] === undefined || filter[key] === request[key]) && filter.when?.(request) !== false

/**
 * Refuses unknown members: a filter with a misspelt member would match every request.
 *
 * @param what - Names the object in the message.
 * @param given - The object.
 * @param known - The members there are.
 * @throws RangeError that names them.
 */
export function requireKnownKeys(what: string, given: object, known: readonly string[]): void {
  if (!isRecord(given)) throw new RangeError(`${what}: expected an object, got ${String(given)}`)
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new RangeError(`${what}: unknown ${unknown.join(', ')}; expected some of ${known.join(', ')}`)
}
