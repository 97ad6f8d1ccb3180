/**
 * Extensions of zod types that JSON schema cannot express: how lists and maps merge, and Kubernetes' own types.
 *
 * Each function marks a type; `defineResource` reads the marks, and converts them to its dialect. This is the only module that
 * needs zod.
 *
 * @module
 */

import { z } from 'zod'
import { check } from '../meta/index.js'

/** The vendor part is replaced by that of the dialect when a type is defined. */
const MARK = 'x-platform-'

const isType = (value: unknown): value is z.ZodType => check.has(value, 'safeParse') && check.has(value, 'meta')

/** Refuses any other value than a type of zod 4; those of zod 3 cannot be marked. */
function requireType(callee: string, name: string, type: unknown): void {
  if (!isType(type)) check.refuse(callee, check.wrong('a type of zod 4', type, name))
}

const ruleList = /* @__PURE__ */ check.listOf(
  check.members<keyof Rule>(
    {
      rule: check.text,
      message: check.text,
      messageExpression: check.text,
      reason: check.text,
      fieldPath: check.text,
      optionalOldSelf: check.truth,
    },
    ['rule'],
  ),
)

/**
 * A list whose entries are identified by some of their fields, and merged entry by entry.
 *
 * @param item - Type of an entry: an object with the keys.
 * @param keys - Names of the fields (text, numbers or booleans) that together identify an entry.
 * @see Specification, "Server-side apply", 8
 */
export const listMap = <T extends z.ZodObject>(
  item: T,
  keys: readonly [keyof z.output<T> & string, ...(keyof z.output<T> & string)[]],
) => {
  requireType('listMap', 'item', item)
  check.refuse('listMap', check.listOf(check.text)(keys, 'keys'))
  return z.array(item).meta({ [`${MARK}list-type`]: 'map', [`${MARK}list-map-keys`]: [...keys] })
}

/**
 * A list of unique scalar values, each with its own owner.
 *
 * @param item - Type of a value.
 * @see Specification, "Server-side apply", 8
 */
export const listSet = <T extends z.ZodType<string | number | boolean>>(item: T) => {
  requireType('listSet', 'item', item)
  return z.array(item).meta({ [`${MARK}list-type`]: 'set' })
}

/**
 * A list or an object that one manager owns as a whole.
 *
 * @param type - Type of the list or object.
 * @see Specification, "Server-side apply", 8
 */
export const atomic = <T extends z.ZodArray | z.ZodObject | z.ZodRecord>(type: T): T => {
  requireType('atomic', 'type', type)
  return type.meta({ [type instanceof z.ZodArray ? `${MARK}list-type` : `${MARK}map-type`]: 'atomic' }) as T
}

/** A whole number or text, such as `8080` or `'http'`. */
export const intOrString = () => z.union([z.int(), z.string()]).meta({ [`${MARK}int-or-string`]: true })

/** An amount with a unit, such as `'500m'`, `'1.5Gi'` or `2`. */
export const quantity = () =>
  z.union([z.int(), z.string()]).meta({
    [`${MARK}int-or-string`]: true,
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  })

/**
 * An object that keeps unknown members.
 *
 * @param type - The known members of the object.
 */
export const preserveUnknown = <T extends z.ZodObject>(type: T): T => {
  requireType('preserveUnknown', 'type', type)
  return type.meta({ [`${MARK}preserve-unknown-fields`]: true }) as T
}

/** A rule in the Common Expression Language, about a value as `self` and, on updates, about the old value as `oldSelf`. */
export interface Rule {
  /** An expression that is true for valid values, such as `self.low <= self.high`. */
  readonly rule: string
  /** The error message. Default: the rule itself. */
  readonly message?: string
  /** An expression that makes the message. */
  readonly messageExpression?: string
  /** Default `FieldValueInvalid`. */
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate'
  /** The field of the error, such as `.low`. Default: the value itself. */
  readonly fieldPath?: string
  /** Also checks new values, with `oldSelf` as an optional. */
  readonly optionalOldSelf?: boolean
}

/**
 * A type with validation rules.
 *
 * @param type - Type of the values.
 * @param rules - Rules for each value.
 */
export const withRules = <T extends z.ZodType>(type: T, ...rules: readonly [Rule, ...Rule[]]): T => {
  requireType('withRules', 'type', type)
  check.refuse('withRules', ruleList(rules, 'rules'))
  return type.meta({ [`${MARK}validations`]: rules }) as T
}
