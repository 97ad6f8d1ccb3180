/**
 * The registry: what each verb means for a resource type. No HTTP; the in-process client enters here.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { AdmissionSources } from '../admission/index.js'
import { alwaysAllow } from '../authz/index.js'
import { type ApiObject, andThen, badRequest, lazily, notFound, type Status } from '../meta/index.js'
import {
  apiVersionOf,
  type ConnectOptions,
  inVersion,
  type ResourceCatalog,
  type ResourceDefinition,
  storagePrefixOf,
  toScale,
} from '../resources/index.js'
import type { Collection, ListQuery, Page, Row, Selection, StoreEvent, VersionQuery, WatchQuery } from '../store/index.js'
import { admissionSources } from './admission-sources.js'
import {
  answerWith,
  createCollections,
  groupResourceOf,
  keyOf,
  type RegistryContext,
  type RegistryOptions,
  type Write,
} from './context.js'
import { isOfKey, listRows, matchingEvents, unstoredSelector, withoutUnstored } from './converted-selection.js'
import { serveDefinitions } from './custom-resources.js'
import { createDefaultNamespaces } from './namespaces.js'
import { shownEvents, shownRow, shownRows } from './read-through.js'
import type {
  Answer,
  Caller,
  Connected,
  DecodedBody,
  DeleteAnswer,
  DeleteOptions,
  PatchRequest,
  Target,
  WriteAnswer,
  WriteOptions,
} from './types.js'
import { KeyedMutex } from './write/keyed-mutex.js'
import type { WriteRequest } from './write/state.js'
import { WriteTurns } from './write/turns.js'

/** The verbs, over every type of a catalog. Objects and rows are in the storage version. */
export interface Registry {
  readonly catalog: ResourceCatalog
  /**
   * Reads one object: synchronously, where the newest is wanted and the view has it.
   *
   * @throws {@link ApiError} 404, and 400 or 504 for the version asked for; or rejects with it.
   */
  get(target: Target, query: VersionQuery): Answer | Promise<Answer>
  /** Lists a collection. @throws {@link ApiError} 400, 410, 422 or 504. */
  list(target: Target, query: ListQuery): Promise<Page>
  /** Watches a collection; failures come through the Observable. @throws {@link ApiError} 400 for a field that is not selectable. */
  watch(target: Target, query: WatchQuery): Observable<StoreEvent>
  /** Creates an object. @throws {@link ApiError} 400, 403, 404, 409 or 422. */
  create(target: Target, caller: Caller, body: DecodedBody, options: WriteOptions): Promise<WriteAnswer>
  /** Replaces an object. @throws {@link ApiError} 400, 404, 409 or 422. */
  update(target: Target, caller: Caller, body: DecodedBody, options: WriteOptions): Promise<WriteAnswer>
  /** Changes an object by a patch document. @throws {@link ApiError} 400, 404, 409, 415 or 422. */
  patch(target: Target, caller: Caller, request: PatchRequest, options: WriteOptions): Promise<WriteAnswer>
  /** Deletes an object. @throws {@link ApiError} 403, 404 or 409. */
  delete(target: Target, caller: Caller, options: DeleteOptions): Promise<DeleteAnswer>
  /** Deletes the objects of a selection. */
  deleteCollection(target: Target, caller: Caller, options: DeleteOptions, query: ListQuery): Promise<Status>
  /**
   * Admits a connect request: calls admission, except for reads, and finds the object.
   *
   * @param options - The options of the request.
   * @returns The options after mutation; the object in the version of the request; the impersonated user, if any.
   * @throws {@link ApiError} 404, 400 for a malformed address, and as admission refuses.
   */
  connect(target: Target, caller: Caller, options: ConnectOptions): Promise<Connected>
  /** The current object, from memory and the last commit known here; undefined when there is none. */
  peek(target: Target): ApiObject | undefined
  /** How many objects of a type are stored; none of a virtual type. */
  count(definition: ResourceDefinition): number
  /**
   * The stored objects of a type, beneath the verbs: for control loops of the plane itself, which follow them, and write without
   * admission and validation.
   *
   * @throws {@link ApiError} 405 for a virtual type, 404 for one whose definition is gone.
   */
  stored(definition: ResourceDefinition): Collection
  /**
   * The served type of a custom resource definition.
   *
   * @param name - Name of the definition.
   * @returns Undefined while it has no accepted names, and where a built-in type has its place.
   */
  servedFor(name: string): ResourceDefinition | undefined
  /**
   * Serializes the creates, updates and patches of a type, each with following work of a control loop:
   * a write is answered when that work is done.
   *
   * @param definition - The type; only one loop may register work for it.
   * @param after - The work. Never rejects.
   */
  takeTurns(definition: ResourceDefinition, after: () => Promise<void>): WriteTurns
  /** The sources for admission plugins, to start them with. */
  readonly admissionSources: AdmissionSources
  /** Stops following the definitions of custom types. */
  close(): void
}

/**
 * Makes a registry over a store and a catalog, with the default namespaces in place.
 *
 * @param options - Store, catalog, dialect, time and chance.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { store, catalog } = options
  const context: RegistryContext = {
    ...options,
    ...createCollections(options),
    locks: new KeyedMutex(options.clock),
    async remove(write, how) {
      const { deleteObject } = await writing()
      await deleteObject(write, how)
    },
  }
  registerStored(context)
  await createDefaultNamespaces(context)
  // No client can have seen a resourceVersion from before the plane was ready, so none may be requested.
  store.forgetHistory()
  await requireScopes(context)
  const custom = serveDefinitions(context)
  const reads = readsOf(context)
  const writes = writesOf(context)

  return {
    catalog,
    admissionSources: admissionSources(context, options.authorizer ?? alwaysAllow, writes.create),
    ...reads,
    ...writes,
    async connect(target, caller, options) {
      const isRead = target.subresource?.connect?.isRead === true
      const admitted = isRead ? options : await (await writing()).connect(writeTo(context, target, caller, {}), options)
      const destination = target.subresource?.connect?.destinationOf?.(target.name) ?? { name: target.name }
      const { object } = await reads.get({ ...target, name: destination.name }, {})
      return { options: admitted, object: inVersion(target, object), destination }
    },
    servedFor: (name) => custom.servedFor(name),
    close: () => custom.close(),
  }
}

/** Registers the types that have stored objects before the first request, which would wait for that: there may be many objects. */
function registerStored({ catalog, store, collectionOf }: RegistryContext): void {
  for (const definition of catalog.all()) {
    if (!definition.review && store.hasUnregistered(storagePrefixOf(definition))) collectionOf(definition)
  }
}

/** The read verbs, and what control loops read by. */
function readsOf({
  catalog,
  collectionOf,
}: RegistryContext): Pick<Registry, 'get' | 'list' | 'watch' | 'peek' | 'count' | 'stored'> {
  return {
    get(target, query) {
      const rows = collectionOf(target.definition)
      const key = keyOf(target)
      const isNewest = query.resourceVersion === undefined && query.resourceVersionMatch === undefined
      return andThen(isNewest ? rows.newest(key) : rows.get(key, query), (row) => {
        if (!row) throw notFound(groupResourceOf(target), target.name)
        const scale = target.subresource?.scale
        return andThen(shownRow(target, row), (shown) =>
          scale ? { object: toScale(inVersion(target, shown.object), scale), row: undefined } : answerWith(shown),
        )
      })
    },
    async list(target, query) {
      const page = await listRows(collectionOf(target.definition), target, select(target, query))
      return andThen(shownRows(target, page.rows), (rows) => (rows === page.rows ? page : { ...page, rows }))
    },
    watch(target, query) {
      const watch = (query: WatchQuery) => collectionOf(target.definition).watch(query)
      const asked = select(target, query)
      const selector = unstoredSelector(target, asked)
      if (!selector) return shownEvents({ catalog, target, watch }, asked)
      const selected = (events: readonly StoreEvent[]) => matchingEvents(target, selector, events)
      return shownEvents({ catalog, target, watch, selected }, withoutUnstored(asked))
    },
    peek: (target) => collectionOf(target.definition).peek(keyOf(target))?.object,
    count: (definition) => (definition.review ? 0 : collectionOf(definition).size),
    stored: (definition) => collectionOf(definition),
  }
}

type WriteVerbs = Pick<Registry, 'create' | 'update' | 'patch' | 'delete' | 'deleteCollection' | 'takeTurns'>

/** The write verbs, and the serialization with loops. */
function writesOf(context: RegistryContext): WriteVerbs {
  /** By the collection of the type. */
  const turns = new Map<string, WriteTurns>()
  /** Performs a write that leaves an object, once its code is loaded. */
  const change = (
    verb: 'create' | 'update' | 'patch',
    target: Target,
    caller: Caller,
    request: WriteRequest,
  ): Promise<WriteAnswer> =>
    andThen(writing(), (verbs): Promise<WriteAnswer> => {
      const write = () => verbs[verb](writeTo(context, target, caller, request.options), request)
      return turns.get(storagePrefixOf(target.definition))?.run(write) ?? write()
    })

  return {
    create: (target, caller, body, options) => change('create', target, caller, { body, options }),
    update: (target, caller, body, options) => change('update', target, caller, { body, options }),
    patch: (target, caller, patch, options) => change('patch', target, caller, { patch, options }),
    async delete(target, caller, options) {
      const { deleteObject } = await writing()
      return shownDeletion(target, await deleteObject(writeTo(context, target, caller, options), options))
    },
    async deleteCollection(target, caller, options, query) {
      const { deleteCollection } = await writing()
      return deleteCollection(writeTo(context, target, caller, options), options, select(target, query))
    },
    takeTurns(definition, after) {
      const taken = new WriteTurns(after)
      turns.set(storagePrefixOf(definition), taken)
      return taken
    },
  }
}

function writeTo(context: RegistryContext, target: Target, caller: Caller, options: WriteOptions): Write {
  return { context, target, caller, dryRun: options.dryRun ?? false, manager: options.fieldManager ?? 'unknown' }
}

/** The program that defines the types may have changed their scope. That of custom resource definitions cannot be changed. */
async function requireScopes({ catalog, collectionOf }: RegistryContext): Promise<void> {
  for (const definition of catalog.all()) {
    if (!definition.custom || definition.review || collectionOf(definition).size === 0) continue
    requireScope(definition, (await collectionOf(definition).list({})).rows)
  }
}

/** Objects of the other scope could not be addressed: neither read nor deleted. */
function requireScope({ group, names, namespaced }: ResourceDefinition, rows: readonly Row[]): void {
  const lost = rows.filter(({ key }) => key.includes('/') !== namespaced)
  if (lost.length === 0) return
  const [are, were] = namespaced ? ['in namespaces', 'without'] : ['cluster-scoped', 'in namespaces']
  throw new Error(
    `resources: objects of ${names.plural}.${group} are ${are} now, but the storage has ${lost.length} ${were}, such as ${lost[0]?.key}: define the type as it was, or under another name`,
  )
}

/** The code of writes, field ownership above all, is a large part of the library: it is loaded with the first write. */
const writing = lazily(() => import('./write/perform.js'))

/**
 * Loads that code now, for callers that can spare time at the start, such as tests.
 */
export async function loadWrites(): Promise<void> {
  await writing()
}

/** Converts the answer of a delete to the requested version, where only the registry can. */
async function shownDeletion(target: Target, answer: DeleteAnswer): Promise<DeleteAnswer> {
  const { conversion } = target.definition
  if (answer.outcome === 'removed' || !conversion) return answer
  const { row, object } = answer.answer
  if (row) return { ...answer, answer: answerWith(await shownRow(target, row)) }
  const [shown = object] = await conversion([object], apiVersionOf(target))
  return { ...answer, answer: { row: undefined, object: shown } }
}

/** Adds the target's namespace to a query, and refuses fields that are not selectable in its version. */
function select<Q extends Selection>(target: Target, query: Q): Q {
  const { definition, version } = target
  const selectableFields = version.selectableFields ?? definition.selectableFields
  for (const { field } of query.fieldSelector?.requirements ?? []) {
    if (isOfKey(field) || (selectableFields && Object.hasOwn(selectableFields, field))) continue
    throw badRequest(
      definition.custom || selectableFields
        ? `field label not supported: ${field}`
        : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    )
  }
  return target.namespace === '' ? query : { ...query, namespace: target.namespace }
}
