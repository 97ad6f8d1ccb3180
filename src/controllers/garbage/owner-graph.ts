/**
 * The graph of owner references, as watched: objects with owners, and the owners that they name.
 *
 * @module
 */

import type { ResourceType } from '../../client/index.js'
import { type ApiObject, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference, parseApiVersion } from '../../meta/index.js'

/** Where an object is. */
export interface ObjectAddress {
  readonly type: ResourceType
  /** Empty for objects that are in none. */
  readonly namespace: string
  readonly name: string
}

/** How dependents of an object are handled while it waits for its deletion. */
export type Finalization = 'orphan' | 'foreground'

/** An object that owns, or is owned. */
export interface OwnerNode {
  readonly uid: string
  /**
   * `alive` and `gone` come from watches; an `unseen` object is known only from ownerReferences to it. A `gone` owner
   * needs no live look-up.
   */
  state: 'unseen' | 'alive' | 'gone'
  /** Undefined while it is unseen. */
  address: ObjectAddress | undefined
  owners: readonly OwnerReference[]
  readonly dependents: Set<OwnerNode>
  isDeleting: boolean
  /** Set while it is deleted, and waits. */
  finalization: Finalization | undefined
}

/** The graph. Objects that have nothing to do with others are not in it. */
export class OwnerGraph {
  readonly #nodes = new Map<string, OwnerNode>()
  readonly #look: (uid: string) => void

  /** @param look - Called with the uid of an object to process because of a change. */
  constructor(look: (uid: string) => void) {
    this.#look = look
  }

  /** How many objects are in it. */
  get size(): number {
    return this.#nodes.size
  }

  get(uid: string): OwnerNode | undefined {
    return this.#nodes.get(uid)
  }

  /**
   * Takes an object as it is now.
   *
   * @param type - Its type.
   * @param object - The object.
   */
  put(type: ResourceType, { metadata }: ApiObject): void {
    const { uid = '', name = '', namespace = '', ownerReferences = [], finalizers = [], deletionTimestamp } = metadata
    const isDeleting = deletionTimestamp !== undefined
    const finalization = isDeleting ? finalizationOf(finalizers) : undefined
    const known = this.#nodes.get(uid)
    if (!known && ownerReferences.length === 0 && !finalization) return
    const node = known ?? this.#add(uid)
    node.state = 'alive'
    node.address = { type, namespace, name }
    const begins = finalization !== undefined && finalization !== node.finalization
    node.isDeleting = isDeleting
    node.finalization = finalization
    if (begins) this.#look(uid)
    this.#link(node, ownerReferences)
    this.#dropIfAlone(node)
  }

  /**
   * Takes the end of an object.
   *
   * @param uid - Of the object.
   */
  remove(uid: string): void {
    const node = this.#nodes.get(uid)
    if (!node) return
    node.state = 'gone'
    node.finalization = undefined
    this.#link(node, [])
    for (const dependent of node.dependents) this.#look(dependent.uid)
    this.#dropIfAlone(node)
  }

  /**
   * Forgets the state of objects that are no longer watched, such as those of a type that is not served.
   *
   * @param isLost - Selects them.
   */
  loseSight(isLost: (node: OwnerNode) => boolean): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.state !== 'alive' || !isLost(node)) continue
      this.remove(node.uid)
      node.state = 'unseen'
    }
  }

  /** All existing objects of a type. */
  *of({ group, resource }: ResourceType): Iterable<OwnerNode> {
    for (const node of this.#nodes.values()) {
      if (node.state === 'alive' && node.address?.type.group === group && node.address.type.resource === resource) yield node
    }
  }

  #add(uid: string): OwnerNode {
    const node: OwnerNode = {
      uid,
      state: 'unseen',
      address: undefined,
      owners: [],
      dependents: new Set(),
      isDeleting: false,
      finalization: undefined,
    }
    this.#nodes.set(uid, node)
    return node
  }

  #link(node: OwnerNode, owners: readonly OwnerReference[]): void {
    const before = node.owners
    node.owners = owners
    // An object may name thousands of owners, and is delivered at each change.
    const named = new Set(before.map(ownerKey))
    const byUid = new Map(owners.map((reference) => [reference.uid, reference]))
    for (const { uid, blockOwnerDeletion } of before) {
      const owner = this.#nodes.get(uid)
      const now = byUid.get(uid)
      // One that waits for its dependents may have waited for this one.
      if (owner?.finalization && blockOwnerDeletion && !now?.blockOwnerDeletion) this.#look(uid)
      if (now || !owner) continue
      owner.dependents.delete(node)
      this.#dropIfAlone(owner)
    }
    for (const reference of owners) {
      const owner = this.#nodes.get(reference.uid) ?? this.#add(reference.uid)
      owner.dependents.add(node)
      if (!named.has(ownerKey(reference)) && (owner.finalization || !isOwner(owner, reference, node))) this.#look(node.uid)
    }
  }

  #dropIfAlone(node: OwnerNode): void {
    if (node.dependents.size === 0 && node.owners.length === 0 && !node.finalization) this.#nodes.delete(node.uid)
  }
}

const ownerKey = ({ uid, name, kind }: OwnerReference): string => JSON.stringify([uid, name, kind])

/** What a terminating object waits for; foreground deletion takes precedence over orphaning. */
export const finalizationOf = (finalizers: readonly string[]): Finalization | undefined =>
  finalizers.includes(FOREGROUND_FINALIZER) ? 'foreground' : finalizers.includes(ORPHAN_FINALIZER) ? 'orphan' : undefined

/**
 * Whether an existing object is the one that a reference names: of the same kind and name, and in an allowed namespace.
 *
 * @param owner - Has the reference's uid.
 * @param reference - One of the dependent's.
 * @param dependent - The object that names it.
 */
export function isOwner({ state, address }: OwnerNode, reference: OwnerReference, dependent: OwnerNode): boolean {
  if (state !== 'alive' || !address) return false
  const { type, namespace, name } = address
  if (name !== reference.name || type.kind !== reference.kind) return false
  if (type.group !== parseApiVersion(reference.apiVersion)?.group) return false
  return !type.namespaced || namespace === dependent.address?.namespace
}
