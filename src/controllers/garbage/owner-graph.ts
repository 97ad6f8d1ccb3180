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

/** An owner, as a reference names it. */
export type NamedOwner = Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>

/** What is remembered of a reference: an object may have ten thousand of them. */
export type Owner = NamedOwner & { readonly blockOwnerDeletion: boolean }

/** An object that was seen, and owns or is owned. */
export interface OwnerNode {
  readonly uid: string
  /** A `gone` owner needs no live look-up. */
  state: 'alive' | 'gone'
  /** Undefined where its end is the first that was heard of it. */
  address: ObjectAddress | undefined
  owners: readonly Owner[]
  isDeleting: boolean
  /** Set while it is deleted, and waits. */
  finalization: Finalization | undefined
}

/** The graph. Objects that have nothing to do with others are not in it. */
export class OwnerGraph {
  /** Those that were seen. */
  readonly #nodes = new Map<string, OwnerNode>()
  /** By the uids that they name, of objects that were seen or not. Most have one, which needs no set. */
  readonly #dependents = new Map<string, OwnerNode | Set<OwnerNode>>()
  readonly #look: (uid: string) => void

  /** @param look - Called with the uid of an object to process because of a change. */
  constructor(look: (uid: string) => void) {
    this.#look = look
  }

  /** Whether no object is in it. */
  get isEmpty(): boolean {
    return this.#nodes.size === 0 && this.#dependents.size === 0
  }

  /** An object that was seen. */
  get(uid: string): OwnerNode | undefined {
    return this.#nodes.get(uid)
  }

  /** Whether any object names this one as an owner. */
  isOwner(uid: string): boolean {
    return this.#dependents.has(uid)
  }

  /** The objects that name this one as an owner, with those that come while they are gone through. */
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
   * Takes the end of an object.
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
   * Forgets the state of objects that are no longer watched, such as those of a type that is not served.
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
    // An object may name thousands of owners, and is delivered at each change.
    const named = new Set(before.map(ownerKey))
    const byUid = new Map(owners.map((reference) => [reference.uid, reference]))
    for (const { uid, blockOwnerDeletion } of before) {
      const now = byUid.get(uid)
      // One that waits for its dependents may have waited for this one.
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

/** References as they are remembered. Most of an object are of one kind, whose words are kept once. */
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
 * Whether an existing object is the one that a reference names: of the same kind and name, and in an allowed namespace.
 *
 * @param owner - Has the reference's uid; undefined when it was not seen.
 * @param reference - One of the dependent's.
 * @param dependent - The object that names it.
 */
export function isOwner(owner: OwnerNode | undefined, reference: NamedOwner, dependent: OwnerNode): boolean {
  if (owner?.state !== 'alive' || !owner.address) return false
  const { type, namespace, name } = owner.address
  if (name !== reference.name || type.kind !== reference.kind) return false
  if (type.group !== parseApiVersion(reference.apiVersion)?.group) return false
  return !type.namespaced || namespace === dependent.address?.namespace
}
