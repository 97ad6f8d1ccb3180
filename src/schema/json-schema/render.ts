/**
 * Converts parts to structural schemas, and their rules to schemas for `not` and the like.
 *
 * @module
 */

import { type JsonObject, setKey } from '../../meta/index.js'
import { ANYTHING, bothRules, isAnything, isEmpty, JsonSchemaError, memberPath, ownRules, type Part } from './part.js'

/** Options of {@link render}. */
export interface Writing {
  /** The dialect's prefix of extension keywords. */
  readonly prefix: string
  /** Returns the `$ref` to a definition, and notes that the definition has to be rendered too. */
  readonly refer: (reference: string) => string
  /** Resolves a reference. */
  readonly definition: (reference: string, path: string) => Part
}

/**
 * Converts a part to a structural schema.
 *
 * @param part - The part.
 * @param path - Its path, for errors.
 * @param writing - Extension prefix and references.
 * @throws `JsonSchemaError` when a part needs a type and has none, or is always null.
 */
export function render(part: Part, path: string, writing: Writing): JsonObject {
  const { notes, nullable, rules } = part
  const shared: JsonObject = { ...notes, ...(nullable && { nullable }) }
  if (part.reference !== undefined) {
    if (isAnything(writing.definition(part.reference, path))) return render({ ...ANYTHING, notes, rules }, path, writing)
    const reference = { $ref: writing.refer(part.reference) }
    return isEmpty(shared) && isEmpty(rules) ? reference : { ...shared, allOf: [reference, ...(isEmpty(rules) ? [] : [rules])] }
  }
  if (part.type === 'null') throw new JsonSchemaError(path, 'type null', 'a value that is always null cannot be said')
  const isFree = part.type === undefined && part.intOrString !== true
  if (isFree && (!isEmpty(rules) || part.properties || part.items || part.values)) {
    throw new JsonSchemaError(path, Object.keys(rules)[0] ?? 'properties', 'a value with rules needs a type')
  }
  const marked = {
    ...(part.intOrString && { [`${writing.prefix}int-or-string`]: true }),
    ...((isFree || part.open) && { [`${writing.prefix}preserve-unknown-fields`]: true }),
  }
  const structure = {
    ...(part.type !== undefined && { type: part.type }),
    ...shared,
    ...withoutOwnMarkers(marked, notes),
    ...(part.properties && part.properties.size > 0 && { properties: members(part.properties, path, writing) }),
    ...(part.values && { additionalProperties: render(part.values, `${path}.*`, writing) }),
    ...(part.type === 'array' && { items: render(part.items ?? ANYTHING, `${path}[]`, writing) }),
  }
  const { properties, items, ...plain } = ownRules(part)
  const inner = { ...(properties !== undefined && { properties }), ...(items !== undefined && { items }) }
  return { ...structure, ...(isEmpty(inner) ? plain : bothRules(plain, { allOf: [inner] })) }
}

/** Drops markers that the schema already has, possibly with another vendor prefix. */
function withoutOwnMarkers(marked: JsonObject, notes: JsonObject): JsonObject {
  const own = Object.keys(notes)
  const wanted = Object.entries(marked).filter(([key]) => !own.some((note) => wordsOf(note) === wordsOf(key)))
  return Object.fromEntries(wanted)
}

/** The name of an extension without its vendor prefix. */
const wordsOf = (key: string): string => key.replace(/^x-[a-z0-9]+-/, '')

function members(properties: ReadonlyMap<string, Part>, path: string, writing: Writing): JsonObject {
  const result = {}
  for (const [key, part] of properties) setKey(result, key, render(part, memberPath(path, key), writing))
  return result
}

/**
 * Returns the rules of a part and of the parts below it, without the structure.
 *
 * @param part - A part without a reference.
 */
export function rulesOf(part: Part): JsonObject {
  const properties = {}
  for (const [key, member] of part.properties ?? []) {
    const rules = rulesOf(member)
    if (!isEmpty(rules)) setKey(properties, key, rules)
  }
  const items = part.items ? rulesOf(part.items) : {}
  const inner = { ...(!isEmpty(properties) && { properties }), ...(!isEmpty(items) && { items }) }
  return isAnything(part) ? {} : bothRules(ownRules(part), inner)
}
