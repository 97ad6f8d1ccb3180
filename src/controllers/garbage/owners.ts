/**
 * Tells whether the owners of an object exist.
 *
 * @module
 */

import { type Client, isNotFound, type ResourceType, recordEvent } from '../../client/index.js'
import { type ApiObject, parseApiVersion } from '../../meta/index.js'
import { finalizationOf, isOwner, type NamedOwner, type ObjectAddress, type OwnerGraph, type OwnerNode } from './owner-graph.js'

/**
 * An owner exists; is deleting its dependents in the foreground; does not exist; or is unknown, as the plane does not serve its
 * kind, or it could not be an owner of such an object.
 */
export type OwnerState = 'present' | 'deletesDependents' | 'absent' | 'unknown'

/** Deleted owners in one generation of the cache. Evicted ones are requested again. */
const MAX_ABSENT = 16_000
/** Longest key in the cache, as a uid may be any string. */
const MAX_PLACE = 512
/** Limit of searches in other namespaces for missing owners, as each lists all objects of a type. */
const MAX_SEARCHES = 10
const REPORTER = 'garbage-collector-controller'

/** Cost of processing one object. */
export interface OwnerLook {
  searches: number
}

/** Looks up owners. The graph suffices to keep an object; before an object is deleted, the plane is asked. */
export class Owners {
  readonly #client: Client
  readonly #graph: OwnerGraph
  readonly #onError: (error: unknown) => void
  /** Owners that were requested and not found: a uid is not reused. */
  #absent = new Set<string>()
  /** The previous generation of the cache. */
  #absentBefore: ReadonlySet<string> = new Set()

  /**
   * @param client - A client of the plane.
   * @param graph - The owner graph.
   * @param onError - Called when an Event could not be written.
   */
  constructor(client: Client, graph: OwnerGraph, onError: (error: unknown) => void) {
    this.#client = client
    this.#graph = graph
    this.#onError = onError
  }

  /** Clears the cache. */
  forget(): void {
    this.#absent = new Set()
    this.#absentBefore = new Set()
  }

  /**
   * Looks up one owner.
   *
   * @param reference - References the owner.
   * @param dependent - The object that has the reference.
   * @param look - Counts the searches for all owners of the object.
   */
  async stateOf(reference: NamedOwner, dependent: OwnerNode, look: OwnerLook): Promise<OwnerState> {
    const owner = this.#graph.get(reference.uid)
    if (owner && isOwner(owner, reference, dependent)) {
      return owner.finalization === 'foreground' ? this.#liveState(reference, owner.address) : 'present'
    }
    const type = await this.#typeOf(reference)
    // The last event was its deletion, possibly because its type was deleted.
    if (!type) return owner?.state === 'gone' ? 'absent' : 'unknown'
    const namespace = dependent.address?.namespace ?? ''
    if (type.namespaced && namespace === '') {
      await this.#tellOutOfReach(reference, dependent)
      return 'unknown'
    }
    const place = [reference.uid, type.group, type.resource, type.namespaced ? namespace : '', reference.name].join(' ')
    const absent = this.#absent
    if (absent.has(place) || this.#absentBefore.has(place)) return 'absent'
    const live = await this.#find(type, namespace, reference.name)
    if (live && live.metadata.uid === reference.uid) {
      // Its deletion may have been delivered meanwhile; the dependent is then processed again.
      if (!this.#graph.get(reference.uid) && this.#graph.isOwner(reference.uid)) this.#graph.put(type, live)
      return stateOfObject(live)
    }
    if (
      type.namespaced &&
      owner?.state !== 'gone' &&
      look.searches++ < MAX_SEARCHES &&
      (await this.#isElsewhere(type, reference))
    ) {
      await this.#tellOutOfReach(reference, dependent)
    }
    this.#remember(place, absent)
    return 'absent'
  }

  /** Adds an absent owner to the set that was current when its search began. */
  #remember(place: string, absent: Set<string>): void {
    if (place.length > MAX_PLACE) return
    absent.add(place)
    if (absent === this.#absent && absent.size >= MAX_ABSENT) {
      this.#absentBefore = absent
      this.#absent = new Set()
    }
  }

  async #typeOf({ apiVersion, kind }: NamedOwner): Promise<ResourceType | undefined> {
    const version = parseApiVersion(apiVersion)
    if (!version) return undefined
    try {
      return await this.#client.resource({ ...version, kind }).type()
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** An owner in foreground deletion may have been switched to orphaning meanwhile. */
  async #liveState({ uid, name }: NamedOwner, address: ObjectAddress | undefined): Promise<OwnerState> {
    const live = address && (await this.#find(address.type, address.namespace, name))
    return live?.metadata.uid === uid ? stateOfObject(live) : 'absent'
  }

  async #find(type: ResourceType, namespace: string, name: string): Promise<ApiObject | undefined> {
    const objects = this.#client.resource(type)
    try {
      return await (type.namespaced ? objects.namespace(namespace) : objects).get(name)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** Whether it exists in another namespace, where it cannot own the dependent. */
  async #isElsewhere(type: ResourceType, { name, uid }: NamedOwner): Promise<boolean> {
    const { items } = await this.#client.resource(type).list({ fieldSelector: `metadata.name=${name}` })
    return items.some(({ metadata }) => metadata.uid === uid)
  }

  async #tellOutOfReach({ apiVersion, kind, name, uid }: NamedOwner, { uid: own, address }: OwnerNode): Promise<void> {
    if (!address) return
    const { type, namespace } = address
    const dependent: ApiObject = {
      apiVersion: type.group === '' ? type.version : `${type.group}/${type.version}`,
      kind: type.kind,
      metadata: { name: address.name, uid: own, ...(namespace !== '' && { namespace }) },
    }
    const owner = `${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}`
    const event = {
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      note: `ownerRef [${owner}] does not exist in namespace "${namespace}"`,
      reporter: REPORTER,
    } as const
    await recordEvent(this.#client, dependent, event, { onError: this.#onError })
  }
}

const stateOfObject = ({ metadata: { deletionTimestamp, finalizers = [] } }: ApiObject): OwnerState =>
  deletionTimestamp !== undefined && finalizationOf(finalizers) === 'foreground' ? 'deletesDependents' : 'present'
