/**
 * Finds the deprecated fields of a value.
 *
 * @module
 */

import { isRecord, jsonEqual } from '../meta/index.js'
import { isReserved, type SchemaNode } from './node.js'
import type { Walk } from './walk.js'

/** Maximum number of lines, which a client can still read. */
const MAX_LINES = 100

/**
 * Finds the fields whose schemas have `deprecated: true`, as in OpenAPI and JSON schema. A field with its default value does not
 * count.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value.
 * @param walk - The current path.
 * @returns A line for each, with the schema's description.
 */
export function deprecatedFields(node: SchemaNode, value: unknown, walk: Walk): readonly string[] {
  const lines: string[] = []
  const look = (at: SchemaNode | undefined, key: string | number, member: unknown): void => {
    if (at === undefined || member === null || member === undefined || lines.length >= MAX_LINES) return
    walk.enter(key)
    const { deprecated, description } = at.document
    if (deprecated !== true) lookInside(at, member)
    // A client that sends back what it has read has not set the defaults itself.
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
