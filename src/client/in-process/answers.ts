/**
 * Converts the registry's answers to the objects that a client over HTTP would read.
 *
 * @module
 */

import { type ApiObject, deepFreeze, laterTurn, listMetadata } from '../../meta/index.js'
import type { Answer, Target } from '../../registry/index.js'
import { apiVersionOf, inVersion } from '../../resources/index.js'
import type { Page, StoreEvent } from '../../store/index.js'
import type { TransportEvent } from '../transport.js'
import { toJson } from './json-value.js'

/** An object in the requested version. Stored ones are frozen already, and usually are in that version. */
function shown(target: Target, object: ApiObject): ApiObject {
  return deepFreeze(inVersion(target, object))
}

/** An answer with one object. */
export function objectOf(target: Target, answer: Answer): ApiObject {
  // A subresource with a kind of its own is answered as the registry made it.
  const isForeign = target.subresource?.kind !== undefined
  if (answer.row && !isForeign) return shown(target, answer.object)
  const object = isForeign ? answer.object : shown(target, answer.object)
  // An object made for this answer may hold undefined members, which JSON would leave out.
  return deepFreeze(toJson(object).value) as ApiObject
}

/** Bytes of objects that are parsed in one turn of the event loop. Bytes are counted, not time, so that tests are repeatable. */
const PIECE = 128 * 1024

/** A page of a list; a promise of it for many or large objects. */
export function listOf(target: Target, page: Page): unknown {
  const { rows } = page
  if (rows.reduce((bytes, { size }) => bytes + size, 0) > PIECE) return inPieces(target, page)
  return withItems(
    target,
    page,
    rows.map((row) => shown(target, row.object)),
  )
}

async function inPieces(target: Target, page: Page): Promise<unknown> {
  const items: ApiObject[] = []
  let bytes = 0
  for (const row of page.rows) {
    items.push(shown(target, row.object))
    bytes += row.size
    if (bytes <= PIECE) continue
    bytes = 0
    await laterTurn()
  }
  return withItems(target, page, items)
}

function withItems(target: Target, page: Page, items: readonly ApiObject[]): unknown {
  return {
    kind: target.definition.names.listKind,
    apiVersion: apiVersionOf(target),
    metadata: listMetadata(page),
    items,
  }
}

/** An event of a watch. */
export function eventOf(target: Target, event: StoreEvent): TransportEvent {
  if (event.type !== 'BOOKMARK') return { type: event.type, object: shown(target, event.row.object) }
  return { type: 'BOOKMARK', resourceVersion: String(event.revision), initialEventsEnd: event.initialEventsEnd }
}
