/**
 * Records what happened to an object as an Event, for people.
 *
 * @module
 */

import { type ApiObject, check, formatTime, notify, type UnknownRecord } from '../meta/index.js'
import { clientOfPlane, storedObject } from './check-arguments.js'
import type { Client } from './client.js'
import { isAlreadyExists } from './errors.js'

/** What happened. */
export interface EventNote {
  /** Default `Normal`. */
  readonly type?: 'Normal' | 'Warning'
  /** Why, in one word for machines, such as `Scaled`. */
  readonly reason: string
  /**
   * What, in a sentence for people, up to 1,024 bytes. Leave out values that differ each time, so that repeats are recognized.
   */
  readonly note: string
  /** The reporting component, such as `widget-controller`. */
  readonly reporter: string
}

/** How an event is recorded. */
export interface RecordEventOptions {
  /** Receives the error of an event that could not be written, such as an {@link ApiError} 403. By default it is dropped. */
  readonly onError?: (error: unknown) => void
}

/** The Event kind by its oldest name, under which every plane knows it. */
const EVENTS = { group: '', version: 'v1', resource: 'events' } as const
const eventNote = check.members<keyof EventNote>(
  {
    type: check.fits('"Normal" or "Warning"', (value) => value === 'Normal' || value === 'Warning'),
    reason: check.text,
    note: check.text,
    reporter: check.text,
  },
  ['reason', 'note', 'reporter'],
)
const recordOptions = check.members<keyof RecordEventOptions>({ onError: check.callable })
/** Maximum characters of an object's name in the name of an event, before the hash. */
const NAME_MAX = 200

/**
 * Records an event about an object. A repeated event increments the count of the stored one, for as long as the plane keeps it.
 *
 * Events are best effort: a failure to write one goes to `onError` and is not thrown.
 *
 * @param client - A client of the plane.
 * @param object - The object, as read from the plane.
 * @param event - What happened.
 * @param options - See {@link RecordEventOptions}.
 * @returns Whether it was written.
 * @throws TypeError with one line for each invalid argument.
 */
export async function recordEvent(
  client: Client,
  object: ApiObject,
  event: EventNote,
  options: RecordEventOptions = {},
): Promise<boolean> {
  check.refuse('recordEvent', [
    ...clientOfPlane(client, 'client'),
    ...storedObject(object, 'object'),
    ...eventNote(event, 'event'),
    ...recordOptions(options, 'options'),
  ])
  const { name = '', namespace, uid, resourceVersion } = object.metadata
  const { type = 'Normal', reason, note, reporter } = event
  const now = formatTime(client.clock.now())
  const events = client.resource<UnknownRecord>(EVENTS).namespace(namespace ?? 'default')
  const eventName = `${name.slice(0, NAME_MAX)}.${hashOf([uid, type, reason, note, reporter].join('\n'))}`
  const { apiVersion, kind } = object
  const failed = (error: unknown): false => {
    notify('onError', options.onError, error)
    return false
  }
  try {
    await events.create({
      metadata: { name: eventName },
      involvedObject: { apiVersion, kind, name, namespace, uid, resourceVersion },
      type,
      reason,
      message: note,
      source: { component: reporter },
      reportingComponent: reporter,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    })
    return true
  } catch (error) {
    if (!isAlreadyExists(error)) return failed(error)
  }
  try {
    await events.updateWithRetry(eventName, (draft) => {
      draft.count = Number(draft.count ?? 1) + 1
      draft.lastTimestamp = now
    })
    return true
  } catch (error) {
    return failed(error)
  }
}

/** A hash of sixteen hexadecimal digits (FNV-1a, once forwards and once backwards). */
function hashOf(text: string): string {
  const codes = [...new TextEncoder().encode(text)]
  const fold = (bytes: readonly number[]) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0
  return [fold(codes), fold(codes.reverse())].map((half) => half.toString(16).padStart(8, '0')).join('')
}
