/**
 * The protocol of ports: TCP wherever it is left out. Entries of lists of ports are told apart by it, so schemas have to say so,
 * which documents do not.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import type { Properties } from './json-schema.js'

const MEMBER = 'protocol'

/**
 * Adds the default to an optional member `protocol`.
 *
 * @param properties - Members of a type.
 * @param required - Names of required members.
 * @returns The very same members when there is nothing to add.
 */
export function withDefaultProtocol(properties: Properties, required: readonly unknown[]): Properties {
  const member: JsonObject | undefined = Object.hasOwn(properties, MEMBER) ? properties[MEMBER] : undefined
  if (member?.type !== 'string' || required.includes(MEMBER)) return properties
  return { ...properties, [MEMBER]: { default: 'TCP', ...member } }
}
