/**
 * Reading custom resource definitions: their parts, whatever is missing.
 *
 * @module
 */

import { type ApiObject, isRecord, type UnknownRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'

/** The names of a type, as a definition writes them. */
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

/** Reads names; what is missing is empty. */
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

/** The group that a definition is for. */
export const groupOf = (definition: ApiObject): string => textOf(valueAt(definition, 'spec', 'group'))

/** The names that a definition asks for. */
export const namesOf = (definition: ApiObject): CustomResourceDefinitionNames => readNames(valueAt(definition, 'spec', 'names'))

/** The names that a definition has got. */
export const acceptedNamesOf = (definition: ApiObject): CustomResourceDefinitionNames =>
  readNames(valueAt(definition, 'status', 'acceptedNames'))

/** The versions of a definition, in the order in which it lists them. */
export const versionsOf = (definition: ApiObject): readonly Readonly<UnknownRecord>[] =>
  listOf(valueAt(definition, 'spec', 'versions')).map(recordOf)

/**
 * Names and schemas of a definition's versions: what decides how objects are read.
 *
 * @param definition - The definition.
 * @returns JSON, to be compared.
 */
export const schemasOf = (definition: ApiObject): readonly unknown[] =>
  versionsOf(definition).map(({ name, schema }) => ({ name, schema }))

/**
 * A definition without the schemas of its versions, which may be nearly all of it.
 *
 * @param definition - The definition.
 */
export function withoutSchemas(definition: ApiObject): ApiObject {
  const versions = versionsOf(definition).map(({ schema: _, ...version }) => version)
  return { ...definition, spec: { ...recordOf(definition.spec), versions } }
}

/** The one version that objects are stored in; undefined when there is none, or more than one. */
export function storageVersionOf(definition: ApiObject): string | undefined {
  const stored = versionsOf(definition).filter(({ storage }) => storage === true)
  return stored.length === 1 ? textOf(stored[0]?.name) : undefined
}

/** The versions that objects may still be stored in. */
export const storedVersionsOf = (definition: ApiObject): readonly string[] =>
  textsOf(valueAt(definition, 'status', 'storedVersions'))

/** The conditions of a definition. A status can be written by hand, and its list have nulls in it. */
export const conditionsOf = (definition: ApiObject): readonly Condition[] =>
  listOf(valueAt(definition, 'status', 'conditions')).filter(isRecord) as readonly unknown[] as readonly Condition[]

/** Replaces a condition, or adds it; its time changes with its status alone. */
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

/** Whether a condition holds. */
export const hasCondition = (definition: ApiObject, type: string): boolean =>
  conditionsOf(definition).some((condition) => condition.type === type && condition.status === 'True')
