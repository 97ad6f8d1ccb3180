/**
 * The deprecated fields of a value.
 *
 * @module
 */

import { isRecord, jsonEqual } from '../meta/index.js'
import { isReserved, type SchemaNode } from './node.js'
import type { Walk } from './walk.js'

/** Lines that a client can still read. */
const MAX_LINES = 100

/**
 * Finds the fields whose schemas say `deprecated: true`, as OpenAPI and JSON schema have it. What is as it is by default is not set.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value.
 * @param walk - Knows where it is.
 * @returns A line for each, with what its description says.
 */
export function deprecatedFields(node: SchemaNode, value: unknown, walk: Walk): readonly string[] {
  const lines: string[] = []
  const look = (at: SchemaNode | undefined, key: string | number, member: unknown): void => {
    if (at === undefined || member === null || member === undefined || lines.length >= MAX_LINES) return
    walk.enter(key)
    const { deprecated, description } = at.document
    if (deprecated !== true) lookInside(at, member)
    // A client that sends back what it has read has not set the defaults in it.
    else if (!jsonEqual(member, at.ownDefault))
      lines.push(`${walk.at} is deprecated${typeof description === 'string' ? `: ${description}` : ''}`)
    walk.leave()
  }
  const lookInside = (at: SchemaNode, whole: unknown): void => {
    if (at.isOpaque) return
    if (Array.isArray(whole)) for (const [i, item] of whole.entries()) look(at.items, i, item)
    else if (isRecord(whole)) {
      for (const [key, member] of Object.entries(whole))
        if (!(at.isResource && isReserved(key))) look(at.member(key), key, member)
    }
  }
  lookInside(node, value)
  return lines
}
