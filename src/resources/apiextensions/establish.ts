/**
 * The lifecycle of a custom resource definition: its names are accepted, its type is established, and its deletion waits for the
 * objects of the type.
 *
 * @module
 */

import { type ApiObject, formatTime, jsonEqual, parseApiVersion } from '../../meta/index.js'
import type { ResourceCatalog } from '../catalog.js'
import { hasCondition, recordOf } from '../fields/fields.js'
import {
  acceptedNamesOf,
  type Condition,
  type CustomResourceDefinitionNames,
  conditionsOf,
  groupOf,
  namesOf,
  readNames,
  storageVersionOf,
  storedVersionsOf,
  withCondition,
} from './definition-fields.js'
import { hasReadableBundle } from './validate-conversion.js'

/**
 * The finalizer that keeps a definition until the objects of its type are deleted.
 *
 * @param definition - The definition; the finalizer name contains its own group.
 */
export const cleanupFinalizerOf = ({ apiVersion }: ApiObject): string =>
  `customresourcecleanup.${parseApiVersion(apiVersion)?.group ?? ''}`

/**
 * Tells whether the type of a definition is served.
 *
 * @param definition - The stored definition.
 */
export const isEstablished = (definition: ApiObject): boolean => hasCondition(definition, 'Established')

/** Tells whether a definition has all the names that it requests. */
export const areNamesAccepted = (definition: ApiObject): boolean => hasCondition(definition, 'NamesAccepted')

/** The condition while a deletion waits for objects, and the one when it no longer does. */
const TERMINATING = {
  inProgress: { status: 'True', reason: 'InstanceDeletionInProgress', message: 'CustomResource deletion is in progress' },
  completed: { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' },
} as const

/** The condition of a served type, and the one while its conversion webhook cannot be verified. */
const ESTABLISHED = {
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
} as const
const UNREADABLE_BUNDLE = {
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
} as const

/**
 * Sets the condition for the progress of a deletion.
 *
 * @param definition - A terminating definition.
 * @param phase - Whether objects of its type remain.
 * @param now - The time, in the format of objects.
 */
export function withTerminating(definition: ApiObject, phase: keyof typeof TERMINATING, now: string): ApiObject {
  const conditions = withCondition(conditionsOf(definition), { type: 'Terminating', ...TERMINATING[phase] }, now)
  return { ...definition, status: { ...recordOf(definition.status), conditions } }
}

/**
 * Decides which names of a definition are accepted, and whether its type is served.
 *
 * A name in use by another type of the same group is not accepted; the type keeps its previous name. An established type stays
 * established. A terminating definition is not changed.
 *
 * @param definition - The definition.
 * @param inUse - The names in use within its group, including its own.
 * @param nowMs - The time, for conditions that change.
 * @returns The definition with its status and finalizer; the very same one when nothing changes.
 */
export function establish(definition: ApiObject, inUse: NamesInUse, nowMs: number): ApiObject {
  if (definition.metadata.deletionTimestamp) return definition
  const { names, conflict } = acceptNames(namesOf(definition), acceptedNamesOf(definition), inUse)
  const before = conditionsOf(definition)
  const accepted: Omit<Condition, 'lastTransitionTime'> = conflict
    ? { type: 'NamesAccepted', status: 'False', ...conflict }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
  const established: Omit<Condition, 'lastTransitionTime'> = conflict
    ? { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }
    : { type: 'Established', ...(hasReadableBundle(definition) ? ESTABLISHED : UNREADABLE_BUNDLE) }
  const now = formatTime(nowMs)
  const changes = isEstablished(definition) ? [accepted] : [accepted, established]
  const conditions = changes.reduce((list, change) => withCondition(list, change, now), before)
  const next: ApiObject = {
    ...definition,
    status: { conditions, acceptedNames: writeNames(names), storedVersions: withStorageVersion(definition) },
  }
  return jsonEqual(next, definition) ? definition : next
}

/**
 * The versions in which objects of a type may be stored: the earlier ones, and the storage version.
 *
 * @param definition - The definition.
 * @param before - The stored versions so far. Default: those of the definition's own status.
 */
export function withStorageVersion(definition: ApiObject, before = storedVersionsOf(definition)): readonly string[] {
  const storage = storageVersionOf(definition)
  return storage === undefined || before.includes(storage) ? before : [...before, storage]
}

/** How many types of a group use each name. Plural, singular and short names share one namespace, kinds have another. */
export interface NamesInUse {
  readonly resources: ReadonlyMap<string, number>
  readonly kinds: ReadonlyMap<string, number>
}

/**
 * Counts the names that are in use within a group.
 *
 * @param group - The group.
 * @param definitions - All definitions; other groups are ignored.
 * @param catalog - All types, including those without a definition.
 */
export function namesInUse(group: string, definitions: readonly ApiObject[], catalog: ResourceCatalog): NamesInUse {
  const resources: string[] = []
  const kinds: string[] = []
  const take = (names: Omit<CustomResourceDefinitionNames, 'categories'>) => {
    for (const name of resourceNames(names)) resources.push(name)
    for (const name of kindNames(names)) kinds.push(name)
  }
  // Custom types are counted by their definitions already.
  const known = new Set<string>()
  for (const definition of definitions) {
    if (groupOf(definition) !== group) continue
    const names = acceptedNamesOf(definition)
    known.add(names.plural)
    take(names)
  }
  for (const type of catalog.all()) if (type.group === group && !known.has(type.names.plural)) take(type.names)
  return { resources: countsOf(resources), kinds: countsOf(kinds) }
}

const resourceNames = ({ plural, singular, shortNames }: Omit<CustomResourceDefinitionNames, 'categories'>) => [
  plural,
  singular,
  ...shortNames,
]
const kindNames = ({ kind, listKind }: Omit<CustomResourceDefinitionNames, 'categories'>) => [kind, listKind]

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Tells which names are used by other types, given those of one type. */
function takenFrom(inUse: ReadonlyMap<string, number>, own: readonly string[]): (name: string) => boolean {
  const ownCounts = countsOf(own)
  return (name) => (inUse.get(name) ?? 0) > (ownCounts.get(name) ?? 0)
}

interface Acceptance {
  readonly names: CustomResourceDefinitionNames
  /** The last name that was not accepted. */
  readonly conflict: Pick<Condition, 'reason' | 'message'> | undefined
}

function acceptNames(
  wanted: CustomResourceDefinitionNames,
  before: CustomResourceDefinitionNames,
  inUse: NamesInUse,
): Acceptance {
  const isResource = takenFrom(inUse.resources, resourceNames(before))
  const isKind = takenFrom(inUse.kinds, kindNames(before))
  let conflict: Acceptance['conflict']
  const accept = <T extends string | readonly string[]>(
    want: T,
    had: T,
    isTaken: (name: string) => boolean,
    reason: string,
  ): T => {
    if (jsonEqual(want, had)) return want
    const clash = [want].flat().find((name) => name !== '' && ![had].flat().includes(name) && isTaken(name))
    if (clash === undefined) return want
    conflict = { reason, message: `${JSON.stringify(clash)} is already in use` }
    return had
  }
  const names: CustomResourceDefinitionNames = {
    plural: accept(wanted.plural, before.plural, isResource, 'PluralConflict'),
    singular: accept(wanted.singular, before.singular, isResource, 'SingularConflict'),
    shortNames: accept(wanted.shortNames, before.shortNames, isResource, 'ShortNamesConflict'),
    kind: accept(wanted.kind, before.kind, isKind, 'KindConflict'),
    listKind: accept(wanted.listKind, before.listKind, isKind, 'ListKindConflict'),
    categories: wanted.categories,
  }
  return { names, conflict }
}

/** Names as in a status: empty ones are omitted, except for plural and kind. */
export function writeNames(names: Partial<CustomResourceDefinitionNames>): Readonly<Record<string, unknown>> {
  const { plural, singular, kind, listKind, shortNames, categories } = readNames(names)
  return {
    plural,
    ...(singular && { singular }),
    ...(shortNames.length > 0 && { shortNames }),
    kind,
    ...(listKind && { listKind }),
    ...(categories.length > 0 && { categories }),
  }
}
