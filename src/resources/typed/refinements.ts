/**
 * Features of zod types that JSON schemas cannot express: refinements are run, and types that change values are refused.
 *
 * zod's types expose their definition under `_zod.def`, so zod itself is not imported.
 *
 * @module
 */

import {
  check,
  errorsOf,
  type FieldError,
  formatFieldPath,
  invalidField,
  isRecord,
  isThenable,
  jsonEqual,
  systemClock,
} from '../../meta/index.js'
import type { ResourceVersion } from '../definition/definition.js'
import { memberOf, newErrors } from './new-errors.js'
import { isTypeWithSchema, type TypeWithSchema } from './type-with-schema.js'
import type { VersionSchema } from './written-schema.js'

/** The fields of a zod type's definition that are used here. */
interface Made {
  readonly type?: unknown
  readonly checks?: readonly unknown[]
  readonly transform?: unknown
  readonly coerce?: unknown
  readonly getter?: unknown
  readonly [member: string]: unknown
}

/** The parts of a version's schema. */
const PARTS = ['spec', 'status'] as const

/**
 * Finds types that cannot be used, mostly because the parsed value would differ from the request.
 *
 * @param schema - Schema of a version.
 * @returns One line per problem, with what to write instead.
 */
export function typeProblems(schema: VersionSchema): readonly string[] {
  if (isTypeWithSchema(schema) || isOfZod3(schema))
    return ['schema is a type: write { spec: type }, and { spec, status } where there is a status']
  if (!isRecord(schema)) return check.wrong('{ spec: type } or a JSON schema', schema, 'schema')
  const older = PARTS.filter((name) => isOfZod3(schema[name]))
  if (older.length > 0) return older.map((name) => `${name} is a type of zod 3, which tells no JSON schema: write it with zod 4`)
  if (partsOf(schema).length === 0) return typesInDocument(schema)
  const unknown = Object.keys(schema).filter((name) => !(PARTS as readonly string[]).includes(name))
  const other = PARTS.filter((name) => schema[name] !== undefined && !isTypeWithSchema(schema[name]))
  return [
    ...(schema.spec === undefined ? ['schema has no spec: write { spec: type, status: type }'] : []),
    ...unknown.map((name) => `schema.${name} is unknown: expected spec and status`),
    ...other.map((name) => `schema.${name} is no type, and the other part is one: write both as types, or both as JSON schemas`),
    ...partsOf(schema).flatMap(([name, type]) =>
      typesIn(type, name).flatMap(({ made, path }) => [...problemsOf(made)].map((problem) => `${path} ${problem}`)),
    ),
  ]
}

/** Finds types inside a JSON schema, where they would be ignored. */
function typesInDocument(document: object): readonly string[] {
  const found: string[] = []
  const work: (readonly [value: unknown, path: string, depth: number])[] = [[document, 'schema', 0]]
  for (let place = work.pop(); place && found.length === 0; place = work.pop()) {
    const [value, path, depth] = place
    if (check.isType(value) || isOfZod3(value))
      found.push(`${path} is a type inside a JSON schema: write { spec: type }, where the type says the whole spec`)
    else if (depth === MAX_DEPTH) found.push('schema is nested too deep, or contains itself: a schema has at most 100 levels')
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value).reverse()) work.push([member, `${path}.${key}`, depth + 1])
  }
  return found
}

/** Each of the 100 levels of a schema is a keyword and a name; at the last there may be some values. */
const MAX_DEPTH = 250

const isOfZod3 = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_def' in value && 'safeParse' in value && !('_zod' in value)

/**
 * Collects the refinements of a version's types (`.refine`, `.superRefine` and other check functions).
 *
 * @param schema - Schema of a version.
 * @returns Validates an object that fits the schema, and in an update does not count what is wrong with the old object already;
 *   undefined when the types have no refinements.
 */
export function refinementsOf(schema: VersionSchema): ResourceVersion['refine'] {
  const refined = partsOf(schema).filter(([name, type]) => {
    const checks = typesIn(type, name).flatMap(({ made }) => customChecksOf(made))
    for (const check of checks) hear(check)
    return checks.length > 0
  })
  if (refined.length === 0) return undefined
  return (object, old) => refined.flatMap(([name, type]) => errorsOfPart(type, name, memberOf(object, name), memberOf(old, name)))
}

function partsOf(schema: VersionSchema): (readonly [name: string, type: TypeWithSchema])[] {
  return PARTS.flatMap((name) => {
    const type = (schema as { readonly [part: string]: unknown })[name]
    return isTypeWithSchema(type) ? [[name, type] as const] : []
  })
}

function errorsOfPart(type: TypeWithSchema, name: string, value: unknown, old: unknown): readonly FieldError[] {
  // Whether a part is required was checked by the schema.
  if (value === undefined || jsonEqual(value, old)) return []
  // zod also reports what the schema has let pass, as it is not changed.
  const object = { [name]: value }
  const issues = newErrors(issuesOf(type, name, value), object, { [name]: old }, () =>
    old === undefined ? [] : issuesOf(type, name, old),
  )
  return errorsOf(issues, ({ field, message, path }) => [invalidField(field, path.reduce<unknown>(memberOf, object), message)])
}

const issuesOf = (type: TypeWithSchema, name: string, value: unknown) =>
  judged(type, name, value).map(({ message, path }) => ({
    message,
    path: [name, ...path],
    field: formatFieldPath([name, ...path]),
  }))

/** A validation error of zod. */
interface Issue {
  readonly message: string
  readonly path: readonly (string | number)[]
}
/** The class of the error that zod throws when a check returns a promise. */
const ASYNC_ERROR = '$ZodAsyncError'

function judged(type: TypeWithSchema, name: string, value: unknown): readonly Issue[] {
  const { safeParse } = type as unknown as {
    safeParse(value: unknown): { readonly error?: { readonly issues: readonly Issue[] } }
  }
  try {
    return safeParse(value).error?.issues ?? []
  } catch (error) {
    const isAsync = (error as Error | undefined)?.constructor?.name === ASYNC_ERROR
    throw new Error(isAsync ? `${name} ${ASYNCHRONOUS}` : `a refinement of ${name} threw an error`, { cause: error })
  }
}

/** Lists a type and its nested types, each once, with the paths of their values. */
function typesIn(type: unknown, name: string): readonly { readonly made: Made; readonly path: string }[] {
  const found = new Map<unknown, { readonly made: Made; readonly path: string }>()
  const look = (value: unknown, path: string): void => {
    const made = madeOf(value)
    if (!made || found.has(value)) return
    found.set(value, { made, path })
    for (const [below, part] of partsOfType(made, path)) look(part, below)
  }
  look(type, name)
  return [...found.values()]
}

/** Types of values that JSON does not have, and what to write instead. */
const NOT_JSON: Readonly<Record<string, string>> = {
  bigint: 'z.int(), or z.string() for whole numbers of 64 bits',
  custom: 'the type of its JSON value, with .refine()',
  date: 'z.iso.datetime()',
  file: 'z.string() for what names it',
  function: 'a type of data',
  map: 'z.record()',
  nan: 'z.number()',
  promise: 'the type of its result',
  set: 'listSet() of binnacle/zod, or z.array()',
  symbol: 'z.string()',
  undefined: '.optional()',
  void: '.optional()',
}

function* problemsOf(made: Made): Iterable<string> {
  const instead = typeof made.type === 'string' && Object.hasOwn(NOT_JSON, made.type) ? NOT_JSON[made.type] : undefined
  if (instead !== undefined) yield `is of the type ${made.type}, which JSON does not have: write ${instead}`
  if (typeof made.transform === 'function')
    yield 'is transformed: what is stored is what was sent, so give the type of that, and convert it in your code'
  if (made.type === 'catch')
    yield 'has .catch(): bad values are refused, so leave it out, or use .default() for values that are not there'
  if (made.coerce === true) yield 'is coerced: what is stored is what was sent, so give the type of that, without z.coerce'
  if ((made.type === 'default' || made.type === 'prefault') && isNewEachTime(made))
    yield 'has a default that is another one each time: a schema has one for all objects, so set it in an admission plugin'
  const [flag] = [made, ...checksOf(made).map(madeOf)].flatMap((one) => [...flagsOf(one?.pattern)])
  if (flag !== undefined)
    yield `has a regular expression with the flag ${flag}, and patterns of schemas have none: write it without, or use .refine()`
  if (customChecksOf(made).some(isAsynchronous)) yield ASYNCHRONOUS
  if (checksOf(made).some((check) => madeOf(check)?.check === 'overwrite'))
    yield 'is changed by .trim(), .overwrite() or the like: refuse what is not wanted by .regex() or .refine(), or change it in an admission plugin'
}

/** Whether a default differs between two calls of its function, or is the current time, which may be the same in both. */
const isNewEachTime = (made: Made): boolean => !jsonEqual(made.defaultValue, made.defaultValue) || holdsNow(made.defaultValue)

/** The time that two calls of a function and a slow machine may take. */
const NOW_MS = 5000

function holdsNow(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsNow)
  const times = typeof value === 'number' ? [value, value * 1000] : []
  // A date without a time of day may be a constant that happens to be today.
  if (typeof value === 'string' && value.includes(':')) times.push(Date.parse(value))
  return times.some((ms) => Math.abs(ms - systemClock.now()) < NOW_MS)
}

/** Flags that change what a regular expression matches, and that its source does not say. */
const flagsOf = (pattern: unknown): string =>
  check.isObject(pattern) && typeof pattern.flags === 'string' ? pattern.flags.replace(/[^ims]/g, '') : ''

const ASYNCHRONOUS =
  'has an asynchronous refinement, and a write waits for none: check what needs waiting for in an admission plugin (resourcePlugin of binnacle/admission)'

/** A check function of the embedder. */
interface CustomCheck {
  readonly _zod: { check: (payload: object) => unknown }
}

/** Checks that {@link hear} has wrapped. */
const heard = new WeakSet<object>()

/**
 * Catches rejections of a check that returns promises for some values only. zod drops such a promise when it refuses to await
 * it, so a rejection would be unhandled and end the process. Callers that await the promise are not affected.
 */
function hear(check: unknown): void {
  const { _zod: custom } = check as CustomCheck
  if (heard.has(custom)) return
  heard.add(custom)
  const { check: run } = custom
  custom.check = (payload) => {
    const result = Reflect.apply(run, custom, [payload])
    if (isThenable(result)) result.then(undefined, () => {})
    return result
  }
}

/** Whether a check returns a promise. An async function always does, and never throws synchronously. */
function isAsynchronous(check: unknown): boolean {
  const { check: run } = (check as CustomCheck)._zod
  if ([madeOf(check)?.fn, run].some((call) => Object.prototype.toString.call(call) === '[object AsyncFunction]')) return true
  try {
    // `superRefine`, and compilers for older runtimes, hide async functions, so the check is called with undefined.
    const result = run({ value: undefined, issues: [] })
    if (!isThenable(result)) return false
    result.then(undefined, () => {}) // its result is not used
    return true
  } catch {
    return false
  }
}

const madeOf = (value: unknown): Made | undefined => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || !('_zod' in value)) return undefined
  const { def } = value._zod as { readonly def?: Made }
  return def
}

const checksOf = ({ checks = [] }: Made): readonly unknown[] => checks
/** The check functions of the embedder. */
const customChecksOf = (made: Made): readonly unknown[] => checksOf(made).filter((check) => madeOf(check)?.check === 'custom')

/** Lists the direct parts of a type, with the paths of their values. */
function* partsOfType(made: Made, path: string): Iterable<readonly [path: string, part: unknown]> {
  if (typeof made.getter === 'function') yield [path, made.getter()]
  for (const [member, part] of Object.entries(made)) {
    if (member === 'checks') continue
    if (member === 'shape' && isRecord(part)) for (const [key, type] of Object.entries(part)) yield [`${path}.${key}`, type]
    else if (Array.isArray(part)) for (const type of part) yield [path, type]
    else yield [member === 'element' ? `${path}[]` : member === 'valueType' ? `${path}.*` : path, part]
  }
}
