/**
 * Checks that the patterns of a schema compile, and are small enough to be matched on every write.
 *
 * @module
 */

import { type FieldError, invalidField, isRecord, type Pausing, type UnknownRecord } from '../../meta/index.js'
import { estimatePatternSize, type PatternFault, patternFault, patternTooLarge } from '../../text/index.js'
import { Pace } from './schema-places.js'

/** Limit of errors; more would not help a reader. */
const ERRORS_MAX = 100

/** Longer patterns are truncated in messages. */
const PATTERN_MAX = 200

/** Limit for compiling all patterns of a schema, in instructions (ours); each pattern counts once. */
const SCHEMA_SIZE_MAX = 40_000

/**
 * Checks the patterns at all depths of a schema, yielding between them. Await the schema's `prepare` first.
 *
 * @param schema - A structural schema.
 * @param path - Its field path.
 * @param former - The previous schema: its patterns may remain, however large.
 * @throws Error when the pattern engine was not loaded.
 */
export function* validatePatterns(
  schema: Readonly<UnknownRecord>,
  path: string,
  former?: Readonly<UnknownRecord>,
): Pausing<readonly FieldError[]> {
  const judged = new Map<string, PatternFault | undefined>()
  const old = new Set(former ? patternsOf(former) : [])
  let size = 0
  const pace = new Pace()
  const errors: FieldError[] = []
  const work: Subschema[] = [[schema, path]]
  for (let next = work.pop(); next && errors.length < ERRORS_MAX; next = work.pop()) {
    const [node, at] = next
    if (pace.isPause) yield
    if (!isRecord(node)) continue
    const { pattern } = node
    if (typeof pattern === 'string') {
      if (!judged.has(pattern)) {
        // Patterns over the size limit are not compiled either.
        size += old.has(pattern) || patternTooLarge(pattern) !== undefined ? 0 : estimatePatternSize(pattern)
        // Beyond the limit nothing more is compiled.
        if (size > SCHEMA_SIZE_MAX) {
          const detail = `the patterns of a schema must compile to at most ${SCHEMA_SIZE_MAX} instructions together`
          return [...errors, invalidField(`${at}.pattern`, shownPattern(pattern), detail)]
        }
        yield
        const fault = patternFault(pattern)
        judged.set(pattern, fault?.isTooLarge && old.has(pattern) ? undefined : fault)
      }
      const found = judged.get(pattern)
      if (found) errors.push(invalidField(`${at}.pattern`, shownPattern(pattern), detailOf(found)))
    }
    for (const subschema of subschemasOf(node, at)) work.push(subschema)
  }
  return errors
}

const detailOf = ({ fault, isTooLarge }: PatternFault): string =>
  isTooLarge ? fault : `must be a valid regular expression, but isn't: ${fault}`

const shownPattern = (pattern: string): string => (pattern.length > PATTERN_MAX ? `${pattern.slice(0, PATTERN_MAX)}…` : pattern)

type Subschema = readonly [node: unknown, path: string]

function subschemasOf(node: Readonly<UnknownRecord>, at: string): readonly Subschema[] {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = node
  const found: Subschema[] = []
  if (isRecord(properties))
    for (const [key, member] of Object.entries(properties)) found.push([member, `${at}.properties[${key}]`])
  found.push([items, `${at}.items`], [additionalProperties, `${at}.additionalProperties`], [not, `${at}.not`])
  for (const [name, parts] of Object.entries({ allOf, anyOf, oneOf })) {
    if (Array.isArray(parts)) for (const [i, part] of parts.entries()) found.push([part, `${at}.${name}[${i}]`])
  }
  return found
}

function* patternsOf(schema: Readonly<UnknownRecord>): Iterable<string> {
  const work: unknown[] = [schema]
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (!isRecord(node)) continue
    if (typeof node.pattern === 'string') yield node.pattern
    for (const [below] of subschemasOf(node, '')) if (below !== undefined) work.push(below)
  }
}
