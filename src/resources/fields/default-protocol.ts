/**
 * The default protocol of ports, TCP. It is part of the key of port lists, so schemas need the default, which published documents
 * omit.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import type { Properties } from './json-schema.js'

const MEMBER = 'protocol'

/**
 * Adds the default to an optional field `protocol`.
 *
 * @param properties - Fields of a type.
 * @param required - Names of required fields.
 * @returns The very same fields when there is nothing to add.
 */
export function withDefaultProtocol(properties: Properties, required: readonly unknown[]): Properties {
  const member: JsonObject | undefined = Object.hasOwn(properties, MEMBER) ? properties[MEMBER] : undefined
  if (member?.type !== 'string' || required.includes(MEMBER)) return properties
  return { ...properties, [MEMBER]: { default: 'TCP', ...member } }
}
