/**
 * The markers of a schema: extensions that say how lists and maps are merged.
 *
 * @module
 */

import type { JsonObject, JsonValue } from './json.js'

const MARKER = /^x-[a-z0-9]+-(.+)$/

/** Reads an extension under any vendor prefix: documents of other clusters keep theirs. */
export function schemaMarker(schema: JsonObject, name: string): JsonValue | undefined {
  const key = Object.keys(schema).find((candidate) => MARKER.exec(candidate)?.[1] === name)
  return key === undefined ? undefined : schema[key]
}
