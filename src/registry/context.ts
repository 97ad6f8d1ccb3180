/**
 * What every verb works with: the store's collections, the catalog of types, time and chance.
 *
 * @module
 */

import type { Admission } from '../admission/index.js'
import type { Authorizer } from '../authz/index.js'
import {
  type ApiObject,
  type Clock,
  type Dialect,
  type GroupResource,
  methodNotAllowed,
  pathNotFound,
  type Random,
} from '../meta/index.js'
import {
  type ResourceCatalog,
  type ResourceDefinition,
  SCALE_KIND,
  type StrategyContext,
  scaleSchema,
  storagePrefixOf,
} from '../resources/index.js'
import type { Schema } from '../schema/index.js'
import { type Collection, type Row, SharedReservations, type Store } from '../store/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import { selectedFields } from './selected-fields.js'
import type { Answer, Caller, DeleteOptions, Target, WriteAnswer } from './types.js'
import type { KeyedMutex } from './write/keyed-mutex.js'

/** What a registry is made from. */
export interface RegistryOptions {
  readonly store: Store
  readonly catalog: ResourceCatalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /** Calls the webhooks that convert objects of custom types; without it they cannot be converted. */
  readonly webhooks?: WebhookTransport | undefined
  /** Mutates and validates writes. */
  readonly admission: Omit<Admission, 'start'>
  /** Answers authorization questions of admission; everything is allowed when absent. */
  readonly authorizer?: Authorizer | undefined
  /** Bytes that an object may take in the storage. */
  readonly maxObjectBytes: number
  /** Takes failures of background work, such as the clean-up after a removed definition. */
  readonly reportError: (error: unknown) => void
}

/** The options of a registry, and its collections. */
export interface RegistryContext extends RegistryOptions {
  /**
   * The collection of a type's objects; types that are views of one another share it.
   *
   * @throws {@link ApiError} 405 for a virtual type, which has no objects; 404 for a type whose definition is deleted.
   */
  collectionOf(definition: ResourceDefinition): Collection
  /**
   * The reservations of writes of a type which the processes over one storage share.
   *
   * @returns Undefined where no other process can write.
   */
  reservationsOf(definition: ResourceDefinition): SharedReservations | undefined
  /** Drops the collection of a type that is deleted, and ends its watches. */
  dropCollection(definition: ResourceDefinition): void
  /** Serializes writers of one object. */
  readonly locks: KeyedMutex
  /** Deletes an object, for virtual types such as Eviction. */
  readonly remove: (write: Write, options: DeleteOptions) => Promise<void>
}

/** One write: the target, the caller, and whether it is a dry run. */
export interface Write {
  readonly context: RegistryContext
  readonly target: Target
  readonly caller: Caller
  readonly dryRun: boolean
  /** The manager in `managedFields`. */
  readonly manager: string
  /** Whether it is part of a collection delete. */
  readonly isOfCollection?: boolean
}

/** Context of a write for strategies. */
export const strategyContext = ({ context, caller, target }: Write): StrategyContext => ({
  user: caller.user,
  nowMs: context.clock.now(),
  random: context.random,
  version: target.version.name,
  subresource: target.subresource?.name ?? '',
  warn: caller.warn,
  ...(caller.annotate && { annotate: caller.annotate }),
})

/** Finds, makes and drops the collections of a store, by type. */
export function createCollections({
  store,
  catalog,
  clock,
  random,
}: RegistryOptions): Pick<RegistryContext, 'collectionOf' | 'reservationsOf' | 'dropCollection'> {
  const collections = new Map<string, Collection>()
  const reservations = new Map<string, SharedReservations>()
  const collectionOf = (definition: ResourceDefinition): Collection => {
    if (definition.review) throw methodNotAllowed()
    const prefix = storagePrefixOf(definition)
    let collection = collections.get(prefix)
    if (!collection) {
      // A request in progress when its type was deleted must not recreate the collection.
      if (definition.custom && !isServed(catalog, definition)) throw pathNotFound()
      const selectableFields = selectedFields(catalog, definition)
      const { timeToLiveSeconds: lifetimeSeconds } = definition.strategy
      collection = store.collection({
        prefix,
        namespaced: definition.namespaced,
        selectableFields,
        ...(lifetimeSeconds && { lifetimeSeconds }),
      })
      collections.set(prefix, collection)
    }
    // The type was recreated meanwhile, with another scope.
    if (collection.namespaced !== definition.namespaced) throw pathNotFound()
    return collection
  }
  return {
    collectionOf,
    reservationsOf(definition) {
      const prefix = storagePrefixOf(definition)
      if (!collectionOf(definition).isShared) return undefined
      const shared = reservations.get(prefix) ?? new SharedReservations({ store, clock, random, guards: prefix })
      reservations.set(prefix, shared)
      return shared
    },
    dropCollection(definition) {
      const prefix = storagePrefixOf(definition)
      collections.delete(prefix)
      store.drop(prefix)
      reservations.get(prefix)?.drop()
      reservations.delete(prefix)
    },
  }
}

/** The type of a group and plural name, in any version. */
export const definitionOf = ({ catalog }: RegistryContext, { group, resource }: GroupResource): ResourceDefinition | undefined =>
  catalog.findType(group, resource)

const isServed = (catalog: ResourceCatalog, definition: ResourceDefinition): boolean =>
  catalog.storedWith(definition).some((type) => type.namespaced === definition.namespaced)

/** Group and plural of a target, for messages. */
export const groupResourceOf = ({ definition }: Target): GroupResource => ({
  group: definition.group,
  resource: definition.names.plural,
})

/** The type of a body: that of the subresource's virtual type, or else the target's own. */
export function bodyTypeOf({ definition, version, subresource }: Target): Pick<Target, 'definition' | 'version'> {
  const virtual = subresource?.virtualType
  const [asked] = virtual?.versions ?? []
  return virtual && asked ? { definition: virtual, version: asked } : { definition, version }
}

/** How a body is read. */
export interface BodyForm {
  /** Its kind and its version, for messages. */
  readonly kind: string
  readonly version: string
  readonly schema: Schema | undefined
  /** Whether a value of a wrong type makes it unreadable, as of all built-in kinds. */
  readonly isTyped: boolean
}

const SCALE_FORM: BodyForm = { kind: SCALE_KIND.kind, version: SCALE_KIND.version, schema: scaleSchema, isTyped: true }

/** How the body for a target is read: a Scale in the same way for all types. */
export function bodyFormOf(target: Target): BodyForm {
  if (target.subresource?.scale) return SCALE_FORM
  const { definition, version } = bodyTypeOf(target)
  return { kind: definition.names.kind, version: version.name, schema: version.schema, isTyped: !target.definition.custom }
}

/** Group and kind of a body for a target, for messages. */
export function groupKindOf(target: Target): { readonly group: string; readonly kind: string } {
  const { definition } = bodyTypeOf(target)
  return { group: definition.group, kind: definition.names.kind }
}

/** Key of an object in its collection. */
export const keyOf = (target: Target, name = target.name): string =>
  target.definition.namespaced ? `${target.namespace}/${name}` : name

/** Answers with a stored object; it is parsed on demand. */
export const answerWith = (row: Row): Answer => new RowAnswer(row, false)

/** Answers a write with the row that it stored. */
export const written = (row: Row, created: boolean): WriteAnswer => new RowAnswer(row, created)

/** A class, as an object literal with a getter is slow to make, and every read and write makes one. */
class RowAnswer implements WriteAnswer {
  readonly row: Row
  readonly created: boolean

  constructor(row: Row, created: boolean) {
    this.row = row
    this.created = created
  }

  get object(): ApiObject {
    return this.row.object
  }
}
