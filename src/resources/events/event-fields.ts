/**
 * The two faces of an Event: as the events group writes it, and as the core group does. The same event, with some members
 * under other names.
 *
 * @module
 */

import type { ApiObject, UnknownRecord } from '../../meta/index.js'
import { withFields } from '../fields/fields.js'

/** Members whose names differ: in the core group, and in the events group. */
const NAMES = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const

const toEventsName = new Map<string, string>(NAMES)
const toCoreName = new Map<string, string>(NAMES.map(([core, events]) => [events, core]))

/** What an event always shows, in the core group: empty where nothing was said. */
const CORE_BLANK = Object.freeze({
  involvedObject: {},
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: '',
  reportingInstance: '',
})

/** The same in the events group, which leaves empty names out. */
const EVENTS_BLANK = Object.freeze({
  regarding: {},
  deprecatedSource: {},
  deprecatedFirstTimestamp: null,
  deprecatedLastTimestamp: null,
  eventTime: null,
})

/** `apiVersion` of the core view. */
const CORE_API_VERSION = 'v1'

/**
 * Turns an event into its other face, or leaves it as it is.
 *
 * @param event - In either form; which one, its `apiVersion` says.
 * @param apiVersion - The `apiVersion` wanted: {@link CORE_API_VERSION}, or that of the events group.
 */
export function convertEvent(event: ApiObject, apiVersion: string): ApiObject {
  if (event.apiVersion === apiVersion) return event
  if (apiVersion === CORE_API_VERSION) return withEmptyParts(asCoreEvent(event))
  return withEmptyParts({ ...renamed(event, toEventsName), apiVersion })
}

/**
 * Gives an event the parts that its group always shows.
 *
 * @param event - In either form.
 */
export function withEmptyParts(event: ApiObject): ApiObject {
  if (event.apiVersion === CORE_API_VERSION) return { ...CORE_BLANK, ...event }
  const { reportingController, reportingInstance, ...rest } = event
  return withFields(
    { ...EVENTS_BLANK, ...rest },
    { reportingController: reportingController || undefined, reportingInstance: reportingInstance || undefined },
  )
}

/** The event with the names of the core group: the form that its rules and its columns are written for. */
export const asCoreEvent = (event: ApiObject): ApiObject =>
  event.apiVersion === CORE_API_VERSION ? event : { ...renamed(event, toCoreName), apiVersion: CORE_API_VERSION }

function renamed(event: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const entries = Object.entries(event).map(([key, value]): [string, unknown] => [names.get(key) ?? key, value])
  // fromEntries defines own members, also for a key such as `__proto__`.
  return Object.fromEntries(entries) as UnknownRecord as unknown as ApiObject
}
