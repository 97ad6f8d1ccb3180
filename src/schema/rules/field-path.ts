/**
 * `fieldPath`: the field that a rule reports, relative to the location of the rule.
 *
 * @module
 */

import { getKey, isRecord, type UnknownRecord } from '../../meta/index.js'

const TOKEN = /'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/gy

/**
 * Checks that a path leads to a field of the schema.
 *
 * @param path - Such as `.a.b` or `.a['b.c']`.
 * @param schema - The schema at the start of the path.
 * @returns The error, worded as in Kubernetes, or undefined.
 */
export function fieldPathFault(path: string, schema: Readonly<UnknownRecord>): string | undefined {
  const tokens = path.match(TOKEN) ?? []
  let at: Readonly<UnknownRecord> = schema
  for (let i = 0; i < tokens.length; ) {
    const opener = tokens[i++] ?? ''
    const name = tokens[i++]
    if (opener === '[') {
      if (name === undefined) return 'unexpected end of JSON path'
      if (!/^'.*'$/s.test(name)) return `expected single quoted string but got ${name}`
      const closer = tokens[i++]
      if (closer === undefined) return 'unexpected end of JSON path'
      if (closer !== ']') return `expected ] but got ${closer}`
    } else if (opener !== '.') return `expected [ or . but got: ${opener}`
    else if (name === undefined) return 'unexpected end of JSON path'
    const next = memberOf(at, opener === '[' ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name)
    if (!next) return 'does not refer to a valid field'
    at = next
  }
  return undefined
}

function memberOf(schema: Readonly<UnknownRecord>, name: string): Readonly<UnknownRecord> | undefined {
  const { properties, additionalProperties } = schema
  const member = isRecord(properties) ? getKey(properties, name) : additionalProperties
  return isRecord(member) ? member : undefined
}
