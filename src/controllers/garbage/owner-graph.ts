/**
 * The graph of owner references, as watched: objects with owners, and the owners that they reference.
 *
 * @module
 */

import type { ResourceType } from '../../client/index.js'
import { type ApiObject, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference, parseApiVersion } from '../../meta/index.js'

/** Address of an object. */
export interface ObjectAddress {
  readonly type: ResourceType
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  readonly name: string
}

/** How a terminating object handles its dependents. */
export type Finalization = 'orphan' | 'foreground'

/** An owner, as a reference names it. */
export type NamedOwner = Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>

/** The stored part of a reference: an object may have ten thousand of them. */
export type Owner = NamedOwner & { readonly blockOwnerDeletion: boolean }

/** An object that was delivered by a watch, and owns or is owned. */
export interface OwnerNode {
  readonly uid: string
  /** A `gone` owner needs no live read. */
  state: 'alive' | 'gone'
  /** Undefined if only its deletion was delivered. */
  address: ObjectAddress | undefined
  owners: readonly Owner[]
  isDeleting: boolean
  /** Set while it is terminating and waits for its dependents. */
  finalization: Finalization | undefined
}

/** The graph. Objects that neither own nor are owned are not in it. */
export class OwnerGraph {
  /** Delivered objects, by uid. */
  readonly #nodes = new Map<string, OwnerNode>()
  /** Dependents by the uid of the owner, which may be unknown. Most owners have one dependent, which is stored without a set. */
  readonly #dependents = new Map<string, OwnerNode | Set<OwnerNode>>()
  readonly #look: (uid: string) => void

  /** @param look - Called with the uid of an object to process because of a change. */
  constructor(look: (uid: string) => void) {
    this.#look = look
  }

  /** Whether the graph is empty. */
  get isEmpty(): boolean {
    return this.#nodes.size === 0 && this.#dependents.size === 0
  }

  /** An object that was delivered. */
  get(uid: string): OwnerNode | undefined {
    return this.#nodes.get(uid)
  }

  /** Whether any object references this one as an owner. */
  isOwner(uid: string): boolean {
    return this.#dependents.has(uid)
  }

  /** The dependents of an object, including those that are added during the iteration. */
  *dependentsOf(uid: string): Iterable<OwnerNode> {
    const known = this.#dependents.get(uid)
    if (known instanceof Set) yield* known
    else if (known) {
      yield known
      const now = this.#dependents.get(uid)
      if (now instanceof Set) for (const dependent of now) if (dependent !== known) yield dependent
    }
  }

  /**
   * Adds or updates an object.
   *
   * @param type - Its type.
   * @param object - The object.
   */
  put(type: ResourceType, { metadata }: ApiObject): void {
    const { uid = '', name = '', namespace = '', ownerReferences = [], finalizers = [], deletionTimestamp } = metadata
    const isDeleting = deletionTimestamp !== undefined
    const finalization = isDeleting ? finalizationOf(finalizers) : undefined
    const known = this.#nodes.get(uid)
    if (!known && !this.isOwner(uid) && ownerReferences.length === 0 && !finalization) return
    const node = known ?? this.#add(uid)
    node.state = 'alive'
    node.address = { type, namespace, name }
    const begins = finalization !== undefined && finalization !== node.finalization
    node.isDeleting = isDeleting
    node.finalization = finalization
    if (begins) this.#look(uid)
    this.#link(node, ownersOf(ownerReferences))
    this.#dropIfAlone(uid)
  }

  /**
   * Records the deletion of an object.
   *
   * @param uid - Of the object.
   */
  remove(uid: string): void {
    const known = this.#nodes.get(uid)
    if (!known && !this.isOwner(uid)) return
    const node = known ?? this.#add(uid)
    node.state = 'gone'
    node.finalization = undefined
    this.#link(node, [])
    for (const dependent of this.dependentsOf(uid)) this.#look(dependent.uid)
    this.#dropIfAlone(uid)
  }

  /**
   * Forgets the state of objects that are no longer watched, such as those of a type that is no longer served.
   *
   * @param isLost - Selects them.
   */
  loseSight(isLost: (node: OwnerNode) => boolean): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.state !== 'alive' || !isLost(node)) continue
      this.remove(node.uid)
      this.#nodes.delete(node.uid)
    }
  }

  /** All existing objects of a type. */
  *of({ group, resource }: ResourceType): Iterable<OwnerNode> {
    for (const node of this.#nodes.values()) {
      if (node.state === 'alive' && node.address?.type.group === group && node.address.type.resource === resource) yield node
    }
  }

  #add(uid: string): OwnerNode {
    const node: OwnerNode = { uid, state: 'alive', address: undefined, owners: [], isDeleting: false, finalization: undefined }
    this.#nodes.set(uid, node)
    return node
  }

  #link(node: OwnerNode, owners: readonly Owner[]): void {
    const before = node.owners
    node.owners = owners
    // A linear pass, as an object may have thousands of owners, and is delivered on each change.
    const named = new Set(before.map(ownerKey))
    const byUid = new Map(owners.map((reference) => [reference.uid, reference]))
    for (const { uid, blockOwnerDeletion } of before) {
      const now = byUid.get(uid)
      // An owner that waits for its dependents may have waited for this one.
      if (this.#nodes.get(uid)?.finalization && blockOwnerDeletion && !now?.blockOwnerDeletion) this.#look(uid)
      if (!now) this.#unlink(uid, node)
    }
    for (const reference of owners) {
      this.#linkOne(reference.uid, node)
      const owner = this.#nodes.get(reference.uid)
      if (!named.has(ownerKey(reference)) && (owner?.finalization || !isOwner(owner, reference, node))) this.#look(node.uid)
    }
  }

  #linkOne(uid: string, dependent: OwnerNode): void {
    const known = this.#dependents.get(uid)
    if (known instanceof Set) known.add(dependent)
    else if (known !== dependent) this.#dependents.set(uid, known ? new Set([known, dependent]) : dependent)
  }

  #unlink(uid: string, dependent: OwnerNode): void {
    const known = this.#dependents.get(uid)
    if (known === dependent) this.#dependents.delete(uid)
    else if (known instanceof Set && known.delete(dependent) && known.size === 0) this.#dependents.delete(uid)
    this.#dropIfAlone(uid)
  }

  #dropIfAlone(uid: string): void {
    const node = this.#nodes.get(uid)
    if (node && !this.isOwner(uid) && node.owners.length === 0 && !node.finalization) this.#nodes.delete(uid)
  }
}

/** Owner references in stored form. Most references of an object have the same kind, whose strings are shared. */
function ownersOf(references: readonly OwnerReference[]): readonly Owner[] {
  let [apiVersion, kind] = ['', '']
  return references.map((reference) => {
    if (reference.apiVersion !== apiVersion) apiVersion = reference.apiVersion
    if (reference.kind !== kind) kind = reference.kind
    const { name, uid, blockOwnerDeletion } = reference
    return { apiVersion, kind, name, uid, blockOwnerDeletion: blockOwnerDeletion === true }
  })
}

const ownerKey = ({ uid, name, kind }: NamedOwner): string => JSON.stringify([uid, name, kind])

/** What a terminating object waits for; foreground deletion takes precedence over orphaning. */
export const finalizationOf = (finalizers: readonly string[]): Finalization | undefined =>
  finalizers.includes(FOREGROUND_FINALIZER) ? 'foreground' : finalizers.includes(ORPHAN_FINALIZER) ? 'orphan' : undefined

/**
 * Whether an existing object is the referenced one: same kind and name, in an allowed namespace.
 *
 * @param owner - The object with the reference's uid; undefined when none was delivered.
 * @param reference - A reference of the dependent.
 * @param dependent - The object that has the reference.
 */
export function isOwner(owner: OwnerNode | undefined, reference: NamedOwner, dependent: OwnerNode): boolean {
  if (owner?.state !== 'alive' || !owner.address) return false
  const { type, namespace, name } = owner.address
  if (name !== reference.name || type.kind !== reference.kind) return false
  if (type.group !== parseApiVersion(reference.apiVersion)?.group) return false
  return !type.namespaced || namespace === dependent.address?.namespace
}
