import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, convertObject } from '../../../src/resources/index.js'
import { create, NOW, objectOf, pick, update } from '../support.js'

const all = builtinResources(platformDialect)
const events = pick(all, 'events', 'events.platform.io')
const coreEvents = pick(all, 'events')

const fields = {
  eventTime: '2024-05-06T07:08:09.123456Z',
  action: 'Trying',
  reason: 'Testing',
  regarding: { kind: 'ConfigMap', namespace: 'ns', name: 'thing', apiVersion: 'v1' },
  reportingController: 'example.com/tester',
  reportingInstance: 'tester-1',
  type: 'Normal',
  note: 'it happened',
}
const event = (change: Readonly<Record<string, unknown>> = {}) => {
  const entries = Object.entries({ ...fields, ...change }).filter(([, value]) => value !== undefined)
  return objectOf(events, Object.fromEntries(entries))
}
const coreFields = {
  involvedObject: { kind: 'Secret', namespace: 'ns', name: 'one', uid: 'u1' },
  reason: 'Old',
  message: 'it happened',
  source: { component: 'tester', host: 'here' },
  firstTimestamp: '2024-05-06T07:00:09Z',
  lastTimestamp: '2024-05-06T07:08:04Z',
  count: 2,
  type: 'Warning',
}
const coreEvent = (change: Readonly<Record<string, unknown>> = {}) => objectOf(coreEvents, { ...coreFields, ...change })
const eventsBlank = {
  regarding: {},
  deprecatedSource: {},
  deprecatedFirstTimestamp: null,
  deprecatedLastTimestamp: null,
  eventTime: null,
}
const coreBlank = {
  involvedObject: {},
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: '',
  reportingInstance: '',
}
const toCore = (object: ApiObject) => convertObject(coreEvents, object, 'v1')
const toEvents = (object: ApiObject) => convertObject(events, object, 'events.platform.io/v1')

describe('an event in its two API groups', () => {
  test('a new event is read through the core group under the old names', () => {
    expect(toCore(event({ series: { count: 2 } }))).toEqual(
      objectOf(coreEvents, {
        eventTime: fields.eventTime,
        action: 'Trying',
        reason: 'Testing',
        involvedObject: fields.regarding,
        reportingComponent: 'example.com/tester',
        reportingInstance: 'tester-1',
        type: 'Normal',
        message: 'it happened',
        series: { count: 2 },
        source: {},
        firstTimestamp: null,
        lastTimestamp: null,
      }),
    )
  })

  test('an old event is read through the events group with its old fields as deprecated ones', () => {
    expect(toEvents(coreEvent())).toEqual(
      objectOf(events, {
        regarding: coreFields.involvedObject,
        reason: 'Old',
        note: 'it happened',
        deprecatedSource: coreFields.source,
        deprecatedFirstTimestamp: coreFields.firstTimestamp,
        deprecatedLastTimestamp: coreFields.lastTimestamp,
        deprecatedCount: 2,
        type: 'Warning',
        eventTime: null,
      }),
    )
  })

  const names = Object.keys((events.versions[0]?.schema?.document.properties ?? {}) as object).filter(
    (name) => !['apiVersion', 'kind', 'metadata'].includes(name),
  )
  test('any event is unchanged by a round trip', () => {
    // No name is the same as an empty one, which the events group does not show.
    const isName = (name: string) => name.startsWith('reporting')
    const anyEvent = fc
      .dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: names.length })
      .map((members) => Object.fromEntries(Object.entries(members).filter(([name, value]) => !isName(name) || value)))
      .map((members) => objectOf(events, { ...eventsBlank, ...members }))
    fc.assert(
      fc.property(anyEvent, (object) => {
        expect(toEvents(toCore(object))).toEqual(object)
        const added = Object.keys(object).filter(isName).length
        expect(Object.keys(toCore(object))).toHaveLength(Object.keys(object).length + 2 - added)
      }),
    )
  })

  test('each group shows the empty values that it always has', () => {
    const bare = objectOf(events, { reason: 'Old' })
    expect(toCore(bare)).toEqual(objectOf(coreEvents, { ...coreBlank, reason: 'Old' }))
    expect(toEvents(toCore(bare))).toEqual(objectOf(events, { ...eventsBlank, reason: 'Old' }))
    expect(create(events, event({ action: undefined })).object).toMatchObject({
      ...eventsBlank,
      eventTime: fields.eventTime,
      regarding: fields.regarding,
    })
    expect(create(coreEvents, objectOf(coreEvents, { reason: 'Old' })).object).toMatchObject({ ...coreBlank, reason: 'Old' })
  })

  test('both are stored as one object', () => {
    expect(coreEvents.storedAs).toEqual(events.storedAs)
    expect(events.storedAs).toEqual({ group: 'events.platform.io', resource: 'events' })
  })
})

describe('events of the events group', () => {
  test.each<{ missing: string; causes: readonly (string | RegExp)[] }>([
    { missing: 'eventTime', causes: ['eventTime: Required value'] },
    { missing: 'action', causes: ['action: Required value'] },
    { missing: 'reason', causes: ['reason: Required value'] },
    { missing: 'reportingInstance', causes: ['reportingInstance: Required value'] },
    { missing: 'type', causes: ['type: Invalid value: "": has invalid value: '] },
    { missing: 'regarding', causes: ['involvedObject.namespace: Invalid value: "": does not match event.namespace'] },
    { missing: 'note', causes: [] },
    {
      missing: 'reportingController',
      causes: [
        'reportingController: Required value',
        'reportingController: Invalid value: "": name part must be non-empty',
        expect.stringContaining('reportingController: Invalid value: "": name part must consist of') as unknown as string,
      ],
    },
  ])('one without $missing', ({ missing, causes }) => {
    expect(create(events, event({ [missing]: undefined })).causes).toEqual(causes)
  })

  test.each([
    { change: { action: 'x'.repeat(129) }, field: 'action' },
    { change: { reason: 'x'.repeat(129) }, field: 'reason' },
    { change: { reportingInstance: 'x'.repeat(129) }, field: 'reportingInstance' },
    { change: { note: 'x'.repeat(1025) }, field: 'message' },
    { change: { type: 'normal' }, field: 'type' },
    { change: { reportingController: 'not a name' }, field: 'reportingController' },
    { change: { regarding: { kind: 'Node', name: 'n' } }, field: 'involvedObject.namespace' },
    { change: { deprecatedCount: 1 }, field: 'count' },
    { change: { deprecatedFirstTimestamp: '2024-05-06T07:08:09Z' }, field: 'firstTimestamp' },
    { change: { deprecatedLastTimestamp: '2024-05-06T07:08:09Z' }, field: 'lastTimestamp' },
    { change: { deprecatedSource: { host: 'x' } }, field: 'source' },
    { change: { series: { count: 1, lastObservedTime: '2024-05-06T07:08:09.000000Z' } }, field: 'series.count' },
    { change: { series: { count: 2 } }, field: 'series.lastObservedTime' },
  ])('a wrong $field is refused, by its name in the core group', ({ change, field }) => {
    expect(create(events, event(change)).causes).toEqual([expect.stringMatching(new RegExp(`^${field}: `))])
  })

  test.each([
    { why: 'words of 128 characters and a note of 1 kB', change: { action: 'x'.repeat(128), note: 'x'.repeat(1024) } },
    { why: 'an object of another namespace', change: { regarding: { kind: 'ConfigMap', namespace: 'other', name: 'x' } } },
    { why: 'deprecated fields that say nothing', change: { deprecatedCount: 0, deprecatedSource: {} } },
    { why: 'a series', change: { series: { count: 2, lastObservedTime: '2024-05-06T07:08:09.000000Z' } } },
  ])('$why: fine', ({ change }) => {
    expect(create(events, event(change)).causes).toEqual([])
  })

  test('events about objects without a namespace are in the default or the system namespace', () => {
    const about = (namespace: string) => ({
      ...event({ regarding: { kind: 'Node', name: 'n' } }),
      metadata: { name: 'a', namespace },
    })
    expect(create(events, about('default')).causes).toEqual([])
    expect(create(events, about('platform-system')).causes).toEqual([])
    expect(create(events, about('ns')).causes).toHaveLength(1)
  })

  test.each([
    { change: { action: 'Other' }, field: 'action' },
    { change: { note: 'other' }, field: 'message' },
    { change: { regarding: { ...fields.regarding, name: 'other' } }, field: 'involvedObject' },
    { change: { eventTime: '2025-05-06T07:08:09.123456Z' }, field: 'eventTime' },
    { change: { related: { kind: 'Pod' } }, field: 'related' },
    { change: { deprecatedCount: 4 }, field: 'count' },
    { change: { reportingController: 'example.com/other' }, field: 'reportingController' },
  ])('its $field does not change', ({ change, field }) => {
    expect(update(events, event(), event(change)).causes).toEqual([
      expect.stringMatching(new RegExp(`^${field}: .*field is immutable$`)),
    ])
  })

  test('its series can be set, incremented and removed', () => {
    const series = { count: 2, lastObservedTime: '2024-05-06T07:08:09.000000Z' }
    expect(update(events, event(), event({ series })).causes).toEqual([])
    expect(update(events, event({ series }), event({ series: { ...series, count: 3 } })).causes).toEqual([])
    expect(update(events, event({ series }), event()).causes).toEqual([])
  })

  test.each([
    ['eventTime', event({ eventTime: '0001-01-01T00:00:00.000000Z' })],
    ['series.lastObservedTime', event({ series: { count: 2, lastObservedTime: '0001-01-01T00:00:00.000000Z' } })],
  ])('a zero %s counts as missing', (field, sent) => {
    expect(create(events, sent).causes).toEqual([`${field}: Required value`])
  })

  test('a zero time of the older form counts as unset', () => {
    expect(create(events, event({ deprecatedFirstTimestamp: '0001-01-01T00:00:00Z' })).causes).toEqual([])
  })

  test.each(['yesterday', '2024-05-06T07:08:09Z'])('%s is not a time of an event', (eventTime) => {
    expect(() => create(events, event({ eventTime }))).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 400 }) }),
    )
  })

  test('an event lives for an hour, and a PUT may create it', () => {
    expect(events.strategy.timeToLiveSeconds?.(event())).toBe(3600)
    expect(events.strategy.allowCreateOnUpdate).toBe(true)
  })
})

describe('events of the core group', () => {
  /** As the registry hands them over: in the form that they are stored in. */
  const stored = (change: Readonly<Record<string, unknown>>) => toEvents(coreEvent(change))

  test('old events need nothing but the namespace of their object', () => {
    expect(create(coreEvents, stored({})).causes).toEqual([])
    expect(create(coreEvents, stored({ involvedObject: { namespace: 'other' } })).causes).toEqual([
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ])
    expect(create(coreEvents, stored({ involvedObject: { kind: 'Node' } })).causes).toHaveLength(1)
  })

  test('those with an eventTime are validated as new ones', () => {
    const { causes } = create(coreEvents, stored({ eventTime: fields.eventTime }))
    expect(causes.map((cause) => cause.split(':')[0])).toEqual([
      'reportingComponent',
      'reportingComponent',
      'reportingComponent',
      'reportingInstance',
      'action',
    ])
  })

  test('an empty message is dropped', () => {
    const { note: _, ...unsaid } = stored({ source: {} })
    expect(create(coreEvents, stored({ message: '', source: { component: '' } })).object).toEqual(unsaid)
  })

  test('old events are counted up', () => {
    expect(update(coreEvents, stored({}), stored({ count: 3, message: 'again' })).causes).toEqual([])
  })

  test('they are selected by their object, in whichever group they were created', () => {
    const select = (field: string, object: ApiObject) => coreEvents.selectableFields?.[field]?.(object)
    expect(select('involvedObject.name', event())).toBe('thing')
    expect(select('involvedObject.uid', stored({}))).toBe('u1')
    expect(select('source', stored({}))).toBe('tester')
    expect(select('source', event())).toBe('example.com/tester')
    expect(select('reportingComponent', event())).toBe('example.com/tester')
    expect(select('message', event())).toBeUndefined()
    expect(events.selectableFields?.['regarding.name']?.(stored({}))).toBe('one')
  })

  test.each([
    { form: 'core', object: coreEvent() },
    { form: 'events', object: toEvents(coreEvent()) },
  ])('its row is the same in the form of the $form group', ({ object }) => {
    const table = coreEvents.versions[0]?.table
    expect(table?.cells(object, NOW)).toEqual([
      '5s',
      'Warning',
      'Old',
      'secret/one',
      '',
      'tester, here',
      'it happened',
      '8m',
      2,
      'a',
    ])
    expect(table?.columns.filter(({ priority }) => priority === 1).map(({ name }) => name)).toEqual([
      'Subobject',
      'Source',
      'First Seen',
      'Count',
      'Name',
    ])
  })

  test('the row of a new event shows its series, or its time', () => {
    const cells = (object: ApiObject) => coreEvents.versions[0]?.table?.cells(object, NOW)
    expect(cells(event())?.slice(0, 1)).toEqual(['0s'])
    expect(cells(event())?.[8]).toBe(1)
    const series = { count: 7, lastObservedTime: '2024-05-06T07:08:06.000000Z' }
    expect(cells(event({ series }))?.[0]).toBe('3s')
    expect(cells(event({ series }))?.[8]).toBe(7)
  })
})
