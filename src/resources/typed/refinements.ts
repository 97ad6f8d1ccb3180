/**
 * What types say that no JSON schema can: refinements are run, and what changes values is refused.
 *
 * zod's types tell what they are made of under `_zod.def`; no library is imported, as none is needed to look.
 *
 * @module
 */

import { type ApiObject, errorsOf, type FieldError, formatFieldPath, invalidField, isRecord } from '../../meta/index.js'
import { isTypeWithSchema, type TypeWithSchema } from './type-with-schema.js'
import type { VersionSchema } from './written-schema.js'

/** How a type of zod is made, as far as we look at it. */
interface Made {
  readonly type?: unknown
  readonly checks?: readonly unknown[]
  readonly transform?: unknown
  readonly coerce?: unknown
  readonly getter?: unknown
  readonly [member: string]: unknown
}

/** What is found in a type. */
interface Findings {
  refines: boolean
  readonly problems: string[]
}

/** What the parts of a version's schema are called. */
const PARTS = ['spec', 'status'] as const

/**
 * Finds what stored data cannot show: types whose values are not what was sent.
 *
 * @param schema - Schema of a version.
 * @returns A line for each place, which says what to write in its stead.
 */
export function typeProblems(schema: VersionSchema): readonly string[] {
  if (isTypeWithSchema(schema) || isOfZod3(schema))
    return ['schema is a type: write { spec: type }, and { spec, status } where there is a status']
  const older = PARTS.filter((name) => isOfZod3((schema as { readonly [part: string]: unknown })[name]))
  const unknown =
    partsOf(schema).length > 0 ? Object.keys(schema).filter((name) => !(PARTS as readonly string[]).includes(name)) : []
  return [
    ...unknown.map((name) => `schema.${name} is unknown: expected spec and status`),
    ...older.map((name) => `${name} is a type of zod 3, which tells no JSON schema: write it with zod 4`),
    ...partsOf(schema).flatMap(([name, type]) => findingsOf(type, name).problems),
  ]
}

const isOfZod3 = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_def' in value && 'safeParse' in value && !('_zod' in value)

/**
 * The refinements of a version's types (`.refine`, `.superRefine` and other checks of a program).
 *
 * @param schema - Schema of a version.
 * @returns Judges an object that fits the schema; undefined when the types have no refinements.
 */
export function refinementsOf(schema: VersionSchema): ((object: ApiObject) => readonly FieldError[]) | undefined {
  const refined = partsOf(schema).filter(([name, type]) => findingsOf(type, name).refines)
  if (refined.length === 0) return undefined
  return (object) =>
    refined.flatMap(([name, type]) => issuesOf(type, name, (object as { readonly [part: string]: unknown })[name]))
}

function partsOf(schema: VersionSchema): (readonly [name: string, type: TypeWithSchema])[] {
  return PARTS.flatMap((name) => {
    const type = (schema as { readonly [part: string]: unknown })[name]
    return isTypeWithSchema(type) ? [[name, type] as const] : []
  })
}

function issuesOf(type: TypeWithSchema, name: string, value: unknown): readonly FieldError[] {
  // A part that is not there was judged by the schema.
  if (value === undefined) return []
  const { validate } = type['~standard'] as { readonly validate?: (value: unknown) => unknown }
  const result = validate?.(value)
  if (result instanceof Promise) {
    result.catch(() => {}) // nobody waits for it
    throw new Error(`${name} has a refinement that is asynchronous: checks that wait belong into an admission plugin`)
  }
  const { issues = [] } = (result ?? {}) as {
    readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[]
  }
  return errorsOf(issues, ({ message, path = [] }) => {
    const keys = path.map((key) => (isRecord(key) && 'key' in key ? key.key : key)) as (string | number)[]
    return [invalidField(formatFieldPath([name, ...keys]), keys.reduce<unknown>(memberOf, value), message)]
  })
}

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined

function findingsOf(type: unknown, name: string): Findings {
  const findings: Findings = { refines: false, problems: [] }
  const seen = new Set<unknown>()
  const look = (value: unknown, path: string): void => {
    const made = madeOf(value)
    if (!made || seen.has(value)) return
    seen.add(value)
    for (const problem of problemsOf(made)) findings.problems.push(`${path} ${problem}`)
    findings.refines ||= checksOf(made).includes('custom')
    for (const [below, part] of partsOfType(made, path)) look(part, below)
  }
  look(type, name)
  return findings
}

/** Types of values that JSON does not have, and what to write instead. */
const NOT_JSON: Readonly<Record<string, string>> = {
  bigint: 'z.int(), or z.string() for whole numbers of 64 bits',
  custom: 'the type of its JSON value, with .refine()',
  date: 'z.iso.datetime()',
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
  if (checksOf(made).includes('overwrite'))
    yield 'is changed by .trim(), .overwrite() or the like: refuse what is not wanted by .regex() or .refine(), or change it in an admission plugin'
}

const madeOf = (value: unknown): Made | undefined => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || !('_zod' in value)) return undefined
  const { def } = value._zod as { readonly def?: Made }
  return def
}

const checksOf = ({ checks = [] }: Made): readonly unknown[] => checks.map((check) => madeOf(check)?.check)

/** The types that a type is made of, and where their values are. */
function* partsOfType(made: Made, path: string): Iterable<readonly [path: string, part: unknown]> {
  if (typeof made.getter === 'function') yield [path, made.getter()]
  for (const [member, part] of Object.entries(made)) {
    if (member === 'checks') continue
    if (member === 'shape' && isRecord(part)) for (const [key, type] of Object.entries(part)) yield [`${path}.${key}`, type]
    else if (Array.isArray(part)) for (const type of part) yield [path, type]
    else yield [member === 'element' ? `${path}[]` : member === 'valueType' ? `${path}.*` : path, part]
  }
}
