/**
 * Intersects schemas: `allOf`, and keywords next to a `$ref`, `anyOf` or `oneOf`.
 *
 * @module
 */

import { bothRules, isAnything, JsonSchemaError, memberPath, type Part } from './part.js'

/** Resolves the reference of a part. */
export type Resolve = (part: Part, path: string) => Part

/**
 * Intersects two parts: the result accepts what both accept.
 *
 * @param first - Its notes take precedence.
 * @param second - The other part.
 * @param path - Path of both parts, for errors.
 * @param resolve - Resolves a reference that has to be combined with other keywords.
 * @throws `JsonSchemaError` when no value fits both, or the intersection cannot be expressed.
 */
export function meet(first: Part, second: Part, path: string, resolve: Resolve): Part {
  if (isAnything(first)) return noted(second, first)
  if (isAnything(second)) return noted(first, second, true)
  if (first.reference !== undefined || second.reference !== undefined) {
    if (first.reference === second.reference) return { ...first, rules: bothRules(first.rules, second.rules) }
    return meet(resolve(first, path), resolve(second, path), path, resolve)
  }
  const type = commonType(first, second, path)
  const properties = bothProperties(first, second, path, resolve)
  const values = both(first.values, second.values, path, resolve)
  const items = both(first.items, second.items, `${path}[]`, resolve)
  if (values && properties) {
    throw new JsonSchemaError(path, 'allOf', 'an object has either described members or values of one kind')
  }
  return {
    ...(type !== undefined && { type }),
    ...((first.intOrString || second.intOrString) && type === undefined && { intOrString: true }),
    ...(properties && { properties }),
    ...(values && { values }),
    ...(items && { items }),
    ...((first.open || second.open) && { open: true }),
    nullable: first.nullable && second.nullable,
    notes: { ...second.notes, ...first.notes },
    rules: bothRules(first.rules, second.rules),
  }
}

/** Adds the notes of a part that has nothing else. */
const noted = (part: Part, other: Part, under = false): Part => ({
  ...part,
  notes: under ? { ...other.notes, ...part.notes } : { ...part.notes, ...other.notes },
})

function commonType(first: Part, second: Part, path: string): string | undefined {
  if (first.type === undefined || second.type === undefined) return first.type ?? second.type
  if (first.type === second.type) return first.type
  const types = [first.type, second.type]
  if (types.includes('integer') && types.includes('number')) return 'integer'
  throw new JsonSchemaError(path, 'allOf', `no value is of type ${types.join(' and ')} at once`)
}

const both = (first: Part | undefined, second: Part | undefined, path: string, resolve: Resolve): Part | undefined =>
  first && second ? meet(first, second, path, resolve) : (first ?? second)

function bothProperties(first: Part, second: Part, path: string, resolve: Resolve): ReadonlyMap<string, Part> | undefined {
  if (!first.properties || !second.properties) return first.properties ?? second.properties
  const properties = new Map(first.properties)
  for (const [key, part] of second.properties) {
    const own = properties.get(key)
    properties.set(key, own ? meet(own, part, memberPath(path, key), resolve) : part)
  }
  return properties
}
