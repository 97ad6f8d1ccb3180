/**
 * Objects with a time to live, such as Events: removed when it has passed, unless they are written again.
 *
 * @module
 */

import { laterTurn } from '../meta/index.js'
import { isView, type ResourceDefinition } from '../resources/index.js'
import type { Collection, Row } from '../store/index.js'
import { followType } from './follow-type.js'
import type { LoopParts, StopLoop } from './loop.js'
import { RetriedWork } from './retried-work.js'

/** Stale queue entries, in excess of the number of rows, that trigger their removal. */
const MAX_STALE = 1_000

/** Removals that begin in one turn of the event loop: a hundred thousand Events may expire together. */
const REMOVALS_A_TURN = 100
/** Time between as many existing objects in the order of their expiry, in milliseconds. */
const EXISTING_APART_MS = 100

/** A row and its expiry. */
interface Expiry {
  readonly key: string
  readonly revision: number
  readonly at: number
}

/** The time to live of objects of a type. */
type TimeToLive = NonNullable<ResourceDefinition['strategy']['timeToLiveSeconds']>

/**
 * Removes expired objects of the plane's types.
 *
 * At startup, existing objects count as just written: a restart never shortens their time to live. As all of them would expire in
 * one moment, it lengthens that of each hundred by a tenth of a second more.
 *
 * @param parts - The plane.
 * @returns A function that stops it.
 */
export function expireObjects(parts: LoopParts): StopLoop {
  const stops: StopLoop[] = []
  for (const definition of parts.registry.catalog.all()) {
    const { timeToLiveSeconds } = definition.strategy
    if (timeToLiveSeconds && !isView(definition)) stops.push(expireType(parts, definition, timeToLiveSeconds))
  }
  return () => {
    for (const stop of stops) stop()
  }
}

function expireType(parts: LoopParts, definition: ResourceDefinition, timeToLiveSeconds: TimeToLive): StopLoop {
  const { clock, registry } = parts
  const collection = registry.stored(definition)
  const retried = new RetriedWork(parts)
  let queue: Expiry[] = []
  let cancelTimer: (() => void) | undefined
  let isExpiring = false
  /** Whether the objects that existed at startup are being queued, and how many there were so far. */
  let isStarting = true
  let existing = 0

  const schedule = (): void => {
    cancelTimer?.()
    const next = queue[0]
    cancelTimer = next && clock.setTimeout(() => void expire(), Math.max(0, next.at - clock.now()))
  }
  const takeDue = (): readonly Expiry[] => {
    const later = queue.slice(0, REMOVALS_A_TURN).findIndex(({ at }) => at > clock.now())
    return queue.splice(0, later === -1 ? REMOVALS_A_TURN : later)
  }
  const expire = async (): Promise<void> => {
    if (isExpiring) return
    isExpiring = true
    for (let due = takeDue(); due.length > 0; due = takeDue()) {
      // A removal that fails is retried with a timer of its own: those that follow do not wait for it.
      await Promise.all(due.map((expiry) => retried.run(() => removeIfUnchanged(collection, expiry))))
      await laterTurn()
    }
    isExpiring = false
    schedule()
  }
  const isCurrent = ({ key, revision }: Expiry) => collection.peek(key)?.revision === revision
  const enqueue = (row: Row): void => {
    const seconds = timeToLiveSeconds(row.object)
    if (seconds === undefined) return
    const apart = isStarting ? Math.floor(existing++ / REMOVALS_A_TURN) * EXISTING_APART_MS : 0
    const at = clock.now() + seconds * 1000 + apart
    // Nearly all objects have the same time to live, so the place is nearly always the end.
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.at ?? 0) > at) place--
    queue.splice(place, 0, { key: row.key, revision: row.revision, at })
    // An object that is written frequently would fill the queue with stale entries.
    if (queue.length > 2 * collection.size + MAX_STALE) queue = queue.filter(isCurrent)
    if (place === 0) schedule()
  }

  const stopFollowing = followType(parts, definition, { put: enqueue, remove: () => {} })
  isStarting = false
  return () => {
    stopFollowing()
    queue = []
    retried.close()
    cancelTimer?.()
  }
}

async function removeIfUnchanged(collection: Collection, { key, revision }: Expiry): Promise<void> {
  // A conflict means that the object was written again: that write has queued its own entry.
  if (collection.peek(key)?.revision === revision) await collection.remove(key, revision)
}
