/**
 * Checks of arguments and options of public functions, for programs without types.
 *
 * Handwritten and shallow: a plane is created in a millisecond, and loading a validation library would take many times that.
 *
 * @module
 */

import { isPromise } from '../async/and-then.js'
import { isRecord } from '../values/json.js'
import { closestWord } from './closest-word.js'

/** Finds errors of a value: its path, and the expected value. */
export type OptionCheck = (value: unknown, path: string) => Iterable<string>

/**
 * Throws for invalid arguments.
 *
 * @param callee - Name of the function.
 * @param problems - Errors found by the checks of its arguments.
 * @throws TypeError with one line per problem: the function, the path, the value, and the expected one.
 */
export function refuse(callee: string, problems: Iterable<string>): void {
  let lines = ''
  for (const problem of problems) lines += `${lines && '\n'}${callee}: ${problem}`
  if (lines !== '') throw new TypeError(lines)
}

/** Represents a text that may be a secret. */
const HIDDEN = Symbol('text')

/** A value in one line: for lists, objects and functions only their type. */
export function shown(value: unknown): string {
  if (value === HIDDEN) return 'a text'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  if (isPromise(value)) return 'a promise (await it)'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** A promise has no members of its own, and would pass for an object whose members are all optional. */
export { isPromise }

/** An error of an invalid value. */
export const wrong = (expected: string, value: unknown, path: string): readonly string[] => [
  `${path} is ${shown(value)}: expected ${expected}`,
]

/** No errors. One shared list, as some functions are called for every object. */
const NOTHING: readonly string[] = []

/**
 * A check of one value.
 *
 * @param expected - Description of valid values.
 * @param isRight - Whether a value is valid.
 */
export const fits =
  (expected: string, isRight: (value: unknown) => boolean): OptionCheck =>
  (value, path) =>
    isRight(value) ? NOTHING : wrong(expected, value, path)

/** A check that does not print texts, which may be secrets. */
export const secret =
  (check: OptionCheck): OptionCheck =>
  (value, path) =>
    check(typeof value === 'string' ? HIDDEN : value, path)

/** Whether a value is an object with a method. */
export const has = (value: unknown, method: string): boolean => isObject(value) && typeof value[method] === 'function'

/**
 * Whether a value is a type of a schema library. A JSON schema made by zod has a member `~standard` too, which is neither enumerable
 * nor writable. That of a type of zod that was used is writable, and that of a frozen type enumerable.
 *
 * @see Standard Schema
 */
export function isType(value: unknown): boolean {
  if (!((isObject(value) || typeof value === 'function') && '~standard' in value)) return false
  const { enumerable, writable } = Object.getOwnPropertyDescriptor(value, '~standard') ?? {}
  return enumerable || writable !== false
}

/** Whether a value has members; true for lists. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A list; each item is checked. */
export const listOf = (check: OptionCheck): OptionCheck =>
  function* checkList(value, path) {
    if (!Array.isArray(value)) yield `${path} is ${shown(value)}: expected a list`
    else for (const [i, item] of value.entries()) yield* check(item, `${path}[${i}]`)
  }

/** An object with any member names; each value is checked. */
export const mapOf = (check: OptionCheck): OptionCheck =>
  function* checkMap(value, path) {
    if (!isRecord(value) || isPromise(value)) yield `${path} is ${shown(value)}: expected an object`
    else for (const [name, item] of Object.entries(value)) yield* check(item, `${path}.${name}`)
  }

/**
 * An object with only these members. Undefined members count as absent.
 *
 * @param checks - By name.
 * @param required - Names of the required members.
 */
export const members =
  <K extends string>(checks: Readonly<Record<K, OptionCheck>>, required: readonly NoInfer<K>[] = []): OptionCheck =>
  (value, path) => {
    if (!isRecord(value) || isPromise(value))
      return [`${path || 'the options'} ${path ? 'is' : 'are'} ${shown(value)}: expected an object`]
    const place = (name: string) => (path === '' ? name : `${path}.${name}`)
    const known: Readonly<Record<string, OptionCheck>> = checks
    let problems: string[] | undefined
    const add = (found: Iterable<string>) => {
      if (found !== NOTHING) problems = [...(problems ?? NOTHING), ...found]
    }
    for (const name of Object.keys(value)) {
      const member = value[name]
      const check = Object.hasOwn(known, name) ? known[name] : undefined
      if (check && member !== undefined) add(check(member, place(name)))
      else if (!check) add([unknownMember(place(name), name, Object.keys(known))])
    }
    for (const name of required) if (value[name] === undefined) add(checks[name](undefined, place(name)))
    return problems ?? NOTHING
  }

function unknownMember(place: string, name: string, known: readonly string[]): string {
  const near = closestWord(name, known)
  return `${place} is unknown: ${near === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`}`
}

/** Text. */
export const text = /* @__PURE__ */ fits('text', (value) => typeof value === 'string')
/** A boolean. */
export const truth = /* @__PURE__ */ fits('true or false', (value) => typeof value === 'boolean')
/** A function. */
export const callable = /* @__PURE__ */ fits('a function', (value) => typeof value === 'function')
/** An object that is not a list. */
export const object = /* @__PURE__ */ fits('an object', (value) => isObject(value) && !Array.isArray(value) && !isPromise(value))
/** Whether a value is a document with schemas in it: one of OpenAPI, or what `fromJsonSchema` or `compileSchema` returns. */
const hasSchemas = (value: unknown): boolean =>
  isObject(value) && !('$ref' in value) && ['document', 'openapi', 'swagger'].some((key) => key in value)
/** No value whose members would pass for an empty JSON schema: a type of a schema library, a document, a promise, or none at all. */
export const oneSchema = /* @__PURE__ */ fits(
  'one JSON schema, as z.toJSONSchema(type), or the document of fromJsonSchema',
  (value) => value !== undefined && !isType(value) && !isPromise(value) && !hasSchemas(value),
)
/** A number that is not negative. */
export const amount = /* @__PURE__ */ fits('a number, 0 or more', (value) => typeof value === 'number' && value >= 0)
/** A whole number that is not negative. */
export const whole = /* @__PURE__ */ fits('a whole number, 0 or more', (value) => Number.isInteger(value) && Number(value) >= 0)
/**
 * One of several words.
 *
 * @param words - The words.
 */
export const oneOf = (words: readonly string[]): OptionCheck => {
  const quoted = words.map((word) => JSON.stringify(word))
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ')
  return fits(expected, (value) => words.some((word) => word === value))
}
const isUser = (value: unknown): boolean => isObject(value) && typeof value.username === 'string' && Array.isArray(value.groups)
/** A user. */
export const user = /* @__PURE__ */ fits('an object with a username and a list of groups', isUser)
/** A user, or only a name. */
export const userOrName = /* @__PURE__ */ fits(
  'a name, or { username, groups }',
  (value) => (typeof value === 'string' && value !== '') || isUser(value),
)
/** A source of time. */
export const clock = /* @__PURE__ */ fits('a clock', (value) => has(value, 'now'))
/** A source of random values. */
export const random = /* @__PURE__ */ fits('a source of random bytes', (value) => has(value, 'bytes'))
/** An option that its own part checks. */
export const anything: OptionCheck = () => NOTHING

/**
 * An object with a name.
 *
 * @param method - A method that is required too; undefined for none.
 * @param expected - Description of valid values.
 */
export const named = (method: string | undefined, expected: string): OptionCheck =>
  function* check(value, path) {
    if (!isObject(value) || (method !== undefined && !has(value, method)))
      yield `${path} is ${shown(value)}: expected ${expected}`
    else if (typeof value.name !== 'string' || value.name === '') yield `${path}.name is ${shown(value.name)}: expected a name`
  }
