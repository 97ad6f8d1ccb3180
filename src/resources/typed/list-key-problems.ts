/**
 * Finds keys of lists that an entry may be without: two such entries could not be told apart, so that no apply could own one.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject } from '../../meta/index.js'
import { readMarker, type Schema } from '../../schema/index.js'
import { pathOf, placesIn, targetsOf } from './schema-places.js'

/**
 * Checks the keys of the lists that are merged entry by entry.
 *
 * @param schema - A compiled schema.
 * @returns One line per key, with the path of the list.
 * @see Kubernetes, validation of custom resource definitions
 */
export function listKeyProblems({ document, components }: Schema): readonly string[] {
  return [...placesIn(document, components)].flatMap((place) => {
    const { schema } = place
    if (!isRecord(schema.items)) return []
    const keys = readMarker(schema, 'list-map-keys')
    if (readMarker(schema, 'list-type') !== 'map' || !Array.isArray(keys)) return []
    const entry = wholeOf(schema.items, components)
    return keys.flatMap((key) => {
      const problem = problemOf(entry, String(key), components)
      return problem === undefined ? [] : [`the key ${JSON.stringify(key)} of the list ${pathOf(place)} ${problem}`]
    })
  })
}

/** A schema together with all that it refers to. */
function wholeOf(schema: unknown, components: Schema['components']): readonly JsonObject[] {
  const parts = isRecord(schema) ? [schema as JsonObject] : []
  // The list grows while it is read.
  for (const part of parts) for (const target of targetsOf(part, components)) if (!parts.includes(target)) parts.push(target)
  return parts
}

function problemOf(entry: readonly JsonObject[], key: string, components: Schema['components']): string | undefined {
  const fields = entry.flatMap(({ properties }) => wholeOf(getKey(properties, key), components))
  if (fields.length === 0) return 'is no field of its entries'
  const isRequired = entry.some(({ required }) => Array.isArray(required) && required.includes(key))
  const hasDefault = fields.some((field) => field.default !== undefined && field.default !== null)
  return isRequired || hasDefault ? undefined : 'may be missing: expected a required field, or one with a default'
}
