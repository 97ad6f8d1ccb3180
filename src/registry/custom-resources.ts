/**
 * Registers custom types as their definitions come and go: a type is served from the moment that its definition is established until
 * the definition is removed.
 *
 * @module
 */

import { jsonEqual } from '../meta/index.js'
import {
  definitionFromCustomResource,
  definitionType,
  isEstablished,
  type ResourceDefinition,
  schemasAlong,
  schemasOf,
} from '../resources/index.js'
import type { ObjectEvent, Row } from '../store/index.js'
import type { RegistryContext } from './context.js'

/** A served type, and its definition. */
interface Served {
  readonly definition: ResourceDefinition
  readonly row: Row
}

/** The definitions that are followed, with what is known of each. */
interface Following {
  readonly context: RegistryContext
  /** By the name of the definition. */
  readonly served: Map<string, Served>
}

/** Custom types, as their definitions are followed. */
export interface CustomTypes {
  /** The type that is served for the definition of a name. */
  servedFor(name: string): ResourceDefinition | undefined
  /** Stops following. */
  close(): void
}

/**
 * Serves the types of all definitions, now and later.
 *
 * @param context - The registry.
 */
export function serveDefinitions(context: RegistryContext): CustomTypes {
  const { catalog, dialect, reportError } = context
  const following: Following = { context, served: new Map() }
  const type = definitionType(catalog, dialect)
  const next = ({ type: change, row }: ObjectEvent) => {
    // A throw here would end the process, as no request waits for it. It must not stop other definitions either.
    try {
      if (change === 'DELETED') withdraw(following, row)
      else serve(following, row)
    } catch (error) {
      reportError(error)
    }
  }
  const watch = type && context.collectionOf(type).follow().subscribe({ next, error: reportError })
  return {
    servedFor: (name) => following.served.get(name)?.definition,
    close: () => watch?.unsubscribe(),
  }
}

function serve({ context, served }: Following, row: Row): void {
  const { name, object } = row
  if (!isEstablished(object)) return
  const { catalog, dialect, clock, random, webhooks } = context
  const read = definitionFromCustomResource(row, { dialect, webhooks, clock, random })
  const { group, names } = read
  const before = served.get(name)
  // A status can be written by hand, and a built-in type may have been added after the definition.
  if (name !== `${names.plural}.${group}` || (!before && catalog.findType(group, names.plural))) return
  // The scope of a served type never changes, even where the definition's stored state was edited to do so.
  if (before && before.definition.namespaced !== read.namespaced) return
  const isGoing = Boolean(object.metadata.deletionTimestamp)
  // A type that is being deleted is not changed any more.
  const verbs = isGoing ? read.verbs.filter((verb) => verb !== 'create') : read.verbs
  const schemasSince = before && lastChangeOfSchemas(context, before, row)
  const definition = { ...read, verbs, ...(schemasSince !== undefined && { schemasSince }) }
  served.set(name, { definition, row })
  catalog.add(definition)
  if (before && !isGoing && beginsAnew(before, { definition, row })) context.collectionOf(definition).reselect()
}

/** The revision up to which this process may have written objects with other schemas; undefined without such objects. */
function lastChangeOfSchemas(context: RegistryContext, before: Served, { object }: Row): number | undefined {
  if (jsonEqual(schemasOf(before.row.object), schemasOf(object))) return before.definition.schemasSince
  // Not the revision of the definition, which may be in another storage.
  const { size, revision } = context.collectionOf(before.definition)
  return size > 0 ? revision : undefined
}

/** Whether a change of a type ends its watches: they may be of a removed version, or objects be selected by other values now. */
function beginsAnew(before: Served, next: Served): boolean {
  const { versions } = next.definition
  const isServed = (name: string) => versions.some((version) => version.served && version.name === name)
  return (
    before.definition.versions.some(({ name, served }) => served && !isServed(name)) ||
    !jsonEqual(selectionOf(before), selectionOf(next))
  )
}

/** What the values depend on that objects of a type are selected by. */
function selectionOf({ definition, row }: Served): readonly unknown[] {
  const fields = definition.versions.flatMap(({ name, selectableFields = {} }) =>
    Object.keys(selectableFields).map((path) => ({ name, path })),
  )
  const paths = [...new Set(fields.map(({ path }) => path))]
  return [fields, ...schemasAlong(row.object, paths)]
}

function withdraw({ context, served }: Following, { name }: Row): void {
  const type = served.get(name)
  if (!type) return
  served.delete(name)
  context.catalog.remove(type.definition.group, type.definition.names.plural)
  context.dropCollection(type.definition)
}
