/**
 * One place of a JSON schema, taken apart into what a structural schema keeps apart: the structure, which is said once, and
 * the rules, which may also stand in the parts of a junction.
 *
 * @module
 */

import { isRecord, type JsonObject, jsonEqual } from '../../meta/index.js'

/** What one place says. */
export interface Part {
  /** JSON type; absent when any value fits. `null` accepts only null. */
  readonly type?: string
  /** A whole number or text. */
  readonly intOrString?: boolean
  readonly nullable: boolean
  /** Description, default, markers: what says nothing about values. */
  readonly notes: JsonObject
  readonly properties?: ReadonlyMap<string, Part>
  /** Values of a map. */
  readonly values?: Part
  /** Whether members that are not described are kept. */
  readonly open?: boolean
  readonly items?: Part
  /** Name of the definition that says the rest. */
  readonly reference?: string
  /** Keywords that validate values, as allowed in a junction. */
  readonly rules: JsonObject
}

/** A place that takes anything. */
export const ANYTHING: Part = Object.freeze({ nullable: true, notes: {}, rules: {} })

/** Whether a place takes anything. */
export const isAnything = (part: Part): boolean =>
  part.type === undefined && !part.intOrString && part.reference === undefined && isEmpty(part.rules)

/** Whether an object has no members. */
export const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0

/** Whether all are the same by content. */
export const allEqual = (values: readonly unknown[]): boolean => values.every((value) => jsonEqual(value, values[0]))

/**
 * What a place asks of its own values, as it is written. A list of values leaves null out unless it names it, whatever the
 * type allows, and in a junction as well.
 */
export function ownRules({ rules, nullable }: Part): JsonObject {
  const { enum: values } = rules
  return nullable && Array.isArray(values) && !values.includes(null) ? { ...rules, enum: [...values, null] } : rules
}

/** A construct that structural schemas cannot say. */
export class JsonSchemaError extends Error {
  /** Where it is: the path of the values that it is about, such as `spec.ports[].name`; empty for the whole. */
  readonly path: string
  /** What stands there, such as `prefixItems`. */
  readonly construct: string

  /**
   * @param path - Where it is.
   * @param construct - What stands there.
   * @param reason - Why it cannot be, and what would do.
   */
  constructor(path: string, construct: string, reason: string) {
    super(`JSON schema: ${path === '' ? 'the whole value' : path}: ${construct}: ${reason}`)
    this.name = 'JsonSchemaError'
    this.path = path
    this.construct = construct
  }
}

/** The path of a member. */
export const memberPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/**
 * Joins rules that hold together. What both say of the same keyword is kept apart under `allOf`.
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

/** A bound and whether it is itself excluded are two keywords that go together. */
const boundsMeet = (first: JsonObject, second: JsonObject): boolean =>
  ['minimum', 'maximum'].some(
    (key) => Object.hasOwn(first, key) && Object.hasOwn(second, key) && first[exclusive(key)] !== second[exclusive(key)],
  )

const exclusive = (key: string): string => `exclusive${key[0]?.toUpperCase()}${key.slice(1)}`

/** The members of an object that are schemas or anything else, by name; empty for what is no object. */
export const recordOf = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {})
