/**
 * Event: something that happened. One stored object, written and read through two groups.
 *
 * @module
 * @see Specification, "Event resource (group events.platform.io, version v1)"
 */

import type { ApiObject, Dialect } from '../../meta/index.js'
import { type BuiltinKind, builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { textAt, textOf, withFields } from '../fields/fields.js'
import { asCoreEvent, convertEvent, withEmptyParts } from './event-fields.js'
import { coreEventProperties, eventProperties, eventSchemas } from './event-schema.js'
import { eventTable } from './event-table.js'
import { readEventTimes } from './event-times.js'
import { validateAnyEvent, validateEventCreate, validateEventUpdate } from './validate-event.js'

/** Events are kept for an hour. */
const TIME_TO_LIVE_SECONDS = 3600

/**
 * The Event kind of the events group. Its objects are stored in this form.
 *
 * @param dialect - The plane's dialect.
 */
export function eventDefinition(dialect: Dialect): ResourceDefinition {
  return builtinDefinition(dialect, {
    ...shared(dialect),
    group: groupOf(dialect),
    schemaName: 'events.v1.Event',
    properties: eventProperties,
    required: ['eventTime'],
    selectableFields: fieldsOf('regarding', 'reportingController'),
    strategy: {
      ...sharedStrategy,
      validateCreate: (event) => validateEventCreate(event, dialect),
      validateUpdate: (event, live) => validateEventUpdate(event, live, dialect),
    },
  })
}

/**
 * The Event kind of the core group: a view of the events group's kind, with the older field names and fewer rules.
 *
 * @param dialect - The plane's dialect.
 */
export function coreEventDefinition(dialect: Dialect): ResourceDefinition {
  const validate = (event: ApiObject) => validateAnyEvent(event, dialect, 'reportingComponent')
  return builtinDefinition(dialect, {
    ...shared(dialect),
    group: '',
    schemaName: 'core.v1.Event',
    properties: coreEventProperties,
    storedProperties: eventProperties,
    selectableFields: { ...fieldsOf('involvedObject', 'reportingComponent'), source: sourceOf },
    strategy: { ...sharedStrategy, validateCreate: validate, validateUpdate: validate },
  })
}

const groupOf = ({ groupDomain }: Dialect): string => `events.${groupDomain}`

const shared = (dialect: Dialect): Omit<BuiltinKind, 'group' | 'schemaName' | 'properties' | 'strategy'> => ({
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  description: 'Something that happened: for people to read, not to be relied on.',
  schemas: () => eventSchemas(dialect),
  table: eventTable,
  storedAs: { group: groupOf(dialect), resource: 'events' },
  convert: convertEvent,
})

const sharedStrategy: Strategy = {
  allowCreateOnUpdate: true,
  hasNoDependents: true,
  // Refusals name the event as the core group does, for requests of either group.
  refusedAs: { group: '', kind: 'Event' },
  defaults: (event) => withEmptyParts(readEventTimes(withoutZeroCounts(event))),
  timeToLiveSeconds: () => TIME_TO_LIVE_SECONDS,
}

/** A count of zero is omitted. */
const withoutZeroCounts = (event: ApiObject): ApiObject =>
  withFields(event, { count: event.count || undefined, deprecatedCount: event.deprecatedCount || undefined })

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

/** Selectable fields, by the names of one group. */
function fieldsOf(subject: string, reporter: string): Readonly<Record<string, (event: ApiObject) => string>> {
  const references = REFERENCE_FIELDS.map((field): [string, (event: ApiObject) => string] => [
    `${subject}.${field}`,
    (event) => textAt(asCoreEvent(event), 'involvedObject', field),
  ])
  return {
    ...Object.fromEntries(references),
    reason: ({ reason }) => textOf(reason),
    type: ({ type }) => textOf(type),
    [reporter]: (event) => textOf(asCoreEvent(event).reportingComponent),
  }
}

/** The reporter of the event, from the newer or the older field. */
function sourceOf(event: ApiObject): string {
  const core = asCoreEvent(event)
  return textAt(core, 'source', 'component') || textOf(core.reportingComponent)
}
