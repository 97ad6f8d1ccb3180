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
  isEstablished,
  type ResourceDefinition,
} from '../resources/index.js'
import type { Row } from '../store/index.js'
import type { RegistryContext, Write } from './context.js'
import { deleteCollection } from './delete.js'

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

/**
 * Serves the types of all definitions, now and later.
 *
 * @param context - The registry.
 * @returns A function that stops following.
 */
export function followDefinitions(context: RegistryContext): () => void {
  const type = definitionType(context)
  if (!type) return () => {}
  const clearing = new Map<string, Subscription>()
  const watch = context
    .collectionOf(type)
    .watch({})
    .subscribe({
      next(event) {
        if (event.type === 'BOOKMARK') return
        if (event.type === 'DELETED') withdraw(context, event.row.object)
        else serve(context, event.row.object)
        if (event.type !== 'DELETED' && isClearing(event.row.object)) clear(context, event.row, clearing)
      },
      error: context.reportError,
    })
  return () => {
    watch.unsubscribe()
    for (const waiting of clearing.values()) waiting.unsubscribe()
  }
}

const isClearing = (definition: ApiObject): boolean =>
  Boolean(definition.metadata.deletionTimestamp) &&
  (definition.metadata.finalizers ?? []).includes(cleanupFinalizerOf(definition))

function serve(context: RegistryContext, object: ApiObject): void {
  if (!isEstablished(object)) return
  const definition = definitionFromCustomResource(object, context.dialect)
  // Nothing new is made of a type that is on its way out.
  const verbs = object.metadata.deletionTimestamp ? definition.verbs.filter((verb) => verb !== 'create') : definition.verbs
  context.catalog.add({ ...definition, verbs })
}

function withdraw(context: RegistryContext, object: ApiObject): void {
  const definition = definitionFromCustomResource(object, context.dialect)
  context.catalog.remove(definition.group, definition.names.plural)
  context.dropCollection(definition)
}

/** Deletes all objects of a type, waits for those that something holds, and lets the definition go. */
function clear(context: RegistryContext, row: Row, clearing: Map<string, Subscription>): void {
  if (clearing.has(row.name)) return
  const definition = definitionFromCustomResource(row.object, context.dialect)
  const collection = context.collectionOf(definition)
  const finish = () => {
    if (collection.size > 0) return
    clearing.get(row.name)?.unsubscribe()
    clearing.delete(row.name)
    release(context, row.name).catch(context.reportError)
  }
  clearing.set(
    row.name,
    collection.watch({}).subscribe({ next: (event) => event.type === 'DELETED' && finish(), error: context.reportError }),
  )
  deleteAll(context, definition).then(finish).catch(context.reportError)
}

function deleteAll(context: RegistryContext, definition: ResourceDefinition): Promise<unknown> {
  const version = definition.versions[0]
  if (!version) return Promise.resolve()
  const target = { definition, version, namespace: '', name: '', subresource: undefined }
  const caller = { user: { username: 'system:apiserver', groups: ['system:masters'] }, warn: () => {} }
  return deleteCollection({ context, target, caller, dryRun: false, manager: caller.user.username }, {}, {})
}

/** Takes our finalizer off a definition, which removes it when nothing else holds it. */
async function release(context: RegistryContext, name: string): Promise<void> {
  const type = definitionType(context)
  if (!type) return
  const collection = context.collectionOf(type)
  for (;;) {
    const row = await collection.get(name)
    if (!row) return
    const finalizers = (row.object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizerOf(row.object))
    const next = { ...row.object, metadata: { ...row.object.metadata, finalizers } }
    const result =
      finalizers.length === 0 ? await collection.remove(name, row.revision) : await collection.put(name, row.revision, next)
    if (result.outcome === 'committed') return
  }
}
