/**
 * Objects with a time to live, such as Events: removed once it is over, unless they were written again meanwhile.
 *
 * @module
 */

import type { ResourceDefinition } from '../resources/index.js'
import type { Collection, Row } from '../store/index.js'
import { Chores } from './chores.js'
import { followType } from './follow-type.js'
import type { LoopParts, StopLoop } from './loop.js'

/** Stale entries, beyond as many as there are rows, before they are removed. */
const MAX_STALE = 1_000

/** A row and when its time is over. */
interface Expiry {
  readonly key: string
  readonly revision: number
  readonly at: number
}

/** How long an object of a type lives. */
type TimeToLive = NonNullable<ResourceDefinition['strategy']['timeToLiveSeconds']>

/**
 * Removes the objects of the plane's types as their time to live ends.
 *
 * Existing objects count as written at the start: a restart never shortens a life.
 *
 * @param parts - The plane.
 * @returns A function that stops it.
 */
export function expireObjects(parts: LoopParts): StopLoop {
  const stops: StopLoop[] = []
  for (const definition of parts.registry.catalog.all()) {
    const { timeToLiveSeconds } = definition.strategy
    const isView = definition.group !== definition.storedAs.group
    if (timeToLiveSeconds && !isView) stops.push(expireType(parts, definition, timeToLiveSeconds))
  }
  return () => {
    for (const stop of stops) stop()
  }
}

function expireType(parts: LoopParts, definition: ResourceDefinition, timeToLiveSeconds: TimeToLive): StopLoop {
  const { clock, registry } = parts
  const collection = registry.stored(definition)
  const chores = new Chores(parts)
  let queue: Expiry[] = []
  let cancelTimer: (() => void) | undefined

  const schedule = (): void => {
    cancelTimer?.()
    const next = queue[0]
    cancelTimer = next && clock.setTimeout(expire, Math.max(0, next.at - clock.now()))
  }
  const expire = (): void => {
    const due = queue.findIndex(({ at }) => at > clock.now())
    for (const expiry of queue.splice(0, due === -1 ? queue.length : due)) {
      void chores.do(() => removeIfUnchanged(collection, expiry))
    }
    schedule()
  }
  const isCurrent = ({ key, revision }: Expiry) => collection.peek(key)?.revision === revision
  const enqueue = (row: Row): void => {
    const seconds = timeToLiveSeconds(row.object)
    if (seconds === undefined) return
    const at = clock.now() + seconds * 1000
    // Lives are nearly always of one length, so the place is nearly always the end.
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.at ?? 0) > at) place--
    queue.splice(place, 0, { key: row.key, revision: row.revision, at })
    // An object that is written all the time would fill the memory with what it was.
    if (queue.length > 2 * collection.size + MAX_STALE) queue = queue.filter(isCurrent)
    if (place === 0) schedule()
  }

  const stopFollowing = followType(parts, definition, { put: enqueue, remove: () => {} })
  return () => {
    stopFollowing()
    chores.close()
    cancelTimer?.()
  }
}

async function removeIfUnchanged(collection: Collection, { key, revision }: Expiry): Promise<void> {
  // A conflict means that the object was written again: that write has put itself into the queue.
  if (collection.peek(key)?.revision === revision) await collection.remove(key, revision)
}
