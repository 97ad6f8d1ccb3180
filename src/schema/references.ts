/**
 * `$ref`: references between schemas.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject } from '../meta/index.js'

/** Schemas that others refer to, by name. */
export type Definitions = Readonly<Record<string, JsonObject>>

const PREFIXES = ['#/definitions/', '#/components/schemas/'] as const

/**
 * Parses the name in a reference.
 *
 * @param reference - `#/definitions/NAME` or `#/components/schemas/NAME`.
 * @returns The name, or undefined when the reference points elsewhere.
 */
export function referenceName(reference: unknown): string | undefined {
  if (typeof reference !== 'string') return undefined
  const prefix = PREFIXES.find((candidate) => reference.startsWith(candidate))
  return prefix && reference.slice(prefix.length).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Writes a reference to a published component. */
export const componentReference = (name: string): string =>
  `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A schema without a top-level reference, and the name of the last definition that was followed. */
export interface Resolved {
  readonly document: JsonObject
  readonly name?: string
}

/**
 * Follows top-level references of a schema, including those inside its `allOf` (the form of OpenAPI v3 for a reference with
 * siblings). Keywords beside a reference override those of its target. A reference that is dangling or cyclic accepts any value.
 *
 * @param document - A schema.
 * @param definitions - The schemas by name.
 */
export function resolveReferences(document: JsonObject, definitions: Definitions): Resolved {
  return resolve(document, definitions, new Set())
}

function resolve(document: JsonObject, definitions: Definitions, seen: ReadonlySet<string>): Resolved {
  if (Object.hasOwn(document, '$ref')) {
    const { $ref, ...siblings } = document
    const name = referenceName($ref)
    const target = name === undefined || seen.has(name) ? undefined : getKey(definitions, name)
    if (name === undefined || !isRecord(target)) return { document: siblings }
    const behind = resolve(target as JsonObject, definitions, new Set([...seen, name]))
    return { document: overlay(behind.document, siblings), name: behind.name ?? name }
  }
  const parts = document.allOf
  if (!Array.isArray(parts) || !parts.some(isReference)) return { document }
  const { allOf: _, ...own } = document
  const rest = parts.filter((part) => !isReference(part))
  const resolved = parts.filter(isReference).map((part) => resolve(part, definitions, seen))
  const merged = resolved.reduce<JsonObject>((result, part) => overlay(result, part.document), {})
  const name = resolved.length === 1 ? resolved[0]?.name : undefined
  return { document: overlay(merged, rest.length > 0 ? { ...own, allOf: rest } : own), ...(name !== undefined && { name }) }
}

const isReference = (part: unknown): part is JsonObject => isRecord(part) && Object.hasOwn(part, '$ref')

/** Merges two schemas: keywords of the upper one win, properties and required names are joined. */
function overlay(lower: JsonObject, upper: JsonObject): JsonObject {
  if (Object.keys(upper).length === 0) return lower
  if (Object.keys(lower).length === 0) return upper
  const [below, above] = [lower.properties, upper.properties]
  const [first, second] = [lower.required, upper.required]
  return {
    ...lower,
    ...upper,
    ...(isRecord(below) && isRecord(above) && { properties: { ...below, ...above } as JsonObject }),
    ...(Array.isArray(first) && Array.isArray(second) && { required: [...new Set([...first, ...second])] }),
  }
}
