/**
 * Judges the whole past of a plane by the rules of owner references: what was deleted that should have stayed, and what is left that
 * should be gone.
 */

import { type ApiObject, FOREGROUND_FINALIZER, type OwnerReference } from '../../src/meta/index.js'
import type { TestPlane } from '../../src/public/testing.js'

/** What may go beside objects whose owners or namespace go. */
export interface Exempt {
  /** Places of objects for which a delete was requested; see {@link deletedBy}. */
  readonly asked: ReadonlySet<string>
  /** Names of objects that a loop has to delete for reasons of its own. */
  readonly names?: readonly string[]
}

/** By uid. */
type State = Map<string, ApiObject>

const placeOf = (kind: string, namespace: string | undefined, name: string | undefined) => `${kind} ${namespace ?? ''}/${name}`
const describeObject = ({ kind, metadata }: ApiObject) => placeOf(kind, metadata.namespace, metadata.name)

/** The places of all objects that a user has asked to delete. */
export function deletedBy(lab: TestPlane, user: string): ReadonlySet<string> {
  const requests = lab.history({ user, verb: 'delete' }).filter(({ code }) => code === 200)
  return new Set(
    requests.map(({ group, version, resource, namespace, name }) =>
      placeOf(lab.catalog.find(group, version, resource)?.definition.names.kind ?? '', namespace, name),
    ),
  )
}

/** What was deleted, or lost a reference, although it should have stayed as it was: a line each. */
export function wrongChanges(lab: TestPlane, { asked, names = [] }: Exempt): string[] {
  const problems: string[] = []
  const state: State = new Map()
  for (let revision = 2; revision <= lab.revision; revision++) {
    for (const { before, after } of lab.diff(revision - 1, revision)) {
      if (before) {
        const isExempt = asked.has(describeObject(before)) || names.includes(before.metadata.name ?? '')
        const line = `revision ${revision}, ${describeObject(before)}`
        if (goes(before, after) && !isExempt && !isLost(before, state) && !isInGoingNamespace(before, state)) {
          problems.push(`${line} was deleted, though nothing asked for it`)
        }
        for (const name of wronglyDropped(before, after, state)) problems.push(`${line} forgot its owner ${name}, which is there`)
        state.delete(before.metadata.uid ?? '')
      }
      if (after) state.set(after.metadata.uid ?? '', after)
    }
  }
  return problems
}

/** What is left although all of its owners are gone: a line each. */
export function leftBehind(lab: TestPlane): string[] {
  const { objects } = lab.at()
  const state: State = new Map(objects.map((object) => [object.metadata.uid ?? '', object]))
  return objects.filter((object) => !object.metadata.deletionTimestamp && isLost(object, state)).map(describeObject)
}

const goes = ({ metadata }: ApiObject, after: ApiObject | undefined): boolean =>
  metadata.deletionTimestamp === undefined && (!after || after.metadata.deletionTimestamp !== undefined)

function isLost(object: ApiObject, state: State): boolean {
  const { ownerReferences = [] } = object.metadata
  return ownerReferences.length > 0 && ownerReferences.every((reference) => !keeps(reference, object, state))
}

/** Whether an owner keeps its dependent: it is the one that is meant, within reach, and does not delete its dependents before it goes. */
function keeps({ uid, kind, name }: OwnerReference, dependent: ApiObject, state: State): boolean {
  const owner = state.get(uid)
  if (!owner || owner.kind !== kind || owner.metadata.name !== name) return false
  const { namespace, deletionTimestamp, finalizers = [] } = owner.metadata
  if (namespace !== undefined && namespace !== dependent.metadata.namespace) return false
  return deletionTimestamp === undefined || !finalizers.includes(FOREGROUND_FINALIZER)
}

/** Names of owners that an object does not name any more, although they stay. */
function wronglyDropped(before: ApiObject, after: ApiObject | undefined, state: State): readonly string[] {
  const left = new Set(after?.metadata.ownerReferences?.map(({ uid }) => uid))
  const dropped = after ? (before.metadata.ownerReferences ?? []).filter(({ uid }) => !left.has(uid)) : []
  return dropped
    .filter((reference) => keeps(reference, before, state) && !state.get(reference.uid)?.metadata.deletionTimestamp)
    .map(({ name }) => name)
}

function isInGoingNamespace({ metadata: { namespace } }: ApiObject, state: State): boolean {
  if (namespace === undefined) return false
  const found = [...state.values()].find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace)
  return found?.metadata.deletionTimestamp !== undefined
}
