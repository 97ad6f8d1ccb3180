/**
 * The schemas of events, with the field names of both groups.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { referenceSchemas } from '../core/schemas.js'
import { integer, type Properties, refTo, struct, text, time } from '../fields/json-schema.js'

const REFERENCE = 'core.v1.ObjectReference'
const SERIES = 'events.v1.EventSeries'
const SOURCE = 'core.v1.EventSource'

/** Fields with the same name in both groups. */
const common: Properties = {
  action: text('What was done or failed, for programs; at most 128 characters.'),
  eventTime: time('When the event was first seen, with microseconds.'),
  reason: text('Why it was done, for people; at most 128 characters.'),
  related: refTo(REFERENCE, 'Another object that had to do with it.'),
  reportingInstance: text('Which instance of the controller saw it; at most 128 characters.'),
  series: refTo(SERIES, 'Set when the event happened again and again.'),
  type: text('Normal or Warning.'),
}

/** Fields of the events group. */
export const eventProperties: Properties = {
  ...common,
  deprecatedCount: integer('How often it happened, as the core group counts it. Not for new events.'),
  deprecatedFirstTimestamp: time('When it first happened, as the core group tells it. Not for new events.'),
  deprecatedLastTimestamp: time('When it last happened, as the core group tells it. Not for new events.'),
  deprecatedSource: refTo(SOURCE, 'Who saw it, as the core group tells it. Not for new events.'),
  note: text('What happened, for people; at most 1 kB.'),
  regarding: refTo(REFERENCE, 'The object that it happened to.'),
  reportingController: text('Name of the controller that saw it.'),
}

/** Fields of the core group. */
export const coreEventProperties: Properties = {
  ...common,
  count: integer('How often it happened.'),
  firstTimestamp: time('When it first happened.'),
  involvedObject: refTo(REFERENCE, 'The object that it happened to.'),
  lastTimestamp: time('When it last happened.'),
  message: text('What happened, for people.'),
  reportingComponent: text('Name of the controller that saw it.'),
  source: refTo(SOURCE, 'Who saw it.'),
}

/**
 * Schemas that the fields refer to.
 *
 * @param dialect - The dialect of the markers.
 */
export const eventSchemas = (dialect: Dialect): Properties => ({
  ...referenceSchemas(dialect),
  [SERIES]: struct('How an event recurred.', {
    count: integer('How often it happened up to the last heartbeat.'),
    lastObservedTime: time('When it was last seen before the last heartbeat, with microseconds.'),
  }),
  [SOURCE]: struct('Who saw an event.', {
    component: text('Name of the program.'),
    host: text('Node that the program ran on.'),
  }),
})
