/**
 * What events must look like. New events (those with an `eventTime`) are held to more rules than the old ones of the core
 * group, and of an event written through the events group only its series and metadata change.
 *
 * Events are judged in the form of the core group, whichever way they came in, and refusals name the fields as that group does.
 *
 * @module
 * @see Specification, "Event resource (group events.platform.io, version v1)"
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  invalidField,
  jsonEqual,
  requiredField,
  validateDnsSubdomain,
  validateQualifiedName,
} from '../../meta/index.js'
import { numberOf, recordOf, textAt, textOf } from '../fields/fields.js'
import { asCoreEvent, withEmptyParts } from './event-fields.js'

/** Most characters of an action, a reason and a reporting instance. */
const WORD_MAX = 128
/** Most bytes of a note. */
const NOTE_MAX = 1024

/**
 * Validates an event that is written through the core group, or the part of the rules that both groups share.
 *
 * @param event - In either form.
 * @param dialect - Names the namespaces of events about objects that have none.
 * @param reporter - What the request's group calls the reporting controller.
 */
export function validateAnyEvent(event: ApiObject, dialect: Dialect, reporter: string): readonly FieldError[] {
  const core = asCoreEvent(event)
  const errors = !isSet(core.eventTime) ? validateOldNamespace(core) : validateNewEvent(core, dialect, reporter)
  const namespace = core.metadata.namespace ?? ''
  return [...errors, ...validateDnsSubdomain(namespace).map((message) => invalidField('namespace', namespace, message))]
}

/**
 * Validates an event that is created through the events group.
 *
 * @param event - In either form.
 * @param dialect - Names the namespaces of events about objects that have none.
 */
export function validateEventCreate(event: ApiObject, dialect: Dialect): readonly FieldError[] {
  const core = asCoreEvent(event)
  const source = recordOf(core.source)
  const unset = (field: string, isThere: boolean) => (isThere ? [invalidField(field, '', 'needs to be unset')] : [])
  return [
    ...validateAnyEvent(core, dialect, 'reportingController'),
    ...validateSeries(core),
    ...(!isSet(core.eventTime) ? [requiredField('eventTime')] : []),
    ...(core.type === 'Normal' || core.type === 'Warning'
      ? []
      : [invalidField('type', '', `has invalid value: ${textOf(core.type)}`)]),
    ...unset('firstTimestamp', isSet(core.firstTimestamp)),
    ...unset('lastTimestamp', isSet(core.lastTimestamp)),
    ...unset('count', (numberOf(core.count) ?? 0) !== 0),
    ...unset('source', textOf(source.component) !== '' || textOf(source.host) !== ''),
  ]
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** What does not change. */
const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
] as const

/**
 * Validates an event that is changed through the events group.
 *
 * @param event - The new state, in either form.
 * @param live - The stored one, in either form.
 * @param dialect - Names the namespaces of events about objects that have none.
 */
export function validateEventUpdate(event: ApiObject, live: ApiObject, dialect: Dialect): readonly FieldError[] {
  const [next, before] = [event, live].map((each) => withEmptyParts(asCoreEvent(each))) as [ApiObject, ApiObject]
  const changed = FIXED.filter((field) => !jsonEqual(next[field], before[field]))
  return [
    ...validateAnyEvent(next, dialect, 'reportingController'),
    ...validateSeries(next),
    ...changed.map((field) => {
      const named = field === 'reportingComponent' ? 'reportingController' : field
      return invalidField(named, next[field] ?? '', 'field is immutable')
    }),
  ]
}

/** An old event is in the namespace of its object; those about objects without one are in the default namespace. */
function validateOldNamespace(event: ApiObject): readonly FieldError[] {
  const namespace = event.metadata.namespace ?? ''
  const involved = textAt(event, 'involvedObject', 'namespace')
  const fits = involved === '' ? namespace === '' || namespace === 'default' : involved === namespace
  return fits ? [] : [wrongNamespace(involved)]
}

const wrongNamespace = (involved: string): FieldError =>
  invalidField('involvedObject.namespace', involved, 'does not match event.namespace')

function validateNewEvent(event: ApiObject, { namespaces }: Dialect, reporter: string): readonly FieldError[] {
  const namespace = event.metadata.namespace ?? ''
  const involved = textAt(event, 'involvedObject', 'namespace')
  const controller = textOf(event.reportingComponent)
  const isHome = namespace === namespaces.default || namespace === namespaces.system
  return [
    ...(involved === '' && !isHome ? [wrongNamespace(involved)] : []),
    ...(controller === '' ? [requiredField(reporter)] : []),
    ...validateQualifiedName(controller).map((message) => invalidField(reporter, controller, message)),
    ...validateWord('reportingInstance', event.reportingInstance),
    ...validateWord('action', event.action),
    ...validateWord('reason', event.reason),
    ...validateNote(event.message),
  ]
}

function validateWord(field: string, value: unknown): readonly FieldError[] {
  const word = textOf(value)
  if (word === '') return [requiredField(field)]
  return word.length > WORD_MAX ? [invalidField(field, '', `can have at most ${WORD_MAX} characters`)] : []
}

function validateNote(value: unknown): readonly FieldError[] {
  if (new TextEncoder().encode(textOf(value)).length <= NOTE_MAX) return []
  return [invalidField('message', '', `can have at most ${NOTE_MAX} characters`)]
}

function validateSeries({ series }: ApiObject): readonly FieldError[] {
  if (series === undefined) return []
  const { count, lastObservedTime } = recordOf(series)
  return [
    ...((numberOf(count) ?? 0) < 2 ? [invalidField('series.count', '', 'should be at least 2')] : []),
    ...(lastObservedTime === undefined ? [requiredField('series.lastObservedTime')] : []),
  ]
}
