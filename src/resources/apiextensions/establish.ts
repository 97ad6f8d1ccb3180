/**
 * The life of a custom resource definition: its names are accepted, its type is established, and it waits for its objects
 * when it goes.
 *
 * @module
 */

import { type ApiObject, formatTime, jsonEqual, parseApiVersion } from '../../meta/index.js'
import type { ResourceCatalog } from '../catalog.js'
import { recordOf } from '../fields/fields.js'
import {
  acceptedNamesOf,
  type Condition,
  type CustomResourceDefinitionNames,
  conditionsOf,
  groupOf,
  hasCondition,
  namesOf,
  readNames,
  storageVersionOf,
  storedVersionsOf,
  withCondition,
} from './definition-fields.js'

/**
 * The finalizer that keeps a definition until the objects of its type are deleted.
 *
 * @param definition - The definition; its own group is in the finalizer's name.
 */
export const cleanupFinalizerOf = ({ apiVersion }: ApiObject): string =>
  `customresourcecleanup.${parseApiVersion(apiVersion)?.group ?? ''}`

/**
 * Tells whether the type of a definition is served.
 *
 * @param definition - A definition, as it is stored.
 */
export const isEstablished = (definition: ApiObject): boolean => hasCondition(definition, 'Established')

/** What the deletion of a definition waits for, and that it waits no longer. */
const TERMINATING = {
  inProgress: { status: 'True', reason: 'InstanceDeletionInProgress', message: 'CustomResource deletion is in progress' },
  completed: { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' },
} as const

/**
 * Says how far the deletion of a definition has come.
 *
 * @param definition - A definition that is being deleted.
 * @param phase - Whether there are objects of its type still.
 * @param now - The time, as objects carry it.
 */
export function withTerminating(definition: ApiObject, phase: keyof typeof TERMINATING, now: string): ApiObject {
  const conditions = withCondition(conditionsOf(definition), { type: 'Terminating', ...TERMINATING[phase] }, now)
  return { ...definition, status: { ...recordOf(definition.status), conditions } }
}

/**
 * Decides which of a definition's names it gets, and whether its type is served.
 *
 * A name that another type of the same group uses is not accepted; the type keeps the name that it had. Once a type is
 * established it stays so. A definition that is being deleted is left as it is.
 *
 * @param definition - The definition.
 * @param inUse - The names in use within its group, its own among them.
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
    : {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      }
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
 * The versions that objects of a type may be stored in: the earlier ones, and the storage version.
 *
 * @param definition - The definition.
 * @param before - The versions so far. Default: those of the definition's own status.
 */
export function withStorageVersion(definition: ApiObject, before = storedVersionsOf(definition)): readonly string[] {
  const storage = storageVersionOf(definition)
  return storage === undefined || before.includes(storage) ? before : [...before, storage]
}

/** How many types of a group use each name: plural, singular and short names share one space, kinds another. */
export interface NamesInUse {
  readonly resources: ReadonlyMap<string, number>
  readonly kinds: ReadonlyMap<string, number>
}

/**
 * Counts the names that are in use within a group.
 *
 * @param group - The group.
 * @param definitions - All definitions; those of other groups do not count.
 * @param catalog - All types, including those without a definition.
 */
export function namesInUse(group: string, definitions: readonly ApiObject[], catalog: ResourceCatalog): NamesInUse {
  const fromDefinitions = definitions.filter((definition) => groupOf(definition) === group).map(acceptedNamesOf)
  // Types of definitions are among the definitions already.
  const known = new Set(fromDefinitions.map(({ plural }) => plural))
  const fromCatalog = catalog.all().flatMap((type) => (type.group === group && !known.has(type.names.plural) ? [type.names] : []))
  const all = [...fromDefinitions, ...fromCatalog]
  return { resources: countsOf(all.flatMap(resourceNames)), kinds: countsOf(all.flatMap(kindNames)) }
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

/** Tells the names that others use than the one that has some of them. */
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

/** Names as a status carries them: what is empty is left out, but for plural and kind. */
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
