/**
 * Schemas that preserve unknown fields everywhere, as in definitions from before `apiextensions/v1`.
 *
 * @module
 */

import { type Dialect, isRecord, type JsonObject, type JsonValue } from '../../meta/index.js'

/**
 * A schema that validates the described fields and preserves all others, at every level.
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
