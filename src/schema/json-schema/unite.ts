/**
 * Converts `anyOf` and `oneOf` to structural schemas: the structure is merged from all alternatives, and the rules of each
 * alternative stay under `anyOf` or `oneOf`.
 *
 * @module
 */

import { type JsonObject, type JsonValue, setKey } from '../../meta/index.js'
import type { Resolve } from './meet.js'
import {
  ANYTHING,
  allEqual,
  bothRules,
  isAnything,
  isEmpty,
  JsonSchemaError,
  memberPath,
  ONE_TYPE,
  ownRules,
  type Part,
} from './part.js'
import { patternOf } from './text.js'

/** Options of {@link unite}. */
export interface UniteOptions {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly path: string
  readonly resolve: Resolve
  /** Whether a definition is being parsed, so that a reference to it is recursive. */
  readonly isOpen: (reference: string) => boolean
  /** Whether the schema is marked as int-or-string. */
  readonly mayBeText: boolean
}

/**
 * Merges alternatives into one part.
 *
 * @param alternatives - At least one.
 * @param options - Keyword, path and references.
 * @throws `JsonSchemaError` when the alternatives are too different.
 */
export function unite(alternatives: readonly Part[], options: UniteOptions): Part {
  const { keyword, path, resolve } = options
  const nullable = alternatives.some((part) => part.nullable)
  const others = alternatives.filter(({ type }) => type !== 'null')
  const [first, ...more] = keyword === 'anyOf' ? unequal(others) : others
  if (!first) return { type: 'null', nullable: true, notes: {}, rules: {} }
  if (more.length === 0) return { ...first, nullable }
  if (coversEverything(others, options)) return ANYTHING
  const parts = [first, ...more].map((part) => resolve(part, path))
  if (keyword === 'anyOf' && parts.some(isAnything)) return ANYTHING
  const types = new Set(parts.map(({ type }) => (options.mayBeText && type === 'number' ? 'integer' : type)))
  if (types.size === 2 && types.has('integer') && types.has('string')) return numberOrText(parts, options, nullable)
  const joined = join(
    parts.map((part) => ({ ...part, nullable: false })),
    path,
    options,
  )
  return { ...joined.structure, nullable, rules: junction(joined.rules, keyword) }
}

/** Drops duplicate alternatives. */
const unequal = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part, index) => !parts.slice(0, index).some((earlier) => allEqual([plain(earlier), plain(part)])))

/** Converts a part to JSON that can be compared. */
const plain = ({ properties, items, values, ...part }: Part): unknown => ({
  ...part,
  ...(items && { items: plain(items) }),
  ...(values && { values: plain(values) }),
  ...(properties && { properties: Object.fromEntries([...properties].map(([key, member]) => [key, plain(member)])) }),
})

/** Combines the rules of alternatives, and leaves `anyOf` or `oneOf` out where it is redundant. */
function junction(rules: readonly JsonObject[], keyword: 'anyOf' | 'oneOf'): JsonObject {
  if (keyword === 'anyOf' && rules.some(isEmpty)) return {}
  if (keyword === 'anyOf' && allEqual(rules)) return rules[0] ?? {}
  const enums = rules.map(({ enum: values, ...rest }) => (isEmpty(rest) && Array.isArray(values) ? values : undefined))
  if (enums.every((values) => values !== undefined)) {
    const values = [...new Set(enums.flat())]
    if (keyword === 'anyOf' || values.length === enums.flat().length) return { enum: values }
  }
  return { [keyword]: [...rules] }
}

/** Whether the alternatives accept any JSON value: strings, numbers, booleans, and lists and maps of any JSON value. */
function coversEverything(parts: readonly Part[], { isOpen }: UniteOptions): boolean {
  const isSame = (part: Part | undefined) =>
    part !== undefined && (isAnything(part) || (part.reference !== undefined && isOpen(part.reference)))
  const has = (type: string, fits: (part: Part) => boolean = () => true) =>
    parts.some((part) => part.type === type && isEmpty(part.rules) && fits(part))
  const holdsScalars = has('string') && has('number') && has('boolean')
  return holdsScalars && has('array', ({ items }) => isSame(items)) && has('object', ({ values }) => isSame(values))
}

/**
 * Merges alternatives of integers and strings. A rule for one type ignores values of the other, so the rules of both are
 * combined; an `enum` applies to all types, so it is converted to type-specific rules first.
 */
function numberOrText(parts: readonly Part[], { keyword, path }: UniteOptions, nullable: boolean): Part {
  const rules = parts.map((part) => part.rules)
  const isListed = rules.every(({ enum: values, ...rest }) => values !== undefined && isEmpty(rest))
  if (isListed) return { intOrString: true, nullable, notes: notesOf(parts), rules: junction(rules, keyword) }
  const groups = ['string', 'integer'].map((type) =>
    parts.filter((part) => (part.type === 'string') === (type === 'string')).map((part) => oneSided(part.rules, path)),
  )
  const [text = {}, numbers = {}] = groups.map((group) => (group.length === 1 ? (group[0] ?? {}) : junction(group, keyword)))
  return { intOrString: true, nullable, notes: notesOf(parts), rules: bothRules(text, numbers) }
}

/** Converts rules to ones that ignore values of the other type. */
function oneSided({ enum: values, ...rules }: JsonObject, path: string): JsonObject {
  if (rules.not !== undefined || rules.anyOf !== undefined || rules.oneOf !== undefined) {
    throw new JsonSchemaError(path, 'anyOf', 'alternatives of numbers or text cannot have alternatives themselves')
  }
  if (!Array.isArray(values)) return rules
  const texts = values.filter((value) => typeof value === 'string')
  const own =
    texts.length > 0
      ? { pattern: patternOf(texts) }
      : junction(
          values.map((value) => ({ minimum: value, maximum: value })),
          'anyOf',
        )
  return bothRules(rules, own)
}

/** The merged structure of alternatives, and the rules of each. */
interface Joined {
  readonly structure: Part
  readonly rules: readonly JsonObject[]
}

function join(parts: readonly Part[], path: string, options: UniteOptions): Joined {
  const [first = ANYTHING] = parts
  const notes = notesOf(parts)
  if (first.reference !== undefined && parts.every(({ reference }) => reference === first.reference)) {
    return { structure: { ...first, notes, rules: {} }, rules: parts.map(ownRules) }
  }
  const resolved = parts.map((part) => options.resolve(part, path))
  const type = sharedType(resolved, path, options.keyword)
  if (!allEqual(resolved.map((part) => part.nullable))) {
    throw new JsonSchemaError(path, options.keyword, 'null has to fit all alternatives, or none')
  }
  const own = resolved.map((part) =>
    type === 'number' && part.type === 'integer' ? bothRules(ownRules(part), { multipleOf: 1 }) : ownRules(part),
  )
  const members = joinMembers(resolved, path, options)
  const items = joinBelow(
    resolved.map((part) => part.items),
    `${path}[]`,
    options,
  )
  const values = joinBelow(
    resolved.map((part) => part.values),
    `${path}.*`,
    options,
  )
  if ((values && !values.isSame) || (values && members.properties)) {
    throw new JsonSchemaError(path, options.keyword, 'maps have values of the same kind in all alternatives')
  }
  return {
    structure: {
      ...(type !== undefined && { type }),
      ...(resolved.some((part) => part.intOrString) && { intOrString: true }),
      ...(resolved.some((part) => part.open) && { open: true }),
      ...(members.properties && { properties: members.properties }),
      ...(items && { items: items.structure }),
      ...(values && { values: values.structure }),
      nullable: resolved.every((part) => part.nullable),
      notes,
      rules: {},
    },
    rules: own.map((rules, index) => {
      const inner = {
        ...members.rules[index],
        ...(items && !isEmpty(items.rules[index] ?? {}) && { items: items.rules[index] ?? {} }),
      }
      return bothRules(rules, inner)
    }),
  }
}

function sharedType(parts: readonly Part[], path: string, keyword: string): string | undefined {
  const types = new Set(parts.map((part) => part.type ?? (part.intOrString ? 'integer or string' : 'any')))
  if (types.size === 1) return parts[0]?.type
  if ([...types].every((type) => type === 'integer' || type === 'number')) return 'number'
  throw new JsonSchemaError(path, keyword, `alternatives are of one type, not ${[...types].join(', ')}; ${ONE_TYPE}`)
}

/** Descriptions, titles and deprecations that all alternatives share; extensions and defaults of any alternative. */
function notesOf(parts: readonly Part[]): JsonObject {
  const [first, ...others] = parts.map(({ notes }) => notes)
  const notes = { ...first }
  for (const key of ['description', 'title', 'deprecated'])
    if (!others.every((other) => other[key] === notes[key])) delete notes[key]
  for (const { description, title, deprecated, ...other } of others)
    for (const key of Object.keys(other)) if (!Object.hasOwn(notes, key)) setKey(notes, key, other[key])
  return notes
}

function joinMembers(parts: readonly Part[], path: string, options: UniteOptions) {
  const rules = parts.map(() => ({}) as { properties?: JsonObject })
  if (!parts.some(({ properties }) => properties)) return { rules }
  const properties = new Map<string, Part>()
  for (const key of new Set(parts.flatMap((part) => [...(part.properties?.keys() ?? [])]))) {
    const at = memberPath(path, key)
    const owners = parts.flatMap((part, index) => (part.properties?.has(key) ? [index] : []))
    const found = owners.map((index) => parts[index]?.properties?.get(key) ?? ANYTHING)
    const defaults = parts.map((part) => part.properties?.get(key)?.notes.default)
    if (!allEqual(defaults)) throw new JsonSchemaError(at, 'default', 'a default is the same in all alternatives, or in none')
    const joined = join(found, at, options)
    const isShared = owners.length === parts.length && allEqual(joined.rules)
    const known = owners.length === parts.length ? allValues(joined.rules) : undefined
    const rulesOfAll = isShared ? (joined.rules[0] ?? {}) : known ? { enum: known } : joined.structure.rules
    properties.set(key, { ...joined.structure, rules: rulesOfAll })
    if (isShared) continue
    for (const [at, index] of owners.entries()) {
      const own = joined.rules[at] ?? {}
      const target = rules[index]
      if (!target || isEmpty(own)) continue
      const members = { ...target.properties }
      setKey(members, key, own)
      target.properties = members
    }
  }
  return { properties, rules }
}

/** The values of a member that each alternative lists, such as those of a discriminator; undefined for any other member. */
function allValues(rules: readonly JsonObject[]): readonly JsonValue[] | undefined {
  const lists = rules.map(({ enum: values }) => values)
  return lists.every((values) => Array.isArray(values)) ? [...new Set(lists.flat())] : undefined
}

function joinBelow(parts: readonly (Part | undefined)[], path: string, options: UniteOptions) {
  const found = parts.filter((part) => part !== undefined)
  if (found.length === 0) return undefined
  if (found.length < parts.length)
    throw new JsonSchemaError(path, options.keyword, 'alternatives are described alike, or not at all')
  const { structure, rules } = join(found, path, options)
  const isSame = allEqual(rules)
  return isSame ? { structure: { ...structure, rules: rules[0] ?? {} }, rules: [], isSame } : { structure, rules, isSame }
}
