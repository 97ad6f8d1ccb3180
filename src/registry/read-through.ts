/**
 * Stored objects as the present definition of their type shows them.
 *
 * Objects are stored once and read for as long as they live, and definitions change meanwhile. Only objects that may be
 * older than the last change of their schemas are parsed and looked at; the bytes of all others are sent as they are.
 *
 * @module
 */

import { defer, map, type Observable } from 'rxjs'
import { type ApiObject, andThen, copyWith, formatApiVersion, TurnShare } from '../meta/index.js'
import { type ResourceDefinition, throughSchema } from '../resources/index.js'
import { ObjectCache, type ObjectEvent, type Row, type StoreEvent, type WatchQuery } from '../store/index.js'
import { InOrder } from './in-order.js'
import { ShownRow } from './shown-row.js'
import type { Target } from './types.js'

/** Whether rows of a type may have to be shown as something else than what is stored. */
const isStraight = ({ schemasSince, conversion }: ResourceDefinition): boolean => schemasSince === undefined && !conversion

/** Bytes of the stored objects of which another form is kept: those that were read last, whatever their types. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
const kept = new ObjectCache(MAX_KEPT_BYTES)

/** What became of the rows that were looked at, for as long as the definition's versions and the row are there. */
const seen = new WeakMap<ResourceDefinition['versions'], WeakMap<Row, Row>>()

/**
 * Reads a row through the schemas as they are now.
 *
 * @param definition - The type.
 * @param row - As the store has it.
 * @param isGone - Whether this is the last state of an object that was removed: its revision is then that of the removal,
 *   and says nothing of when the content was written.
 * @returns The very same row when its object fits.
 */
export function currentRow(definition: ResourceDefinition, row: Row, isGone = false): Row {
  const { schemasSince } = definition
  if (schemasSince === undefined || (row.revision > schemasSince && !isGone)) return row
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
    // What cannot be read is reported where its bytes are needed.
    return row
  }
  const current = throughSchema(definition, object)
  return current === object ? row : new ShownRow(row, current)
}

/** Rows in another version, likewise. */
const converted = new WeakMap<ResourceDefinition['versions'], WeakMap<Row, Map<string, Row>>>()

/**
 * Shows rows in the version that is asked for, as far as only the registry can: it may have to ask elsewhere for that.
 *
 * @param target - What was asked for.
 * @param rows - As the store has them.
 * @returns As many rows in the same order; the very same ones where nothing is to be done.
 * @throws {@link ApiError} 500 when objects cannot be converted.
 */
export function shownRows(target: Target, rows: readonly Row[]): readonly Row[] | Promise<readonly Row[]> {
  const { definition, version } = target
  if (isStraight(definition)) return rows
  const apiVersion = formatApiVersion(definition.group, version.name)
  const inTarget = (current: readonly Row[]) => (definition.conversion ? inVersion(definition, current, apiVersion) : current)
  if (definition.schemasSince === undefined) return inTarget(rows)
  const [only] = rows
  if (only && rows.length === 1) return inTarget([currentRow(definition, only)])
  return currentRows(definition, rows).then(inTarget)
}

/** Reads rows through the schemas as they are now, in as many turns of the event loop as that takes. */
async function currentRows(definition: ResourceDefinition, rows: readonly Row[]): Promise<readonly Row[]> {
  const turn = new TurnShare()
  const current: Row[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    current.push(currentRow(definition, row))
  }
  return current
}

/** Shows one row; see {@link shownRows}. */
export function shownRow(target: Target, row: Row): Row | Promise<Row> {
  if (isStraight(target.definition)) return row
  return andThen(shownRows(target, [row]), ([shown = row]) => shown)
}

/** Bytes of the objects that are sent to be converted at once (ours): what is written and read in one turn. */
const BATCH_BYTES = 512 * 1024

async function inVersion(definition: ResourceDefinition, rows: readonly Row[], apiVersion: string): Promise<readonly Row[]> {
  const { conversion } = definition
  let known = converted.get(definition.versions)
  if (!known) {
    known = new WeakMap()
    converted.set(definition.versions, known)
  }
  const found = known
  const shown = new Map<Row, Row>()
  const turn = new TurnShare()
  // Large objects are parsed each time that they are asked for.
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
      // What came back was parsed in this turn.
      if (turn.isSpent) await turn.next()
      const form = new ShownRow(row, throughSchema(definition, objects[i] ?? object))
      const forms = found.get(row) ?? new Map<string, Row>()
      forms.set(apiVersion, form)
      found.set(row, forms)
      kept.hold({ size: row.size, release: () => forms.delete(apiVersion) })
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

/**
 * Shows the events of a watch; see {@link shownRows}. What has to be converted elsewhere is, all that waits at once, and
 * the order stays.
 *
 * @param target - What is watched.
 * @param query - What was asked for.
 * @param watch - Watches the store.
 */
export function shownEvents(
  target: Target,
  query: WatchQuery,
  watch: (query: WatchQuery) => Observable<StoreEvent>,
): Observable<StoreEvent> {
  const { definition } = target
  if (isStraight(definition)) return watch(query)
  const current = (event: StoreEvent) =>
    event.type === 'BOOKMARK' ? event : withRow(event, currentRow(definition, event.row, event.type === 'DELETED'))
  if (!definition.conversion) return watch(query).pipe(map(current))
  return defer(() => {
    const line = new InOrder(async (batch: readonly StoreEvent[]) => {
      const upToDate = batch.map(current)
      const rows = upToDate.flatMap((event) => (event.type === 'BOOKMARK' ? [] : [event.row]))
      const shown = (await shownRows(target, rows)).values()
      return upToDate.map((event) => (event.type === 'BOOKMARK' ? event : withRow(event, shown.next().value ?? event.row)))
    }, query.pace)
    return watch({ ...query, pace: line }).pipe(line.operator)
  })
}

/** Events with another row, so that watches of the same objects get the very same event. */
const changedEvents = new WeakMap<Row, WeakMap<ObjectEvent, ObjectEvent>>()

function withRow(event: ObjectEvent, row: Row): ObjectEvent {
  if (row === event.row) return event
  const events = changedEvents.get(row) ?? new WeakMap<ObjectEvent, ObjectEvent>()
  changedEvents.set(row, events)
  const changed = events.get(event) ?? copyWith(event, { row })
  events.set(event, changed)
  return changed
}
