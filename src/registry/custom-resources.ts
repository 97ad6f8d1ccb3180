/**
 * Custom types come and go with their definitions: a definition is established by the write that stores it, served from
 * that moment on, and taken away with all objects of its type when it is deleted.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import type { ApiObject } from '../meta/index.js'
import {
  cleanupFinalizerOf,
  definitionFromCustomResource,
  establish,
  hasItsNames,
  isEstablished,
  type ResourceDefinition,
} from '../resources/index.js'
import type { Collection, ObjectEvent, Row, WatchEvent } from '../store/index.js'
import type { RegistryContext, Write } from './context.js'
import { deleteIfThere } from './delete.js'

/** The type of definitions themselves. */
function definitionType({ catalog, dialect }: RegistryContext): ResourceDefinition | undefined {
  return catalog.find(`apiextensions.${dialect.groupDomain}`, 'v1', 'customresourcedefinitions')?.definition
}

/**
 * Settles the status of a definition within the write that stores it, so that whoever gets the answer can use the type.
 * Objects of other types pass unchanged.
 *
 * @param write - The write at hand.
 * @param object - The object about to be stored.
 */
export function completeDefinition({ context, target }: Write, object: ApiObject): ApiObject {
  if (target.definition !== definitionType(context) || target.subresource) return object
  return establish(object, otherDefinitions(context, object), context.catalog, context.clock.now())
}

function otherDefinitions(context: RegistryContext, object: ApiObject): ApiObject[] {
  const others: ApiObject[] = []
  for (const definition of context.catalog.all()) {
    if (!definition.custom) continue
    const other = liveDefinition(context, `${definition.names.plural}.${definition.group}`)?.object
    if (other && other.metadata.name !== object.metadata.name) others.push(other)
  }
  return others
}

function liveDefinition(context: RegistryContext, name: string): Row | undefined {
  const type = definitionType(context)
  return type && context.collectionOf(type).peek(name)
}

/** Runs work on definitions one after the other; work on other types goes ahead at once. */
export type InTurn = <T>(definition: ResourceDefinition, work: () => Promise<T>) => Promise<T>

/**
 * Makes writes of definitions wait for one another: which names a definition gets depends on those that others have got,
 * so two that ask for the same name may not be judged at the same time.
 *
 * @param context - The registry.
 */
export function definitionsInTurn(context: RegistryContext): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (definition, work) => {
    if (definition !== definitionType(context)) return work()
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

/** What is known of the definitions while they are followed. */
interface Following {
  readonly context: RegistryContext
  readonly inTurn: InTurn
  /** The types that are served, by the name of the definition. */
  readonly served: Map<string, ResourceDefinition>
  /** Watches of the types that are cleared, by the name of the definition. */
  readonly clearing: Map<string, Subscription>
}

/**
 * Serves the types of all definitions, now and later.
 *
 * @param context - The registry.
 * @param inTurn - Keeps writes of definitions apart.
 * @returns A function that stops following.
 */
export function followDefinitions(context: RegistryContext, inTurn: InTurn): () => void {
  const type = definitionType(context)
  if (!type) return () => {}
  const following: Following = { context, inTurn, served: new Map(), clearing: new Map() }
  const watch = context
    .collectionOf(type)
    .watch({})
    .subscribe({
      next(event) {
        // An error thrown here would end the process: it is nobody's request.
        try {
          if (event.type !== 'BOOKMARK') follow(following, type, event)
        } catch (error) {
          context.reportError(error)
        }
      },
      error: context.reportError,
    })
  return () => {
    watch.unsubscribe()
    for (const waiting of following.clearing.values()) waiting.unsubscribe()
  }
}

function follow(following: Following, type: ResourceDefinition, { type: change, row }: ObjectEvent): void {
  if (change === 'DELETED') {
    withdraw(following, row)
    reconsider(following, type, row).catch(following.context.reportError)
    return
  }
  serve(following, row)
  if (isClearing(row.object)) clear(following, row)
}

const isClearing = (definition: ApiObject): boolean =>
  Boolean(definition.metadata.deletionTimestamp) &&
  (definition.metadata.finalizers ?? []).includes(cleanupFinalizerOf(definition))

function serve({ context, served }: Following, { name, object }: Row): void {
  if (!isEstablished(object)) return
  const { catalog, dialect } = context
  const definition = definitionFromCustomResource(object, dialect)
  const { group, names } = definition
  const before = catalog.all().find((type) => type.group === group && type.names.plural === names.plural)
  // A status can be written by hand, and a type of the plane itself may have come after the definition.
  if (name !== `${names.plural}.${group}` || (before && !served.has(name))) return
  // Nor do objects that are stored change their scope, when somebody had it taken for one that is not served.
  if (before && before.namespaced !== definition.namespaced) return
  served.set(name, definition)
  if (before && !object.metadata.deletionTimestamp && beginsAnew(before, definition)) context.dropCollection(definition)
  // Nothing new is made of a type that is on its way out.
  const verbs = object.metadata.deletionTimestamp ? definition.verbs.filter((verb) => verb !== 'create') : definition.verbs
  catalog.add({ ...definition, verbs })
}

/**
 * Whether a change of a type ends its watches: they may be of a version that is gone, and stored objects have to be read
 * again to be found by fields that were not looked for before.
 */
function beginsAnew(before: ResourceDefinition, next: ResourceDefinition): boolean {
  const isServed = (name: string) => next.versions.some((version) => version.served && version.name === name)
  const newFields = next.selectableFields ?? {}
  return (
    before.versions.some(({ name, served }) => served && !isServed(name)) ||
    Object.keys(newFields).some((field) => !Object.hasOwn(before.selectableFields ?? {}, field))
  )
}

function withdraw({ context, served, clearing }: Following, { name }: Row): void {
  clearing.get(name)?.unsubscribe()
  clearing.delete(name)
  const definition = served.get(name)
  if (!definition) return
  served.delete(name)
  context.catalog.remove(definition.group, definition.names.plural)
  context.dropCollection(definition)
}

/** Gives the names that have become free to definitions of the group that wait for them. */
async function reconsider({ context, inTurn }: Following, type: ResourceDefinition, gone: Row): Promise<void> {
  const collection = context.collectionOf(type)
  const { rows } = await collection.list({})
  for (const row of rows) {
    const isWaiting = groupOf(row) === groupOf(gone) && !hasItsNames(row.object)
    if (isWaiting) await inTurn(type, () => settle(context, collection, row.name))
  }
}

/** A definition is named by plural and group, and a plural has no dots. */
const groupOf = ({ name }: Row): string => name.slice(name.indexOf('.') + 1)

async function settle(context: RegistryContext, collection: Collection, name: string): Promise<void> {
  for (;;) {
    const row = await collection.get(name)
    if (!row) return
    const next = establish(row.object, otherDefinitions(context, row.object), context.catalog, context.clock.now())
    if (next === row.object || (await collection.put(name, row.revision, next)).outcome === 'committed') return
  }
}

/** Deletes all objects of a type, waits for those that something holds, and lets the definition go. */
function clear({ context, served, clearing }: Following, { name, object }: Row): void {
  if (clearing.has(name)) return
  const definition = served.get(name)
  if (!definition) {
    // What is in its place belongs to another type.
    release(context, object).catch(context.reportError)
    return
  }
  const collection = context.collectionOf(definition)
  const finish = () => {
    if (collection.size > 0) return
    clearing.get(name)?.unsubscribe()
    clearing.delete(name)
    release(context, object).catch(context.reportError)
  }
  let work: Promise<unknown> = Promise.resolve()
  // A create that was on its way already may still add an object; that one goes too.
  const next = (event: WatchEvent) => {
    if (event.type === 'ADDED') work = work.then(() => deleteOne(context, definition, event.row)).catch(context.reportError)
    if (event.type === 'DELETED') finish()
  }
  clearing.set(name, collection.watch({}).subscribe({ next, error: context.reportError }))
  finish()
}

async function deleteOne(context: RegistryContext, definition: ResourceDefinition, { namespace, name }: Row): Promise<void> {
  const version = definition.versions[0]
  if (!version) return
  const target = { definition, version, namespace, name, subresource: undefined }
  const caller = { user: { username: 'system:apiserver', groups: ['system:masters'] }, warn: () => {} }
  await deleteIfThere({ context, target, caller, dryRun: false, manager: caller.user.username }, {})
}

/** Takes our finalizer off a definition, which removes it when nothing else holds it. One made anew meanwhile is another. */
async function release(context: RegistryContext, { metadata }: ApiObject): Promise<void> {
  const type = definitionType(context)
  const { name = '', uid } = metadata
  if (!type) return
  const collection = context.collectionOf(type)
  for (;;) {
    const row = await collection.get(name)
    if (!row || row.object.metadata.uid !== uid || !isClearing(row.object)) return
    const finalizers = (row.object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizerOf(row.object))
    const next = { ...row.object, metadata: { ...row.object.metadata, finalizers } }
    const result =
      finalizers.length === 0 ? await collection.remove(name, row.revision) : await collection.put(name, row.revision, next)
    if (result.outcome === 'committed') return
  }
}
