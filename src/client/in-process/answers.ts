/**
 * What the registry answers with, as the objects that a client of HTTP would read.
 *
 * @module
 */

import { type ApiObject, deepFreeze, formatApiVersion } from '../../meta/index.js'
import type { Answer, Target } from '../../registry/index.js'
import { convertObject } from '../../resources/index.js'
import type { Page, StoreEvent } from '../../store/index.js'
import type { TransportEvent } from '../transport.js'
import { toJson } from './json-value.js'

const apiVersionOf = ({ definition, version }: Target): string => formatApiVersion(definition.group, version.name)

/** An object in the version that was asked for. Stored ones are frozen already, and mostly are in that version. */
function shown(target: Target, object: ApiObject): ApiObject {
  return deepFreeze(convertObject(target.definition, object, apiVersionOf(target)))
}

/** An answer with one object. */
export function objectOf(target: Target, answer: Answer): ApiObject {
  // A subresource with a kind of its own is answered as the registry made it.
  const isForeign = target.subresource?.kind !== undefined
  if (answer.row && !isForeign) return shown(target, answer.object)
  const object = isForeign ? answer.object : shown(target, answer.object)
  // What was made for this answer alone may hold members that are undefined, which JSON would leave out.
  return deepFreeze(toJson(object, Number.POSITIVE_INFINITY).value) as ApiObject
}

/** A page of a list. */
export function listOf(target: Target, page: Page): unknown {
  return {
    kind: target.definition.names.listKind,
    apiVersion: apiVersionOf(target),
    metadata: {
      resourceVersion: String(page.revision),
      ...(page.continue !== undefined && { continue: page.continue }),
      ...(page.remainingItemCount !== undefined && { remainingItemCount: page.remainingItemCount }),
    },
    items: page.rows.map((row) => shown(target, row.object)),
  }
}

/** An event of a watch. */
export function eventOf(target: Target, event: StoreEvent): TransportEvent {
  if (event.type !== 'BOOKMARK') return { type: event.type, object: shown(target, event.row.object) }
  return { type: 'BOOKMARK', resourceVersion: String(event.revision), initialEventsEnd: event.initialEventsEnd }
}
