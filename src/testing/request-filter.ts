/**
 * Requests as tests see them, and filters of them.
 *
 * @module
 */

import { pluralName } from '../client/index.js'
import { check, isRecord, type OptionCheck } from '../meta/index.js'
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

const VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const satisfies ResourceVerb[]
const { callable, members, oneOf, text } = check

const filterMembers: Readonly<Record<keyof RequestFilter, OptionCheck>> = {
  user: text,
  verb: oneOf(VERBS),
  group: text,
  resource: pluralName,
  subresource: text,
  namespace: text,
  name: text,
  when: callable,
}

/**
 * A check of a {@link RequestFilter}: a misspelt member would match every request.
 *
 * @param more - Checks of further members.
 */
export function requestFilter(more: Readonly<Record<string, OptionCheck>> = {}): OptionCheck {
  const known = members({ ...filterMembers, ...more })
  return function* checkFilter(value, path) {
    if (!isRecord(value) || !Object.hasOwn(value, 'kind')) return yield* known(value, path)
    const { kind, ...others } = value
    const place = path === '' ? 'kind' : `${path}.kind`
    yield* check.wrong('resource instead, the plural name in URLs, such as "configmaps"', kind, place)
    yield* known(others, path)
  }
}

/**
 * Whether a request matches.
 *
 * @param filter - The filter.
 * @param request - The request.
 */
export const isMeant = (filter: RequestFilter, request: ObservedRequest): boolean =>
  TEXTS.every((key) => filter[key] === undefined || filter[key] === request[key]) && filter.when?.(request) !== false
