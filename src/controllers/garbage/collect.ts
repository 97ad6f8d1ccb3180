/**
 * Garbage collection of one object.
 *
 * @module
 */

import { type Client, isNotFound, type ResourceClient } from '../../client/index.js'
import { type ApiObject, FOREGROUND_FINALIZER, inTurns, ORPHAN_FINALIZER } from '../../meta/index.js'
import { awaitedBy } from './cycles.js'
import { finalizationOf, type NamedOwner, type ObjectAddress, type OwnerGraph, type OwnerNode } from './owner-graph.js'
import type { OwnerState, Owners } from './owners.js'

/** Dependencies of processing an object. */
export interface Collection {
  readonly client: Client
  readonly graph: OwnerGraph
  readonly owners: Owners
  /** Queues another object. */
  readonly look: (uid: string) => void
  /** Queues an object again when new types are served. */
  readonly lookWithTypes: (uid: string) => void
}

/**
 * Processes an object as its owners and dependents require: orphans its dependents, deletes them before it, or deletes it with
 * its owners. Watch events alone never cause a delete: the object and its owners that seem to be deleted are read first, and the
 * delete has the version that was read as a precondition.
 *
 * @param collection - The plane, and the owner graph.
 * @param uid - Of the object.
 * @throws Refusals of the plane; 409 when the object has changed meanwhile.
 */
export async function collect(collection: Collection, uid: string): Promise<void> {
  const node = collection.graph.get(uid)
  if (!node?.address || node.state !== 'alive') return
  if (node.finalization === 'orphan') return letDependentsGo(collection, node, node.address)
  if (node.finalization === 'foreground') return deleteDependents(collection, node, node.address)
  if (node.isDeleting || node.owners.length === 0) return
  const { bad } = await judge(collection, node, node.owners)
  if (bad.length > 0) await deleteWithOwners(collection, node, node.address)
}

interface Judgement<R> {
  /** References to owners that keep the object. */
  readonly good: readonly R[]
  /** References to owners that are deleted or being deleted. */
  readonly bad: readonly R[]
  /** Whether one of the terminating owners waits for the object. */
  readonly isAwaited: boolean
}

async function judge<R extends NamedOwner>(
  { owners, lookWithTypes }: Collection,
  node: OwnerNode,
  references: readonly R[],
): Promise<Judgement<R>> {
  const states = new Map<R, OwnerState>()
  const look = { searches: 0 }
  for (const reference of references) states.set(reference, await owners.stateOf(reference, node, look))
  const having = (...wanted: readonly OwnerState[]) => references.filter((one) => wanted.includes(states.get(one) ?? 'unknown'))
  // An owner of unknown state keeps the object, as the owner may exist.
  if (having('unknown').length > 0) lookWithTypes(node.uid)
  return {
    good: having('present', 'unknown'),
    bad: having('absent', 'deletesDependents'),
    isAwaited: having('deletesDependents').length > 0,
  }
}

/** Deletes an object without remaining owners; if it has another owner, only the references to deleted owners are removed. */
async function deleteWithOwners(collection: Collection, node: OwnerNode, address: ObjectAddress): Promise<void> {
  const objects = at(collection.client, address)
  const live = await readLive(collection, node, objects, address)
  if (!live || live.metadata.deletionTimestamp) return
  const { ownerReferences = [], finalizers = [], uid = '', resourceVersion = '' } = live.metadata
  const { good, bad, isAwaited } = await judge(collection, node, ownerReferences)
  if (bad.length === 0) return
  if (good.length > 0) {
    await change(objects, live, { ownerReferences: good })
    return
  }
  const preconditions = { uid, resourceVersion }
  const { graph } = collection
  if (!isAwaited || !graph.isOwner(node.uid)) {
    // An existing finalizer determines the propagation to its own dependents.
    const held = finalizationOf(finalizers)
    const propagationPolicy = held === 'orphan' ? 'Orphan' : held === 'foreground' ? 'Foreground' : 'Background'
    await objects.delete(address.name, { propagationPolicy, preconditions })
    return
  }
  const hasWaitingDependent = [...graph.dependentsOf(node.uid)].some(({ finalization }) => finalization === 'foreground')
  if (!hasWaitingDependent) {
    await objects.delete(address.name, { propagationPolicy: 'Foreground', preconditions })
    return
  }
  // Break the cycle: two objects that wait for each other would wait for ever.
  const unblocked = ownerReferences.map((reference) => ({ ...reference, blockOwnerDeletion: false }))
  const changed = await change(objects, live, { ownerReferences: unblocked })
  const now = { uid, resourceVersion: changed.metadata.resourceVersion ?? '' }
  await objects.delete(address.name, { propagationPolicy: 'Foreground', preconditions: now })
}

/** An owner waits for dependents that block its deletion, and has all dependents deleted. */
async function deleteDependents(collection: Collection, node: OwnerNode, address: ObjectAddress): Promise<void> {
  const { graph, look } = collection
  for (const { uid, isDeleting } of graph.dependentsOf(node.uid)) if (uid !== node.uid && !isDeleting) look(uid)
  const awaited = await inTurns(awaitedBy(graph, node))
  for (const dependent of awaited.cycle) await unblock(collection, dependent, node)
  if (awaited.all.length === awaited.cycle.length) await finish(collection, node, address, FOREGROUND_FINALIZER)
}

/** Removes the blocking flag, so that an owner no longer waits for a dependent. */
async function unblock(collection: Collection, dependent: OwnerNode, owner: OwnerNode): Promise<void> {
  if (!dependent.address) return
  const objects = at(collection.client, dependent.address)
  const live = await readLive(collection, dependent, objects, dependent.address)
  if (!live) return
  const ownerReferences = (live.metadata.ownerReferences ?? []).map((reference) =>
    reference.uid === owner.uid ? { ...reference, blockOwnerDeletion: false } : reference,
  )
  await change(objects, live, { ownerReferences })
}

/** Removes an owner from its dependents, with one update for each. */
async function letDependentsGo(collection: Collection, node: OwnerNode, address: ObjectAddress): Promise<void> {
  for (const dependent of collection.graph.dependentsOf(node.uid)) {
    if (!dependent.address || dependent.state !== 'alive') continue
    const objects = at(collection.client, dependent.address)
    const live = await readLive(collection, dependent, objects, dependent.address)
    const { ownerReferences = [] } = live?.metadata ?? {}
    const others = ownerReferences.filter(({ uid }) => uid !== node.uid)
    if (live && others.length < ownerReferences.length) await change(objects, live, { ownerReferences: others })
  }
  await finish(collection, node, address, ORPHAN_FINALIZER)
}

/** Removes the finalizer from an owner that no longer waits. */
async function finish(collection: Collection, node: OwnerNode, address: ObjectAddress, finalizer: string): Promise<void> {
  const objects = at(collection.client, address)
  const live = await readLive(collection, node, objects, address)
  const { finalizers = [], deletionTimestamp } = live?.metadata ?? {}
  if (!live || !deletionTimestamp || !finalizers.includes(finalizer)) return
  await change(objects, live, { finalizers: finalizers.filter((name) => name !== finalizer) })
}

const at = (client: Client, { type, namespace }: ObjectAddress): ResourceClient<object> => {
  const objects = client.resource<object>(type)
  return namespace === '' ? objects : objects.namespace(namespace)
}

/** The current object; undefined when it is deleted, which is recorded in the graph. */
async function readLive(
  { graph }: Collection,
  { uid }: OwnerNode,
  objects: ResourceClient<object>,
  { name }: ObjectAddress,
): Promise<ApiObject | undefined> {
  try {
    const live = await objects.get(name)
    if (live.metadata.uid === uid) return live
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  graph.remove(uid)
  return undefined
}

/** Changes the metadata of an object; fails if another client changes it at the same time. */
function change(
  objects: ResourceClient<object>,
  { metadata: { name = '', uid, resourceVersion } }: ApiObject,
  metadata: object,
): Promise<ApiObject> {
  return objects.patch(name, { merge: { metadata: { ...metadata, uid, resourceVersion } } })
}
