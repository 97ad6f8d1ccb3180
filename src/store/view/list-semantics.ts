/**
 * The semantics of versions in a request: the tables of the specification as functions.
 *
 * @module
 */

import { type ApiError, badRequest, type FieldError, forbiddenField, invalid, unsupportedField } from '../../meta/index.js'
import type { ListQuery, VersionQuery, WatchQuery } from '../types.js'

/** How current an answer has to be. */
export type ReadMeaning =
  | { readonly meaning: 'Any' }
  | { readonly meaning: 'MostRecent' }
  | { readonly meaning: 'NotOlderThan'; readonly revision: number }

/** What a list shows. */
export type ListMeaning =
  | ReadMeaning
  | { readonly meaning: 'Exact'; readonly revision: number }
  /** The version of the first page, from its token. */
  | { readonly meaning: 'ContinueToken'; readonly token: string }

/** Where a watch starts. */
export type WatchMeaning =
  /** With synthetic events for the state when `state` is true, then with later changes. */
  | (ReadMeaning & { readonly state: boolean })
  /** With the changes after a revision. */
  | { readonly meaning: 'Exact'; readonly revision: number; readonly state: false }

const MATCH = 'resourceVersionMatch'
const NOT_OLDER_THAN = 'NotOlderThan'
const EXACT = 'Exact'
const VERSION = /^0*\d{1,20}$/
/** Longest accepted resourceVersion, in characters (ours), leading zeros included. */
const MAX_LENGTH = 64
const LARGEST = 2n ** 64n - 1n

/**
 * Reads a `resourceVersion`: a decimal number of at most 64 bits. Leading zeros are ignored.
 *
 * @param text - As the client sent it.
 * @throws {@link ApiError} 400 for anything else.
 */
export function parseResourceVersion(text: string): number {
  if (text.length <= MAX_LENGTH && VERSION.test(text) && (text.length < 20 || BigInt(text) <= LARGEST)) return Number(text)
  throw badRequest(`resourceVersion: Invalid value: ${JSON.stringify(text.slice(0, 64))}: must be a decimal number`)
}

function readMeaning(resourceVersion: string): ReadMeaning {
  if (resourceVersion === '') return { meaning: 'MostRecent' }
  const revision = parseResourceVersion(resourceVersion)
  return revision === 0 ? { meaning: 'Any' } : { meaning: 'NotOlderThan', revision }
}

/**
 * What a get shows. `resourceVersionMatch` is no option of a get.
 *
 * @param query - The version of the request.
 * @throws {@link ApiError} 400 for an invalid version.
 * @see Specification, "Resource versions", get semantics
 */
export const getSemantics = (query: VersionQuery): ReadMeaning => readMeaning(query.resourceVersion ?? '')

function listFaults({
  resourceVersion,
  resourceVersionMatch: match,
  continue: token,
  sendInitialEvents,
}: ListQuery): FieldError[] {
  const faults: FieldError[] = []
  if (match) {
    if (!resourceVersion) faults.push(forbiddenField(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`))
    if (token) faults.push(forbiddenField(MATCH, `${MATCH} is forbidden when continue is provided`))
    if (match !== EXACT && match !== NOT_OLDER_THAN) faults.push(unsupportedField(MATCH, match, [EXACT, NOT_OLDER_THAN, '']))
    if (match === EXACT && resourceVersion === '0') {
      faults.push(forbiddenField(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`))
    }
  }
  if (sendInitialEvents !== undefined) {
    faults.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return faults
}

const refuse = (group: string, faults: readonly FieldError[]): ApiError => invalid({ group, kind: 'ListOptions' }, '', faults)

/**
 * What a list shows.
 *
 * @param query - Version, match, limit and token of the request.
 * @param group - API group in errors about options.
 * @throws {@link ApiError} 422 where the table says Invalid; 400 for an invalid version, or one that comes with a token.
 * @see Specification, "Resource versions", list semantics
 */
export function listSemantics(query: ListQuery, group: string): ListMeaning {
  const faults = listFaults(query)
  if (faults.length > 0) throw refuse(group, faults)
  const { resourceVersion = '', resourceVersionMatch: match, continue: token, limit = 0 } = query
  if (token) {
    if (resourceVersion === '' || resourceVersion === '0') return { meaning: 'ContinueToken', token }
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  const read = readMeaning(resourceVersion)
  if (read.meaning !== 'NotOlderThan' || match === NOT_OLDER_THAN) return read
  return match === EXACT || limit > 0 ? { meaning: EXACT, revision: read.revision } : read
}

function watchFaults({ resourceVersionMatch: match, sendInitialEvents }: WatchQuery): FieldError[] {
  const faults: FieldError[] = []
  if (sendInitialEvents !== undefined && match !== NOT_OLDER_THAN) {
    faults.push(forbiddenField(MATCH, `sendInitialEvents requires setting ${MATCH} to ${NOT_OLDER_THAN}`))
  }
  if (match) {
    if (sendInitialEvents === undefined) {
      faults.push(forbiddenField(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`))
    }
    if (match !== NOT_OLDER_THAN) faults.push(unsupportedField(MATCH, match, [NOT_OLDER_THAN]))
  }
  return faults
}

/**
 * Where a watch starts. Without `sendInitialEvents`, an unset or zero version starts with the state, any other does not.
 *
 * @param query - Version, match and `sendInitialEvents` of the request.
 * @param group - API group in errors about options.
 * @throws {@link ApiError} 422 for an invalid combination; 400 for an invalid version.
 * @see Specification, "Resource versions", watch semantics
 */
export function watchSemantics(query: WatchQuery, group: string): WatchMeaning {
  const faults = watchFaults(query)
  if (faults.length > 0) throw refuse(group, faults)
  const read = readMeaning(query.resourceVersion ?? '')
  if (read.meaning !== 'NotOlderThan') return { ...read, state: query.sendInitialEvents ?? true }
  return query.sendInitialEvents ? { ...read, state: true } : { meaning: EXACT, revision: read.revision, state: false }
}
