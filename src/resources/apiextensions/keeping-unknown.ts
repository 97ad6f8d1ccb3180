/**
 * Schemas of definitions that keep fields which no schema knows, as those from before `apiextensions/v1` do.
 *
 * @module
 */

import { type Dialect, isRecord, type JsonObject, type JsonValue } from '../../meta/index.js'

/**
 * A schema that checks what it describes, and keeps everything else, at every level.
 *
 * @param schema - A structural schema.
 * @param dialect - Names the marker.
 */
export function keepingUnknown(schema: JsonObject, dialect: Dialect): JsonObject {
  const { properties, items, additionalProperties } = schema
  const within = (part: JsonValue | undefined): JsonValue | undefined => (isRecord(part) ? keepingUnknown(part, dialect) : part)
  return {
    ...schema,
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part) as JsonValue])),
    }),
    ...(items !== undefined && { items: within(items) as JsonValue }),
    ...(additionalProperties !== undefined && { additionalProperties: within(additionalProperties) as JsonValue }),
    ...(schema.type === 'object' && { [`${dialect.schemaPrefix}preserve-unknown-fields`]: true }),
  }
}
