/**
 * Validation of events. New events (with an `eventTime`) have more rules than old ones of the core group, and an update through
 * the events group may change only the series and metadata.
 *
 * Events are validated in the form of the core group, for requests of either group, and refusals use its field names.
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

/** Maximum length of an action, a reason and a reporting instance. */
const WORD_MAX = 128
/** Maximum bytes of a note. */
const NOTE_MAX = 1024

/**
 * Validates an event of the core group; these rules apply to both groups.
 *
 * @param event - In either form.
 * @param dialect - Names the namespaces for events of cluster-scoped objects.
 * @param reporter - Name of the reporting controller field in the request's group.
 */
export function validateAnyEvent(event: ApiObject, dialect: Dialect, reporter: string): readonly FieldError[] {
  const core = asCoreEvent(event)
  const errors = !isSet(core.eventTime) ? validateOldNamespace(core) : validateNewEvent(core, dialect, reporter)
  const namespace = core.metadata.namespace ?? ''
  return [...errors, ...validateDnsSubdomain(namespace).map((message) => invalidField('namespace', namespace, message))]
}

/**
 * Validates a new event of the events group.
 *
 * @param event - In either form.
 * @param dialect - Names the namespaces for events of cluster-scoped objects.
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

/** Immutable fields. */
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
 * Validates an update of an event in the events group.
 *
 * @param event - The new state, in either form.
 * @param live - The stored state, in either form.
 * @param dialect - Names the namespaces for events of cluster-scoped objects.
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

/** An old event has the namespace of its object; events of cluster-scoped objects are in the default namespace. */
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
