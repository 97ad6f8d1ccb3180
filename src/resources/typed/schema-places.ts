/**
 * The places of a schema, such as `spec.ports[].name`, each with what is said of the value there.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'

/** A place, and its schema. */
export interface Place {
  /** Names of the fields on the way; 0 for the items of a list. */
  readonly steps: readonly (string | 0)[]
  readonly schema: JsonObject
}

const COMPONENTS = '#/components/schemas/'

/**
 * Lists the places of a schema. What several of them refer to is listed at the first one, so that recursive schemas end.
 *
 * @param document - The schema of the whole.
 * @param components - What it refers to.
 */
export function* placesIn(document: JsonObject, components: Schema['components']): Iterable<Place> {
  const seen = new Set<unknown>()
  const work: Place[] = [{ steps: [], schema: document }]
  // The list grows while it is read.
  for (const { steps, schema } of work) {
    yield { steps, schema }
    for (const target of targetsOf(schema, components)) {
      if (seen.has(target)) continue
      seen.add(target)
      work.push({ steps, schema: target })
    }
    const { properties, items, additionalProperties } = schema
    for (const [key, part] of Object.entries(isRecord(properties) ? properties : {}))
      if (isRecord(part)) work.push({ steps: [...steps, key], schema: part as JsonObject })
    if (isRecord(items)) work.push({ steps: [...steps, 0], schema: items as JsonObject })
    if (isRecord(additionalProperties)) work.push({ steps: [...steps, '*'], schema: additionalProperties as JsonObject })
  }
}

/**
 * Lists what a schema refers to for the same value.
 *
 * @param schema - A schema.
 * @param components - What it refers to.
 */
export const targetsOf = (schema: JsonObject, components: Schema['components']): readonly JsonObject[] =>
  [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])].flatMap((part) => {
    const reference = getKey(part, '$ref')
    const target = typeof reference === 'string' ? getKey(components, reference.slice(COMPONENTS.length)) : undefined
    return isRecord(target) ? [target as JsonObject] : []
  })

/** Such as `spec.ports[].name`. */
export const pathOf = ({ steps }: Pick<Place, 'steps'>): string =>
  steps.map((step, i) => (step === 0 ? '[]' : i === 0 ? step : `.${step}`)).join('')
