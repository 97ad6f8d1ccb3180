/**
 * Requests as tests see them, and filters of them.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'
import type { ResourceVerb } from '../resources/index.js'

/** A request for a resource. Empty texts mean none. */
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
  /** For a new object, its own `metadata.name`. */
  readonly name: string
  /** The object, patch or options of the request; undefined without a body. */
  readonly body: unknown
  /** Its origin: a client in process, or the plane's handler. */
  readonly via: 'client' | 'handler'
}

/** Selects the requests that match all members. A member that is left out matches any value. */
export interface RequestFilter {
  readonly user?: string
  readonly verb?: ResourceVerb
  readonly group?: string
  readonly resource?: string
  /** `''` means the object itself. */
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  /** A condition beyond the other members. */
  readonly when?: (request: ObservedRequest) => boolean
}

const TEXTS = ['user', 'verb', 'group', 'resource', 'subresource', 'namespace', 'name'] as const

/** Members of a {@link RequestFilter}. */
export const FILTER_KEYS: readonly string[] = [...TEXTS, 'when']

/**
 * Whether a request matches.
 *
 * @param filter - The filter.
 * @param request - The request.
 */
export const isMeant = (filter: RequestFilter, request: ObservedRequest): boolean =>
  TEXTS.every((key) => filter[key] === undefined || filter[key] === request[key]) && filter.when?.(request) !== false

/**
 * Refuses unknown members: a misspelt member would match every request.
 *
 * @param what - Names the object in the message.
 * @param given - The object.
 * @param known - The valid members.
 * @throws RangeError that names them.
 */
export function requireKnownKeys(what: string, given: object, known: readonly string[]): void {
  if (!isRecord(given)) throw new RangeError(`${what}: expected an object, got ${String(given)}`)
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new RangeError(`${what}: unknown ${unknown.join(', ')}; expected some of ${known.join(', ')}`)
}
