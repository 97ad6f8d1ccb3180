/**
 * Reads the fields of custom resource definitions, tolerating missing ones.
 *
 * @module
 */

import { type ApiObject, isRecord, type UnknownRecord } from '../../meta/index.js'
import { getRecord, listOf, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'

/** The names of a type, as in a definition. */
export interface CustomResourceDefinitionNames {
  readonly plural: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

/** A condition of a definition's status. */
export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly lastTransitionTime: string
  readonly reason: string
  readonly message: string
}

/** Reads names; missing ones are empty. */
export function readNames(value: unknown): CustomResourceDefinitionNames {
  const names = recordOf(value)
  return {
    plural: textOf(names.plural),
    singular: textOf(names.singular),
    kind: textOf(names.kind),
    listKind: textOf(names.listKind),
    shortNames: textsOf(names.shortNames),
    categories: textsOf(names.categories),
  }
}

/** The group of a definition. */
export const groupOf = (definition: ApiObject): string => textOf(valueAt(definition, 'spec', 'group'))

/** The requested names of a definition. */
export const namesOf = (definition: ApiObject): CustomResourceDefinitionNames => readNames(valueAt(definition, 'spec', 'names'))

/** The accepted names of a definition. */
export const acceptedNamesOf = (definition: ApiObject): CustomResourceDefinitionNames =>
  readNames(valueAt(definition, 'status', 'acceptedNames'))

/** The versions of a definition, in their order. */
export const versionsOf = (definition: ApiObject): readonly Readonly<UnknownRecord>[] =>
  listOf(valueAt(definition, 'spec', 'versions')).map(recordOf)

/**
 * The names and schemas of a definition's versions, which determine how objects are read.
 *
 * @param definition - The definition.
 * @returns JSON, for comparison.
 */
export const schemasOf = (definition: ApiObject): readonly unknown[] =>
  versionsOf(definition).map(({ name, schema }) => ({ name, schema }))

/**
 * What the values of some fields depend on: the storage version, whether a webhook converts, and the schemas of the objects that hold
 * them.
 *
 * @param definition - The definition.
 * @param paths - Names of the fields, such as `spec.color`.
 * @returns JSON, for comparison; the same for all definitions without paths.
 */
export function schemasAlong(definition: ApiObject, paths: readonly string[]): readonly unknown[] {
  if (paths.length === 0) return []
  const versions = versionsOf(definition).map(({ name, storage, schema }) => ({
    ...{ name, storage },
    schemas: paths.map((path) => nodesAlong(getRecord(schema, 'openAPIV3Schema'), path.split('.'))),
  }))
  const { preserveUnknownFields, conversion } = recordOf(definition.spec)
  return [preserveUnknownFields === true, recordOf(conversion).strategy === 'Webhook', ...versions]
}

/** The schema of each object on the way to a field, without what it says of other fields, and that of the field. */
function nodesAlong(schema: Readonly<UnknownRecord> | undefined, path: readonly string[]): readonly unknown[] {
  if (!schema) return []
  const [field, ...rest] = path
  if (field === undefined) return [schema]
  const { properties, ...own } = schema
  return [own, ...nodesAlong(getRecord(properties, field), rest)]
}

/**
 * A definition without the schemas of its versions, which are most of its size.
 *
 * @param definition - The definition.
 */
export function withoutSchemas(definition: ApiObject): ApiObject {
  const versions = versionsOf(definition).map(({ schema: _, ...version }) => version)
  return { ...definition, spec: { ...recordOf(definition.spec), versions } }
}

/** The single storage version; undefined when there is none, or more than one. */
export function storageVersionOf(definition: ApiObject): string | undefined {
  const stored = versionsOf(definition).filter(({ storage }) => storage === true)
  return stored.length === 1 ? textOf(stored[0]?.name) : undefined
}

/** The versions that objects may still be stored in. */
export const storedVersionsOf = (definition: ApiObject): readonly string[] =>
  textsOf(valueAt(definition, 'status', 'storedVersions'))

/** The conditions of a definition. A status may be written by clients, so its list may contain nulls. */
export const conditionsOf = (definition: ApiObject): readonly Condition[] =>
  listOf(valueAt(definition, 'status', 'conditions')).filter(isRecord) as readonly unknown[] as readonly Condition[]

/** Replaces or adds a condition; its transition time changes only with its status. */
export function withCondition(
  conditions: readonly Condition[],
  change: Omit<Condition, 'lastTransitionTime'>,
  now: string,
): readonly Condition[] {
  const before = conditions.find(({ type }) => type === change.type)
  const lastTransitionTime = before?.status === change.status ? before.lastTransitionTime : now
  const { type, status, reason, message } = change
  const next: Condition = { type, status, lastTransitionTime, reason, message }
  return before ? conditions.map((condition) => (condition === before ? next : condition)) : [...conditions, next]
}
