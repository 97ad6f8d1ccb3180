/**
 * Stored objects in the form of their type's current definition.
 *
 * Stored objects may outlive several definitions of their type, and other replicas may know another one. The bytes of what this
 * process wrote since the last change of the schemas are sent as they are; all other objects are parsed and checked, once each.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { defer } from 'rxjs/internal/observable/defer'
import { map } from 'rxjs/internal/operators/map'
import { type ApiObject, andThen, copyWith, TurnShare } from '../meta/index.js'
import { apiVersionOf, type ResourceCatalog, type ResourceDefinition, throughSchema } from '../resources/index.js'
import { ObjectCache, type ObjectEvent, type Row, type StoreEvent, type WatchQuery } from '../store/index.js'
import { OrderedBatches } from './ordered-batches.js'
import { ShownRow } from './shown-row.js'
import type { Target } from './types.js'

/** Whether a row has the form that the current schemas of its type give it. */
const isCurrent = ({ custom, schemasSince }: ResourceDefinition, { isOwn, revision }: Row, isGone: boolean): boolean =>
  !custom || (isOwn && (schemasSince === undefined || (revision > schemasSince && !isGone)))

/** Bytes of the stored objects whose converted forms are cached, least recently read evicted first, over all types. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
const kept = new ObjectCache(MAX_KEPT_BYTES)

/** The results for rows that were checked, held as weakly as the definition's versions and the row. */
const seen = new WeakMap<ResourceDefinition['versions'], WeakMap<Row, Row>>()

/**
 * Reads a row through the current schemas.
 *
 * @param definition - The type.
 * @param row - As the store has it.
 * @param isGone - Whether this is the last state of an object that was removed: its revision is then that of the removal,
 *   and says nothing of when the content was written.
 * @returns The same row when its object needs no change.
 */
export function currentRow(definition: ResourceDefinition, row: Row, isGone = false): Row {
  if (isCurrent(definition, row, isGone)) return row
  const rows = seen.get(definition.versions) ?? new WeakMap<Row, Row>()
  seen.set(definition.versions, rows)
  let current = rows.get(row)
  if (!current) {
    current = readAgain(definition, row)
    rows.set(row, current)
    if (current !== row) kept.hold({ size: row.size, release: () => rows.delete(row) })
  }
  return current
}

function readAgain(definition: ResourceDefinition, row: Row): Row {
  let object: ApiObject
  try {
    object = row.object
  } catch {
    // Unreadable bytes are reported where they are needed.
    return row
  }
  const current = throughSchema(definition, object)
  return current === object ? row : new ShownRow(row, current, () => throughSchema(definition, row.object))
}

/** Rows converted to another version, cached likewise. */
const converted = new WeakMap<ResourceDefinition['versions'], WeakMap<Row, Map<string, Row>>>()

/**
 * Converts rows to the requested version where only the registry can, such as by a webhook.
 *
 * @param target - The request's target.
 * @param rows - As the store has them.
 * @returns As many rows in the same order; the same ones where nothing changes.
 * @throws {@link ApiError} 500 when objects cannot be converted.
 */
export function shownRows(target: Target, rows: readonly Row[]): readonly Row[] | Promise<readonly Row[]> {
  const { definition } = target
  if (!definition.custom) return rows
  const apiVersion = apiVersionOf(target)
  const inTarget = (current: readonly Row[]) => (definition.conversion ? convertRows(definition, current, apiVersion) : current)
  if (rows.every((row) => isCurrent(definition, row, false))) return inTarget(rows)
  const [only] = rows
  if (only && rows.length === 1) return inTarget([currentRow(definition, only)])
  return currentRows(definition, rows).then(inTarget)
}

/** Reads rows through the current schemas, over several turns of the event loop. */
async function currentRows(definition: ResourceDefinition, rows: readonly Row[]): Promise<readonly Row[]> {
  const turn = new TurnShare()
  const current: Row[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    current.push(currentRow(definition, row))
  }
  return current
}

/** Converts one row; see {@link shownRows}. */
export function shownRow(target: Target, row: Row): Row | Promise<Row> {
  if (!target.definition.conversion) return currentRow(target.definition, row)
  return andThen(shownRows(target, [row]), ([shown = row]) => shown)
}

/** Bytes of objects in one conversion request (ours): what is written and read in one turn. */
const BATCH_BYTES = 512 * 1024

async function convertRows(definition: ResourceDefinition, rows: readonly Row[], apiVersion: string): Promise<readonly Row[]> {
  const { conversion } = definition
  let known = converted.get(definition.versions)
  if (!known) {
    known = new WeakMap()
    converted.set(definition.versions, known)
  }
  const found = known
  const shown = new Map<Row, Row>()
  const turn = new TurnShare()
  // Large objects are not cached, and parsed on each access.
  let batch: { readonly row: Row; readonly object: ApiObject }[] = []
  let bytes = 0
  const convertBatch = async (): Promise<void> => {
    const sent = batch
    batch = []
    bytes = 0
    if (!conversion || sent.length === 0) return
    if (turn.isSpent) await turn.next()
    const objects = await conversion(
      sent.map(({ object }) => object),
      apiVersion,
    )
    for (const [i, { row, object }] of sent.entries()) {
      // The response was parsed in this turn.
      if (turn.isSpent) await turn.next()
      const form = new ShownRow(row, throughSchema(definition, objects[i] ?? object))
      const forms = found.get(row) ?? new Map<string, Row>()
      forms.set(apiVersion, form)
      found.set(row, forms)
      // A webhook may answer with much more than it was sent.
      kept.hold({ size: form.size, release: () => forms.delete(apiVersion) })
      shown.set(row, form)
    }
  }
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    const form = found.get(row)?.get(apiVersion)
    if (form) {
      shown.set(row, form)
      continue
    }
    const { object } = row
    if (object.apiVersion === apiVersion) continue
    batch.push({ row, object })
    bytes += row.jsonLength
    if (bytes >= BATCH_BYTES) await convertBatch()
  }
  await convertBatch()
  return rows.map((row) => shown.get(row) ?? row)
}

/** The source of a watch. */
export interface WatchSource {
  readonly catalog: ResourceCatalog
  readonly target: Target
  readonly watch: (query: WatchQuery) => Observable<StoreEvent>
  /** Selects among the events, which may convert them; all are selected by default. */
  readonly selected?: (events: readonly StoreEvent[]) => Promise<readonly StoreEvent[]>
}

/**
 * Converts the events of a watch; see {@link shownRows}. Waiting events are sent to a webhook together, and
 * stay in order.
 *
 * @param source - The catalog, what is watched, and how the store is watched.
 * @param query - The query of the watch.
 */
export function shownEvents({ catalog, target, watch, selected }: WatchSource, query: WatchQuery): Observable<StoreEvent> {
  const { definition } = target
  if (!definition.custom) return watch(query)
  const now = currentDefinition(catalog, definition)
  const current = (event: StoreEvent) =>
    event.type === 'BOOKMARK' ? event : withRow(event, currentRow(now(), event.row, event.type === 'DELETED'))
  if (!definition.conversion && !selected) return watch(query).pipe(map(current))
  return defer(() => {
    const batches = new OrderedBatches(async (batch: readonly StoreEvent[]) => {
      const all = batch.map(current)
      // What leaves the selection is shown as it was before, which may be outdated.
      const upToDate = selected ? (await selected(all)).map(current) : all
      const rows = upToDate.flatMap((event) => (event.type === 'BOOKMARK' ? [] : [event.row]))
      const shown = (await shownRows(target, rows)).values()
      return upToDate.map((event) => (event.type === 'BOOKMARK' ? event : withRow(event, shown.next().value ?? event.row)))
    }, query.pace)
    return watch({ ...query, pace: batches }).pipe(batches.operator)
  })
}

/** A watch outlives definitions of its type: what was written by a later one has fields that the first does not know. */
function currentDefinition(catalog: ResourceCatalog, first: ResourceDefinition): () => ResourceDefinition {
  let generation = catalog.generation
  let definition = first
  return () => {
    if (catalog.generation !== generation) {
      generation = catalog.generation
      definition = catalog.findType(first.group, first.names.plural) ?? definition
    }
    return definition
  }
}

/** Events with another row, cached so that watches of the same objects get one instance. */
const changedEvents = new WeakMap<Row, WeakMap<ObjectEvent, ObjectEvent>>()

function withRow(event: ObjectEvent, row: Row): ObjectEvent {
  if (row === event.row) return event
  const events = changedEvents.get(row) ?? new WeakMap<ObjectEvent, ObjectEvent>()
  changedEvents.set(row, events)
  const changed = events.get(event) ?? copyWith(event, { row })
  events.set(event, changed)
  return changed
}
