/**
 * A parsed JSON schema node. As structural schemas require, the structure, which is specified once, is separate from the rules,
 * which may also be inside `allOf`, `anyOf`, `oneOf` and `not`.
 *
 * @module
 */

import { isRecord, type JsonObject, jsonEqual } from '../../meta/index.js'

/** A parsed schema node. */
export interface Part {
  /** JSON type; absent when any value fits. `null` accepts only null. */
  readonly type?: string
  /** Accepts integers and strings. */
  readonly intOrString?: boolean
  readonly nullable: boolean
  /** Description, default, extensions: keywords that do not validate. */
  readonly notes: JsonObject
  readonly properties?: ReadonlyMap<string, Part>
  /** Schema of a map's values. */
  readonly values?: Part
  /** Whether unknown fields are preserved. */
  readonly open?: boolean
  readonly items?: Part
  /** Name of the referenced definition, which has the rest. */
  readonly reference?: string
  /** Validating keywords, as allowed inside `allOf`, `anyOf`, `oneOf` and `not`. */
  readonly rules: JsonObject
}

/** Accepts any value. */
export const ANYTHING: Part = Object.freeze({ nullable: true, notes: {}, rules: {} })

/** Whether a part accepts any value. */
export const isAnything = (part: Part): boolean =>
  part.type === undefined && !part.intOrString && part.reference === undefined && isEmpty(part.rules)

/** Whether an object has no members. */
export const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0

/** Whether all values are deeply equal. */
export const allEqual = (values: readonly unknown[]): boolean => values.every((value) => jsonEqual(value, values[0]))

/**
 * The rules of a part, as they are written to a structural schema. An `enum` refuses null unless it lists it, even if the type is
 * nullable, and also inside `anyOf` and the like; so null is added for nullable parts.
 */
export function ownRules({ rules, nullable }: Part): JsonObject {
  const { enum: values } = rules
  return nullable && Array.isArray(values) && !values.includes(null) ? { ...rules, enum: [...values, null] } : rules
}

/** A construct that structural schemas cannot express. */
export class JsonSchemaError extends Error {
  /** The path of the values that it describes, such as `spec.ports[].name`; empty for the root. */
  readonly path: string
  /** The construct, such as `prefixItems`. */
  readonly construct: string
  /** Why it cannot be expressed, and what to use instead. */
  readonly reason: string

  /**
   * @param path - Path of the values that it describes.
   * @param construct - The construct.
   * @param reason - Why it cannot be expressed, and what to use instead.
   */
  constructor(path: string, construct: string, reason: string) {
    super(`JSON schema: ${path === '' ? 'the whole value' : path}: ${construct}: ${reason}`)
    this.name = 'JsonSchemaError'
    this.path = path
    this.construct = construct
    this.reason = reason
  }

  /** The same error in a larger schema, where the whole value is a field such as `spec`. */
  within(field: string): JsonSchemaError {
    const { path } = this
    return new JsonSchemaError(
      path.startsWith('[') ? field + path : path === '' ? field : `${field}.${path}`,
      this.construct,
      this.reason,
    )
  }
}

/** What to write for values of several types. */
export const ONE_TYPE =
  'a whole number or text may be (intOrString of binnacle/zod); otherwise write an object with an optional field for each, or z.unknown() with .refine()'

/** The path of a member. */
export const memberPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/**
 * Combines rules that both have to hold. If they differ in a keyword, the second ones go to `allOf`.
 *
 * @param first - Rules.
 * @param second - More rules.
 */
export function bothRules(first: JsonObject, second: JsonObject): JsonObject {
  if (isEmpty(first)) return second
  if (isEmpty(second)) return first
  const { allOf: ownParts = [], required: ownRequired = [], ...own } = first as Record<string, never>
  const { allOf: moreParts = [], required: moreRequired = [], ...more } = second as Record<string, never>
  const required = [...new Set([...(ownRequired as string[]), ...(moreRequired as string[])])]
  const parts = [...(ownParts as JsonObject[]), ...(moreParts as JsonObject[])]
  const clashes =
    Object.keys(more).some((key) => Object.hasOwn(own, key) && !jsonEqual(own[key], more[key])) || boundsMeet(own, more)
  if (clashes) parts.push(more)
  return {
    ...own,
    ...(!clashes && (more as JsonObject)),
    ...(required.length > 0 && { required }),
    ...(parts.length > 0 && { allOf: parts }),
  }
}

/** A bound and its `exclusive…` flag are separate keywords that must not be mixed between two schemas. */
const boundsMeet = (first: JsonObject, second: JsonObject): boolean =>
  ['minimum', 'maximum'].some(
    (key) => Object.hasOwn(first, key) && Object.hasOwn(second, key) && first[exclusive(key)] !== second[exclusive(key)],
  )

const exclusive = (key: string): string => `exclusive${key[0]?.toUpperCase()}${key.slice(1)}`

/** The value if it is an object, otherwise an empty object. */
export const recordOf = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {})
