/**
 * Whether the patterns of a schema can be read.
 *
 * @module
 */

import { type FieldError, invalidField, isRecord, type UnknownRecord } from '../../meta/index.js'
import { patternFault } from '../../schema/index.js'

/** Errors beyond these say nothing new. */
const ERRORS_MAX = 100

/** More of a pattern than this is not shown. */
const PATTERN_MAX = 200

/**
 * Checks the patterns at all depths of a schema. Await the schema's `prepare` first.
 *
 * @param schema - A structural schema.
 * @param path - Where it is.
 * @throws Error when the engine for patterns was not loaded.
 */
export function validatePatterns(schema: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const work: (readonly [node: unknown, path: string])[] = [[schema, path]]
  for (let place = work.pop(); place && errors.length < ERRORS_MAX; place = work.pop()) {
    const [node, at] = place
    if (!isRecord(node)) continue
    const { pattern, properties, items, additionalProperties, allOf, anyOf, oneOf, not } = node
    const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined
    if (typeof pattern === 'string' && fault !== undefined) {
      const shown = pattern.length > PATTERN_MAX ? `${pattern.slice(0, PATTERN_MAX)}…` : pattern
      errors.push(invalidField(`${at}.pattern`, shown, `must be a valid regular expression, but isn't: ${fault}`))
    }
    if (isRecord(properties))
      for (const [key, member] of Object.entries(properties)) work.push([member, `${at}.properties[${key}]`])
    work.push([items, `${at}.items`], [additionalProperties, `${at}.additionalProperties`], [not, `${at}.not`])
    for (const [name, parts] of Object.entries({ allOf, anyOf, oneOf })) {
      if (Array.isArray(parts)) for (const [i, part] of parts.entries()) work.push([part, `${at}.${name}[${i}]`])
    }
  }
  return errors
}
