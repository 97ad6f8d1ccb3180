/**
 * The two forms of an Event: events group and core group. They are the same object with different names for some fields.
 *
 * @module
 */

import type { ApiObject, UnknownRecord } from '../../meta/index.js'
import { withFields } from '../fields/fields.js'

/** Fields with different names: in the core group, and in the events group. */
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

/** Fields that are always present in the core group, with their empty values. */
const CORE_BLANK = Object.freeze({
  involvedObject: {},
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: '',
  reportingInstance: '',
})

/** The same in the events group, which omits empty names. */
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
 * Converts an event to the other form, if necessary.
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
 * Adds the fields that are always present in its group.
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

/** The event in the form of the core group, which rules and columns use. */
export const asCoreEvent = (event: ApiObject): ApiObject =>
  event.apiVersion === CORE_API_VERSION ? event : { ...renamed(event, toCoreName), apiVersion: CORE_API_VERSION }

function renamed(event: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const entries = Object.entries(event).map(([key, value]): [string, unknown] => [names.get(key) ?? key, value])
  // fromEntries defines own properties, even for a key such as `__proto__`.
  return Object.fromEntries(entries) as UnknownRecord as unknown as ApiObject
}
