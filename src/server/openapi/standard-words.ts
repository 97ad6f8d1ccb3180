/**
 * What is said of the fields that every object has.
 *
 * @module
 */

import { getKey } from '../../meta/index.js'
import type { ServedGroup } from '../discovery/served.js'
import { findSchema } from './kind-schema.js'
import { API_VERSION_DESCRIPTION, KIND_DESCRIPTION, METADATA_DESCRIPTION } from './meta-schemas.js'

/** Descriptions of the fields that the server adds to schemas without them. */
export interface StandardWords {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: string
}

const OWN_WORDS: StandardWords = Object.freeze({
  apiVersion: API_VERSION_DESCRIPTION,
  kind: KIND_DESCRIPTION,
  metadata: METADATA_DESCRIPTION,
})

/**
 * Finds how the types of a plane speak of their standard fields. Types that came with a document of their own describe them;
 * custom types, which do not, are then described in the same words.
 *
 * @param groups - What is served.
 * @returns For each field what most types say of it; our own words where none says anything.
 */
export function standardWords(groups: readonly ServedGroup[]): StandardWords {
  const schemas = groups.flatMap(({ versions }) =>
    versions.flatMap(({ resources }) =>
      resources.flatMap(({ definition, version: { schema } }) =>
        definition.custom || !schema ? [] : (findSchema(schema.document, schema.components)?.schema ?? []),
      ),
    ),
  )
  const mostSaid = (field: keyof StandardWords): string => {
    const counts = new Map<string, number>()
    for (const schema of schemas) {
      const description = getKey(getKey(getKey(schema, 'properties'), field), 'description')
      if (typeof description === 'string') counts.set(description, (counts.get(description) ?? 0) + 1)
    }
    const [first] = [...counts].sort(([, a], [, b]) => b - a)
    return first?.[0] ?? OWN_WORDS[field]
  }
  return { apiVersion: mostSaid('apiVersion'), kind: mostSaid('kind'), metadata: mostSaid('metadata') }
}
