/**
 * Table columns of events.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import { nameOf, numberOf, recordOf, textAt, textOf, valueAt } from '../fields/fields.js'
import type { TableDefinition } from '../tables/tables.js'
import { ageOf, type Column, tableOf } from '../tables/tables.js'
import { asCoreEvent } from './event-fields.js'

const firstSeen = (event: ApiObject): unknown => event.firstTimestamp ?? event.eventTime

const lastSeen = (event: ApiObject): unknown =>
  valueAt(event, 'series', 'lastObservedTime') ?? event.lastTimestamp ?? firstSeen(event)

/** An event without a count happened once. */
const countOf = (event: ApiObject): number => numberOf(valueAt(event, 'series', 'count')) ?? (numberOf(event.count) || 1)

function objectOf(event: ApiObject): string {
  const { kind, name } = recordOf(event.involvedObject)
  return textOf(name) === '' ? textOf(kind).toLowerCase() : `${textOf(kind).toLowerCase()}/${textOf(name)}`
}

function sourceOf(event: ApiObject): string {
  const component = textAt(event, 'source', 'component') || textOf(event.reportingComponent)
  const instance = textAt(event, 'source', 'host') || textOf(event.reportingInstance)
  return instance === '' ? component : `${component}, ${instance}`
}

/** A column over the event in the core group's form; priority 1 is shown in wide output only. */
const column = (name: string, cell: Column['cell'], description: string, priority = 0): Column => ({
  name,
  type: 'string',
  description,
  priority,
  cell: (event, nowMs) => cell(asCoreEvent(event), nowMs),
})

/** Table columns of events in either form. */
export const eventTable: TableDefinition = tableOf([
  column('Last Seen', (event, nowMs) => ageOf(lastSeen(event), nowMs), 'Time since it last happened.'),
  column('Type', (event) => textOf(event.type), 'Normal or Warning.'),
  column('Reason', (event) => textOf(event.reason), 'Why it happened.'),
  column('Object', objectOf, 'What it happened to.'),
  column('Subobject', (event) => textAt(event, 'involvedObject', 'fieldPath'), 'The part that it happened to.', 1),
  column('Source', sourceOf, 'Who saw it.', 1),
  column('Message', (event) => textOf(event.message).trim(), 'What happened.'),
  column('First Seen', (event, nowMs) => ageOf(firstSeen(event), nowMs), 'Time since it first happened.', 1),
  { ...column('Count', countOf, 'How often it happened.', 1), type: 'integer' },
  { ...column('Name', nameOf, 'Name of the event.', 1), format: 'name' },
])
