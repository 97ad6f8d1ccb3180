/**
 * Finds defaults that their own schema refuses: objects without the field would be invalid, whatever clients send.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject, type JsonValue, jsonValue, setKey } from '../../meta/index.js'
import { compileSchema, type Schema } from '../../schema/index.js'
import { type Place, pathOf, placesIn } from './schema-places.js'

/**
 * Checks the defaults of a schema, but for its rules in CEL and for the patterns of their members, as the engines of both are loaded
 * when a plane needs them.
 *
 * @param schema - A compiled schema.
 * @returns One line per default, with its path.
 * @see Kubernetes, validation of custom resource definitions
 */
export function defaultProblems({ document, components }: Schema): readonly string[] {
  const places = [...placesIn(document, components)].filter(
    ({ schema }) => schema.default !== undefined && schema.default !== null,
  )
  if (places.length === 0) return []
  const definitions = Object.fromEntries(Object.entries(components).map(([name, part]) => [name, withoutEngines(part)]))
  return places.flatMap((place) => {
    const problem = problemOf(place, definitions)
    return problem === undefined ? [] : [`the default of ${pathOf(place)} is refused by its schema: ${problem}`]
  })
}

function problemOf({ steps, schema }: Place, definitions: Readonly<Record<string, JsonObject>>): string | undefined {
  const [fault] = jsonValue(schema.default, 'it')
  if (fault !== undefined) return fault
  // Validated in its place, so that errors have the path of the field.
  const [whole, value] = [...steps]
    .reverse()
    .reduce<readonly [JsonObject, JsonValue]>(
      ([inner, held], step) =>
        step === 0
          ? [{ type: 'array', items: inner }, [held]]
          : [{ type: 'object', properties: { [step]: inner } }, { [step]: held }],
      [withoutEngines(schema), schema.default as JsonValue],
    )
  const compiled = compileSchema(whole, { root: 'value', definitions })
  const [unknown] = compiled.prune(value).unknownFields
  if (unknown !== undefined) return `${unknown} is unknown`
  const [error] = compiled.validate(compiled.applyDefaults(value))
  if (error) return `${error.field}: ${error.message}`
  return matches(schema) ? undefined : `${JSON.stringify(schema.default)} should match '${schema.pattern}'`
}

/** Whether a default matches the pattern beside it. What only the engine for patterns understands counts as a match. */
function matches({ pattern, default: value }: JsonObject): boolean {
  if (typeof pattern !== 'string' || typeof value !== 'string') return true
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

/** A copy of a schema without patterns and rules. */
function withoutEngines(schema: JsonObject): JsonObject {
  const rest: JsonObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' || /^x-[a-z0-9]+-validations$/.test(key)) continue
    // Alternatives may differ in their patterns only.
    if ((key === 'oneOf' || key === 'not') && hasPattern(value)) continue
    setKey(rest, key, key === 'properties' ? eachMember(value) : key === 'default' || key === 'enum' ? value : within(value))
  }
  return rest
}

const within = (value: JsonValue): JsonValue =>
  Array.isArray(value) ? value.map(within) : isRecord(value) ? withoutEngines(value as JsonObject) : value

function eachMember(properties: JsonValue): JsonValue {
  const rest: JsonObject = {}
  for (const [key, part] of Object.entries(properties as JsonObject)) setKey(rest, key, within(part))
  return rest
}

const hasPattern = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (typeof getKey(value, 'pattern') === 'string' || Object.values(value).some(hasPattern))
