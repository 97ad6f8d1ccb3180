/**
 * Selection by fields of a version that objects are not read from.
 *
 * The store selects by the fields of stored objects. Those of another version are fields of converted objects, and a webhook may have
 * to convert them: the store selects by everything else, and these fields are compared afterwards.
 *
 * @module
 */

import { type FieldSelector, fieldSelectorOf, TurnShare } from '../meta/index.js'
import { inVersion, type ResourceVersion, type ServedResource } from '../resources/index.js'
import type { Collection, ListQuery, Page, Row, Selection, StoreEvent } from '../store/index.js'
import { shownRows } from './read-through.js'
import type { Target } from './types.js'

/** Rows that a limited list reads at once (ours), as few of them may be selected. */
const ROWS_PER_READ = 500

/** Whether a field is part of an object's key, and so the same in all versions. */
export const isOfKey = (field: string): boolean => field === 'metadata.name' || field === 'metadata.namespace'

/** Whether stored objects have the fields of a version. With a webhook some may be stored in a version that only it can convert. */
export const isReadFromStorage = ({ definition, version }: ServedResource): boolean =>
  !definition.conversion && version.name === definition.storageVersion

/** The part of a selection that the store cannot decide; undefined when there is none. */
export function unstoredSelector(target: Target, { fieldSelector }: Selection): FieldSelector | undefined {
  if (!fieldSelector || !target.version.selectableFields || isReadFromStorage(target)) return undefined
  const left = fieldSelector.requirements.filter(({ field }) => !isOfKey(field))
  return left.length > 0 ? fieldSelectorOf(left) : undefined
}

/** A query without its {@link unstoredSelector}. */
export function withoutUnstored<Q extends Selection>(query: Q): Q {
  const { requirements = [] } = query.fieldSelector ?? {}
  return { ...query, fieldSelector: fieldSelectorOf(requirements.filter(({ field }) => isOfKey(field))) }
}

/**
 * Lists the selected rows of a collection.
 *
 * @param collection - The collection of the target's type.
 * @param target - The type, and the version whose fields are selected by.
 * @param query - A valid query.
 * @returns Rows as they are stored.
 */
export function listRows(collection: Collection, target: Target, query: ListQuery): Promise<Page> {
  const selector = unstoredSelector(target, query)
  return selector ? listConverted(collection, { target, selector }, withoutUnstored(query)) : collection.list(query)
}

/** Fields of a version that objects are selected by. */
interface ConvertedSelection {
  readonly target: Target
  readonly selector: FieldSelector
}

async function listConverted(collection: Collection, selection: ConvertedSelection, query: ListQuery): Promise<Page> {
  const { limit = 0 } = query
  const { resourceVersion: _revision, resourceVersionMatch: _match, ...unversioned } = query
  const rows: Row[] = []
  let start = query
  let most = Math.max(limit, ROWS_PER_READ)
  for (;;) {
    const page = await collection.list(limit > 0 ? { ...start, limit: most } : start)
    const found = await matchingRows(selection, page.rows)
    const room = limit > 0 ? limit - rows.length : found.length
    if (found.length > room) {
      // Read again up to the last row that has room, as the next page begins where a read ends.
      most = page.rows.indexOf(found[room - 1] as Row) + 1
      continue
    }
    rows.push(...found)
    if (page.continue === undefined || rows.length === limit) return { ...page, rows, remainingItemCount: undefined }
    start = { ...unversioned, continue: page.continue }
    most = ROWS_PER_READ
  }
}

async function matchingRows(selection: ConvertedSelection, rows: readonly Row[]): Promise<readonly Row[]> {
  const isSelected = await selectedAmong(selection, rows)
  const turn = new TurnShare()
  const found: Row[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    if (isSelected(row)) found.push(row)
  }
  return found
}

/**
 * The events of a selection, of all events: an object that an update brings into the selection is ADDED, one that it takes out is DELETED.
 *
 * @param target - The type, and the version whose fields are selected by.
 * @param selector - The {@link unstoredSelector}.
 * @param events - Of the rest of the selection, in order.
 */
export async function matchingEvents(
  target: Target,
  selector: FieldSelector,
  events: readonly StoreEvent[],
): Promise<readonly StoreEvent[]> {
  const rows = events.flatMap((event) => {
    if (event.type === 'BOOKMARK') return []
    return event.before ? [event.before, event.row] : [event.row]
  })
  const isSelected = await selectedAmong({ target, selector }, rows)
  return events.flatMap((event): StoreEvent | [] => {
    if (event.type === 'BOOKMARK') return event
    const { row, revision, before } = event
    if (!before) return isSelected(row) ? event : []
    const was = isSelected(before)
    if (isSelected(row)) return was ? event : { type: 'ADDED', row, revision }
    return was ? { type: 'DELETED', row: before.at(revision), revision } : []
  })
}

type Values = Readonly<Record<string, string>>

/** Values of the fields of a version, held as weakly as it and the row: many lists and watches ask for them. */
const known = new WeakMap<ResourceVersion, WeakMap<Row, Values>>()

/** Decides which of some rows are selected, once they are converted. */
async function selectedAmong({ target, selector }: ConvertedSelection, rows: readonly Row[]): Promise<(row: Row) => boolean> {
  const values = known.get(target.version) ?? new WeakMap<Row, Values>()
  known.set(target.version, values)
  const fields = Object.entries(target.version.selectableFields ?? {})
  const unread = rows.filter((row) => !values.has(row))
  const shown = await shownRows(target, unread)
  const turn = new TurnShare()
  for (const [i, row] of unread.entries()) {
    if (turn.isSpent) await turn.next()
    const object = inVersion(target, (shown[i] ?? row).object)
    values.set(row, Object.fromEntries(fields.map(([path, read]) => [path, read(object)])))
  }
  return (row) => selector.matches((field) => values.get(row)?.[field] ?? '')
}
