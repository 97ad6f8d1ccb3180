/**
 * Validation of the versions of a custom resource definition.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  type JsonObject,
  jsonEqual,
  type Pausing,
  requiredField,
  tooManyField,
  type UnknownRecord,
  utf8Length,
  validateLetterLabel,
} from '../../meta/index.js'
import { checkRules, loadEngines, withDefinitionBudget } from '../../schema/index.js'
import { getRecord, listOf, recordOf, textOf } from '../fields/fields.js'
import { versionsOf } from './definition-fields.js'
import { validateStructure } from './structural.js'
import { validateDefaults } from './validate-defaults.js'
import { validatePatterns } from './validate-patterns.js'
import { validateSelectable } from './validate-selectable-fields.js'

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
/** Maximum length of a warning, in bytes. */
const WARNING_MAX = 256
/** Anything but letters, marks, numbers, punctuation, symbols and the plain space. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u
/** Maximum number of table columns, which are evaluated for each row of each list (ours). */
const COLUMNS_MAX = 500
/**
 * Maximum number of schema nodes, as each takes some microseconds to check (ours); the largest definitions in use have 10,000 to
 * 20,000.
 */
const SCHEMA_OBJECTS_MAX = 50_000
/** Limit of errors; more would not help a reader. */
const ERRORS_MAX = 300

/**
 * Checks the versions of a definition, yielding between steps. Await {@link prepareVersions} first.
 *
 * @param definition - The definition, with defaults.
 * @param dialect - Names the schemas' extensions.
 * @param live - The stored definition. An unchanged schema may remain, even if invalid: there were fewer rules in the past.
 */
export function* validateVersions(definition: ApiObject, dialect: Dialect, live?: ApiObject): Pausing<readonly FieldError[]> {
  const former = new Map((live ? versionsOf(live) : []).map((version) => [version.name, version]))
  const versions = versionsOf(definition)
  const isChanged = (version: Readonly<UnknownRecord>): boolean => {
    const before = former.get(version.name)
    return before === undefined || !jsonEqual(before.schema, version.schema)
  }
  const changed = new Set(versions.filter(isChanged))
  if (countObjects([...changed].map(({ schema }) => schema)) > SCHEMA_OBJECTS_MAX) return [tooManyParts]
  const names = versions.map(({ name }) => textOf(name))
  const common = commonParts(versions)
  /** Whether the schema of a version is that of a type with a status. */
  const hasStatus = (version: Readonly<UnknownRecord> | undefined): boolean =>
    version !== undefined && getRecord(version, 'subresources', 'status') !== undefined
  const isOfStatus = (version: Readonly<UnknownRecord>): boolean =>
    common.has('schema') ? versions.some(hasStatus) : hasStatus(version)
  const shown = versions.map(({ name, served, storage }) => ({ name, served, storage }))
  function* schemaErrors(): Pausing<readonly (readonly FieldError[])[]> {
    const all: (readonly FieldError[])[] = []
    let found = 0
    for (const [i, version] of versions.entries()) {
      const schema = getRecord(version, 'schema', 'openAPIV3Schema')
      const before = former.get(version.name)
      const gainsStatus = isOfStatus(version) && !hasStatus(before)
      if (!schema || !(changed.has(version) || gainsStatus)) continue
      // Parts that all versions share are checked once.
      if (common.has('schema') && found > 0) break
      const path = common.has('schema') ? COMMON_SCHEMA : schemaPathOf(i)
      const errors = [
        ...(isOfStatus(version) ? validateRoot(schema, path, dialect.schemaPrefix) : []),
        ...(changed.has(version) ? yield* validateSchema(schema, path, dialect, before) : []),
      ]
      all[i] = errors
      found += errors.length
      if (found > ERRORS_MAX) break
    }
    return all
  }
  const faults = yield* withDefinitionBudget(schemaErrors())
  return [
    ...errorsOf(versions, (version, i) => validateVersion(version, i, faults[i] ?? [], common)),
    // The first version is also the `spec.version` of the oldest clients.
    ...names
      .slice(0, 1)
      .flatMap((name) => validateLetterLabel(name).map((message) => invalidField('spec.version', name, message))),
    ...(new Set(names).size === names.length ? [] : [invalidField('spec.versions', shown, 'must contain unique version names')]),
    ...(versions.filter(({ storage }) => storage === true).length === 1
      ? []
      : [invalidField('spec.versions', shown, 'must have exactly one version marked as storage version')]),
  ]
}

/** Parts that Kubernetes reports once, at the top level, if all versions share them. */
const COMMON_PARTS = ['schema', 'additionalPrinterColumns', 'subresources', 'selectableFields'] as const
type CommonParts = ReadonlySet<(typeof COMMON_PARTS)[number]>

const commonParts = (versions: readonly Readonly<UnknownRecord>[]): CommonParts =>
  new Set(COMMON_PARTS.filter((part) => versions.every((version) => jsonEqual(version[part], versions[0]?.[part]))))

const COMMON_SCHEMA = 'spec.validation.openAPIV3Schema'
const schemaPathOf = (i: number): string => `spec.versions[${i}].schema.openAPIV3Schema`

const tooManyParts = forbiddenField('spec.versions', `the schemas must not have more than ${SCHEMA_OBJECTS_MAX} parts together`)

/** Counts the objects in a value, and stops soon after the limit. */
function countObjects(value: unknown): number {
  const work: unknown[] = [value]
  let count = 0
  for (let part = work.pop(); part !== undefined && count <= SCHEMA_OBJECTS_MAX; part = work.pop()) {
    if (typeof part !== 'object' || part === null) continue
    if (!Array.isArray(part)) count++
    for (const member of Object.values(part)) if (typeof member === 'object' && member !== null) work.push(member)
  }
  return count
}

function validateVersion(
  version: Readonly<UnknownRecord>,
  index: number,
  schemaErrors: readonly FieldError[],
  common: CommonParts,
): readonly FieldError[] {
  const path = `spec.versions[${index}]`
  /** Validates a part at its path; a part that all versions share is validated once. */
  const part = (name: (typeof COMMON_PARTS)[number], judge: (at: string) => readonly FieldError[]): readonly FieldError[] => {
    if (!common.has(name)) return judge(`${path}.${name}`)
    return index === 0 ? judge(`spec.${name}`) : []
  }
  const name = textOf(version.name)
  const schema = getRecord(version, 'schema', 'openAPIV3Schema')
  const columns = listOf(version.additionalPrinterColumns)
  return [
    ...validateLetterLabel(name).map((message) => invalidField(`${path}.name`, name, message)),
    ...validateWarning(version, path),
    ...(schema ? schemaErrors : [requiredField(schemaPathOf(index), 'schemas are required')]),
    ...part('additionalPrinterColumns', (at) => [
      ...(columns.length > COLUMNS_MAX ? [tooManyField(at, columns.length, COLUMNS_MAX)] : []),
      ...errorsOf(columns.slice(0, COLUMNS_MAX), (column, i) => validateColumn(recordOf(column), `${at}[${i}]`)),
    ]),
    ...part('subresources', (at) => validateScale(getRecord(version, 'subresources', 'scale'), `${at}.scale`)),
    ...part('selectableFields', (at) => validateSelectable(listOf(version.selectableFields), schema, at)),
  ]
}

/** Keywords at the root of a schema with a status: those that are not lost for a status alone, by their names in Kubernetes' messages. */
const ROOT_KEYWORDS = [
  ...['Description', 'Type', 'Format', 'Title', 'Maximum', 'ExclusiveMaximum', 'Minimum', 'ExclusiveMinimum', 'MaxLength'],
  ...['MinLength', 'Pattern', 'MaxItems', 'MinItems', 'UniqueItems', 'MultipleOf', 'Required', 'Items', 'Properties'],
  ...['ExternalDocs', 'Example', 'XPreserveUnknownFields', 'XValidations'],
]
const ROOT_MARKERS = ['preserve-unknown-fields', 'validations']

/** Checks the root of the schema of a type with a status. */
function validateRoot(schema: Readonly<UnknownRecord>, path: string, prefix: string): readonly FieldError[] {
  const where = 'at the root of the schema if the status subresource is enabled'
  const type = textOf(schema.type)
  if (type !== '' && type !== 'object')
    return [invalidField(`${path}.type`, type, `only "object" is allowed as the type ${where}`)]
  const allowed = new Set([
    ...ROOT_KEYWORDS.map((name) => name.charAt(0).toLowerCase() + name.slice(1)),
    ...ROOT_MARKERS.map((marker) => prefix + marker),
  ])
  const others = Object.entries(schema).filter(
    ([keyword, value]) => !allowed.has(keyword) && value !== undefined && value !== null && value !== false && value !== '',
  )
  if (others.length === 0) return []
  const shown = Object.fromEntries(others)
  return [invalidField(path, shown, `only [${ROOT_KEYWORDS.join(' ')}] fields are allowed ${where}`)]
}

/** A structural schema can be compiled, and its defaults and rules checked. */
function* validateSchema(
  schema: Readonly<UnknownRecord>,
  path: string,
  dialect: Dialect,
  before: Readonly<UnknownRecord> | undefined,
): Pausing<readonly FieldError[]> {
  const former = before && getRecord(before, 'schema', 'openAPIV3Schema')
  const errors = [...(yield* validateStructure(schema, path, dialect)), ...(yield* validatePatterns(schema, path, former))]
  if (errors.length > 0) return errors
  const misfits = yield* validateDefaults(schema, path, dialect)
  return misfits.length > 0 ? misfits : yield* checkRules(schema as JsonObject, { path, prefix: dialect.schemaPrefix })
}

/**
 * Loads the engines for checking the schemas of a definition.
 *
 * @param definition - The definition in the request.
 * @returns Undefined when everything is loaded.
 */
export function prepareVersions(definition: ApiObject): Promise<void> | undefined {
  const loading = versionsOf(definition)
    .map((version) => loadEngines((getRecord(version, 'schema', 'openAPIV3Schema') ?? {}) as JsonObject))
    .filter((wait) => wait !== undefined)
  return loading.length > 0 ? Promise.all(loading).then(() => {}) : undefined
}

function validateWarning({ deprecated, deprecationWarning }: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const field = `${path}.deprecationWarning`
  if (deprecationWarning === undefined) return []
  const text = textOf(deprecationWarning)
  const wrong = (detail: string): FieldError => invalidField(field, text, detail)
  if (deprecated !== true) return [wrong('can only be set for deprecated versions')]
  if (text === '') return [wrong('must not be an empty string')]
  const unprintable = UNPRINTABLE.exec(text)
  const at = unprintable ? utf8Length(text.slice(0, unprintable.index)) : 0
  return [
    ...(utf8Length(text) > WARNING_MAX ? [wrong(`must be <= ${WARNING_MAX} characters long`)] : []),
    ...(unprintable ? [wrong(`must only contain printable UTF-8 characters; non-printable character found at index ${at}`)] : []),
  ]
}

function validateColumn({ name, type, format, jsonPath }: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  return [
    ...(textOf(name) === '' ? [requiredField(`${path}.name`)] : []),
    ...oneOf(`${path}.type`, textOf(type), COLUMN_TYPES),
    ...(textOf(format) === '' ? [] : oneOf(`${path}.format`, textOf(format), COLUMN_FORMATS)),
    ...validateJsonPath(`${path}.JSONPath`, textOf(jsonPath)),
  ]
}

function oneOf(field: string, value: string, allowed: readonly string[]): readonly FieldError[] {
  const rule = `must be one of ${allowed.join(',')}`
  if (value === '') return [requiredField(field, rule)]
  return allowed.includes(value) ? [] : [invalidField(field, value, rule)]
}

const NO_PATH = 'must be a simple json path starting with .'

/** Anything that starts with a dot is accepted; after an unreadable path, tables show no columns. */
function validateJsonPath(field: string, path: string): readonly FieldError[] {
  if (path === '') return [requiredField(field)]
  return path.startsWith('.') ? [] : [invalidField(field, path, NO_PATH)]
}

function validateScale(scale: Readonly<UnknownRecord> | undefined, path: string): readonly FieldError[] {
  if (!scale) return []
  const check = (field: string, roots: readonly string[], isOptional = false): readonly FieldError[] => {
    const value = textOf(scale[field])
    if (value === '') return isOptional ? [] : [requiredField(`${path}.${field}`)]
    if (!value.startsWith('.')) return [invalidField(`${path}.${field}`, value, NO_PATH)]
    if (roots.some((root) => value.startsWith(`.${root}.`))) return []
    const either = roots.length > 1 ? 'either ' : ''
    const under = roots.map((root) => `.${root}`).join(' or ')
    return [invalidField(`${path}.${field}`, value, `should be a json path under ${either}${under}`)]
  }
  return [
    ...check('specReplicasPath', ['spec']),
    ...check('statusReplicasPath', ['status']),
    ...check('labelSelectorPath', ['spec', 'status'], true),
  ]
}
