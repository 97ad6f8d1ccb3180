/**
 * Finds the schema of a kind in a document.
 *
 * @module
 */

import { listOf, recordOf, textOf } from '../fields/fields.js'
import type { NamedSchema, SourceKind } from '../known/stored-kinds.js'
import type { OpenAPIDocument } from './document.js'

/**
 * Creates the index of schemas by kind.
 *
 * @param document - The document.
 * @returns Finds the schema that belongs to exactly this kind; schemas of request options belong to many.
 */
export function schemaIndex({ dialect, schemas }: OpenAPIDocument): (kind: SourceKind) => NamedSchema | undefined {
  const index = new Map<string, NamedSchema>()
  const marker = `${dialect.schemaPrefix}group-version-kind`
  for (const [name, document] of Object.entries(schemas)) {
    const kinds = listOf(recordOf(document)[marker])
    if (kinds.length === 1) index.set(keyOf(recordOf(kinds[0])), { name, document })
  }
  return (kind) => index.get(keyOf({ ...kind }))
}

const keyOf = ({ group, version, kind }: Readonly<Record<string, unknown>>): string =>
  `${textOf(group)}/${textOf(version)}/${textOf(kind)}`
