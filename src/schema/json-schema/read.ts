/**
 * Parses JSON schemas.
 *
 * @module
 */

import { isRecord, type JsonObject, jsonEqual } from '../../meta/index.js'
import { readMarker } from '../markers.js'
import { meet } from './meet.js'
import { ANYTHING, isAnything, isEmpty, JsonSchemaError, memberPath, ONE_TYPE, type Part, recordOf } from './part.js'
import { rulesOf } from './render.js'
import { textKeywords } from './text.js'
import { unite } from './unite.js'

/** Deeper schemas are refused, as in CustomResourceDefinitions. */
const MAX_DEPTH = 100
/** Maximum number of subschemas, counted per use: references in referenced definitions multiply them. */
const MAX_PLACES = 100_000

/** Validating keywords that structural schemas do not have. */
const UNSAYABLE = [
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
  '$dynamicRef',
  '$recursiveRef',
] as const

/** Keywords that do not validate. */
const NOTES: ReadonlySet<string> = new Set(['description', 'title', 'default', 'deprecated'])

/** Rules that are the same in JSON schemas and structural schemas. */
const RULES = ['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const

/** The type of values that are integers or strings; also the name of the extension. */
const INT_OR_STRING = 'int-or-string'

const KEYS =
  'structural schemas judge values only; write z.record(z.string(), …) and check the keys by .refine() or a rule, or list them as z.partialRecord(z.enum([…]), …)'

/** Whether a schema is marked as int-or-string. */
const mayBeText = (notes: JsonObject): boolean => readMarker(notes, INT_OR_STRING) === true

/** Parses one JSON schema. */
export class Reader {
  readonly #definition: (reference: string) => unknown
  readonly #resolved = new Map<string, Part>()
  readonly #reading: string[] = []
  #places = 0
  #depth = 0

  /**
   * @param definition - Finds the target of a `$ref`.
   */
  constructor(definition: (reference: string) => unknown) {
    this.#definition = definition
  }

  /**
   * Parses a schema and its subschemas.
   *
   * @throws `JsonSchemaError` for a construct that structural schemas cannot express.
   */
  read(schema: unknown, path: string): Part {
    if (this.#depth >= MAX_DEPTH) throw new JsonSchemaError(path, 'nesting', `schemas are read ${MAX_DEPTH} levels deep`)
    this.#count(path)
    if (schema === true || schema === undefined) return ANYTHING
    if (!isRecord(schema)) throw new JsonSchemaError(path, String(schema), 'a schema is an object, and takes at least one value')
    this.#depth++
    const part = this.#place(schema as JsonObject, path)
    this.#depth--
    return part
  }

  #place(document: JsonObject, path: string): Part {
    for (const keyword of UNSAYABLE) {
      if (Object.hasOwn(document, keyword)) throw new JsonSchemaError(path, keyword, 'structural schemas have no such keyword')
    }
    const parts = [this.#own(document, path)]
    const notes = parts[0]?.notes ?? {}
    if (document.$ref !== undefined) parts.push(this.#reference(document.$ref, path))
    for (const part of listOf(document.allOf, 'allOf', path)) parts.push(this.read(part, path))
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (document[keyword] === undefined) continue
      const alternatives = listOf(document[keyword], keyword, path).map((part) => this.read(part, path))
      parts.push(unite(alternatives, { keyword, path, resolve: this.resolve, isOpen: this.#isOpen, mayBeText: mayBeText(notes) }))
    }
    const whole = parts.reduce((first, second) => meet(first, second, path, this.resolve))
    return document.nullable === true ? { ...whole, nullable: true } : whole
  }

  /** Replaces the reference of a part with the referenced definition. */
  readonly resolve = (part: Part, path: string): Part => {
    if (part.reference === undefined) return part
    this.#count(path)
    const { reference: name, ...own } = part
    const target = this.definition(name, path)
    return meet(
      { ...ANYTHING, notes: own.notes, rules: own.rules },
      { ...target, nullable: target.nullable || own.nullable },
      path,
      this.resolve,
    )
  }

  /** A parsed definition; each is parsed once. */
  definition(name: string, path: string): Part {
    const known = this.#resolved.get(name)
    if (known) return known
    const found = this.#definition(name)
    if (!found) throw new JsonSchemaError(path, `$ref ${JSON.stringify(name)}`, 'there is no such definition')
    if (this.#reading.includes(name)) {
      throw new JsonSchemaError(
        path,
        `$ref ${JSON.stringify(name)}`,
        'an alternative cannot hold itself, unless it is inside an object or a list',
      )
    }
    this.#reading.push(name)
    try {
      const part = this.read(found, path)
      this.#resolved.set(name, part)
      return part
    } finally {
      this.#reading.pop()
    }
  }

  /** Whether a definition is being parsed, so that a reference to it is recursive. */
  readonly #isOpen = (name: string): boolean => this.#reading.includes(name)

  #count(path: string): void {
    if (++this.#places > MAX_PLACES) throw new JsonSchemaError(path, 'size', `schemas have at most ${MAX_PLACES} places`)
  }

  #reference($ref: unknown, path: string): Part {
    const name = typeof $ref === 'string' ? $ref : ''
    if (!this.#definition(name)) throw new JsonSchemaError(path, `$ref ${JSON.stringify($ref)}`, 'there is no such definition')
    return { nullable: false, notes: {}, rules: {}, reference: name }
  }

  /** Parses the keywords of a schema, except `$ref`, `allOf`, `anyOf` and `oneOf`. */
  #own(document: JsonObject, path: string): Part {
    const notes = notesOf(document)
    const isMarked = mayBeText(notes)
    const { type, isNullable, rules: enumeration } = typeOf(document, path, isMarked)
    const rules: Record<string, JsonObject[string]> = {
      ...enumeration,
      ...boundsOf(document),
      ...this.#textRules(document, path),
    }
    for (const keyword of RULES) if (typeof document[keyword] === 'number') rules[keyword] = document[keyword]
    if (Array.isArray(document.required) && document.required.length > 0) rules.required = document.required
    if (document.uniqueItems === true) throw new JsonSchemaError(path, 'uniqueItems', 'mark the list as a set instead')
    if (document.not !== undefined) rules.not = this.#negated(document.not, type, path)
    const part: Part = {
      ...(isMarked || type === INT_OR_STRING ? { intOrString: true } : type !== undefined && { type }),
      nullable: isNullable,
      notes,
      rules,
    }
    return { ...part, ...this.#members(document, path), ...this.#items(document, path, rules) }
  }

  #textRules(document: JsonObject, path: string): JsonObject {
    const { format, pattern } = document
    const rules = textKeywords(format, pattern)
    if (!rules) {
      throw new JsonSchemaError(path, `pattern ${JSON.stringify(pattern)}`, 'patterns know no lookaround and no references back')
    }
    return rules
  }

  #negated(not: JsonObject[string], type: string | undefined, path: string): JsonObject {
    const part = this.read(not, path)
    if (isAnything(part) || (part.type !== undefined && part.type !== type) || part.reference !== undefined) {
      throw new JsonSchemaError(path, 'not', 'structural schemas can only exclude values of the same type by rules')
    }
    return rulesOf(part)
  }

  #members(document: JsonObject, path: string): Partial<Part> {
    const { properties, additionalProperties, propertyNames } = document
    const own = new Map<string, Part>()
    for (const [key, schema] of Object.entries(recordOf(properties))) own.set(key, this.read(schema, memberPath(path, key)))
    const keys = propertyNames === undefined ? undefined : this.#keys(propertyNames, path)
    if (additionalProperties === undefined || additionalProperties === false) {
      return own.size > 0 || properties !== undefined ? { properties: own } : {}
    }
    const values = this.read(additionalProperties, `${path}.*`)
    if (keys) {
      // A map with enumerated keys is an object with these fields.
      for (const key of keys) if (!own.has(key)) own.set(key, values)
      return { properties: own }
    }
    if (own.size === 0) return { values }
    if (isAnything(values)) return { properties: own, open: true }
    throw new JsonSchemaError(path, 'additionalProperties', 'an object has either described members or values of one kind')
  }

  /** The keys that a map may have; undefined for any. */
  #keys(propertyNames: JsonObject[string], path: string): readonly string[] | undefined {
    const { type, ...rules } = recordOf(propertyNames)
    const names = rules.enum ?? (rules.const === undefined ? undefined : [rules.const])
    if (Array.isArray(names)) return names.map(String)
    if (propertyNames === true || ((type === undefined || type === 'string') && isEmpty(rules))) return undefined
    throw new JsonSchemaError(path, 'propertyNames', KEYS)
  }

  #items(document: JsonObject, path: string, rules: Record<string, JsonObject[string]>): Partial<Part> {
    const { items, prefixItems } = document
    const at = `${path}[]`
    if (prefixItems === undefined) return items === undefined ? {} : { items: this.read(items, at) }
    const places = listOf(prefixItems, 'prefixItems', path)
    const kinds = isRecord(items) ? [...places, items as JsonObject] : places
    if (kinds.length === 0 || kinds.some((kind) => !jsonEqual(kind, kinds[0]))) {
      throw new JsonSchemaError(path, 'prefixItems', 'items of a list are all of one kind; an object can name its members')
    }
    if (items === false) rules.maxItems ??= places.length
    return { items: this.read(kinds[0], at) }
  }
}

function listOf(value: unknown, keyword: string, path: string): readonly JsonObject[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.length > 0) return value as JsonObject[]
  throw new JsonSchemaError(path, keyword, 'must be a list of schemas')
}

/** Descriptions, titles, defaults, deprecations and extensions. Examples and other annotations of JSON schemas are dropped. */
function notesOf(document: JsonObject): JsonObject {
  const kept = Object.entries(document).filter(([key]) => NOTES.has(key) || key.startsWith('x-'))
  return Object.fromEntries(kept)
}

interface TypeFacts {
  readonly type?: string
  readonly isNullable: boolean
  readonly rules: JsonObject
}

/** The type of a schema, from `type`, or from the values of `const` and `enum`. */
function typeOf(document: JsonObject, path: string, isMarked: boolean): TypeFacts {
  const listed = document.const !== undefined ? [document.const] : Array.isArray(document.enum) ? document.enum : undefined
  const values = listed?.filter((value) => value !== null)
  const declared = [document.type ?? []].flat().map(String)
  const names = declared.filter((name) => name !== 'null')
  const isNullable = declared.includes('null') || document.nullable === true || listed?.includes(null) === true
  if ((values?.length === 0 && isNullable) || (names.length === 0 && declared.length > 0))
    return { type: 'null', isNullable: true, rules: {} }
  const found = new Set(names.length > 0 ? names : values?.map(jsonType))
  const isFree = declared.length === 0 && listed === undefined
  const mayBeNull = isFree || (isNullable && (listed === undefined || listed.includes(null) || document.nullable === true))
  const type = isMarked ? undefined : oneType(found, path)
  return { ...(type !== undefined && { type }), isNullable: mayBeNull, rules: values ? { enum: values } : {} }
}

const jsonType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value

function oneType(found: ReadonlySet<string>, path: string): string | undefined {
  if (found.has('number')) {
    const others = [...found].filter((name) => name !== 'integer')
    if (others.length === 1) return 'number'
  }
  if (found.size <= 1) return [...found][0]
  if (found.size === 2 && found.has('integer') && found.has('string')) return INT_OR_STRING
  throw new JsonSchemaError(path, `type ${[...found].join(', ')}`, `a value has one type; ${ONE_TYPE}`)
}

/** Bounds of numbers, as in OpenAPI 3.0: `exclusiveMinimum` and `exclusiveMaximum` are booleans. */
function boundsOf(document: JsonObject): JsonObject {
  return { ...bound(document, 'minimum', 'exclusiveMinimum', 1), ...bound(document, 'maximum', 'exclusiveMaximum', -1) }
}

function bound(document: JsonObject, keyword: string, excluding: string, sign: number): JsonObject {
  const [limit, excluded] = [document[keyword], document[excluding]]
  if (typeof excluded === 'number' && (typeof limit !== 'number' || sign * excluded >= sign * limit)) {
    return { [keyword]: excluded, [excluding]: true }
  }
  if (typeof limit !== 'number') return {}
  return excluded === true ? { [keyword]: limit, [excluding]: true } : { [keyword]: limit }
}
