/**
 * The form of one answer: its representation, and the query parameters that change what it contains.
 *
 * @module
 */

import type { IncludeObject } from '../../codec/index.js'
import type { QueryParameters } from '../../endpoints/index.js'
import { badRequest, type Clock } from '../../meta/index.js'
import type { Representation } from '../negotiation.js'

/** What determines the form of one answer. */
export interface AnswerForm {
  readonly representation: Representation
  /** Read for `includeObject`, by answers that are tables. */
  readonly query: QueryParameters
  /** The time, to compute ages in tables. */
  readonly clock: Clock
}

const INCLUDES: readonly string[] = ['None', 'Metadata', 'Object']

/**
 * Reads the query parameter `includeObject` of a table.
 *
 * @param query - The query.
 * @throws {@link ApiError} 400 for an unknown value.
 */
export function readIncludeObject(query: QueryParameters): IncludeObject {
  const value = query.get('includeObject') || 'Metadata'
  if (!INCLUDES.includes(value)) throw badRequest(`unrecognized includeObject value: ${JSON.stringify(value.slice(0, 64))}`)
  return value as IncludeObject
}
