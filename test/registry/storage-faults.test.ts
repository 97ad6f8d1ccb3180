import { describe, expect, test } from '@jest/globals'
import { faultyStorage } from '../support/faulty-storage.js'
import { settle } from '../support/manual-clock.js'
import { fixture, refusal, WIDGET_DEFINITION, widget } from './support.js'

const EVENT = {
  metadata: { name: 'a' },
  regarding: { namespace: 'default' },
  reason: 'Test',
  type: 'Normal',
  action: 'Test',
  eventTime: '2026-01-01T00:00:00.000000Z',
  reportingController: 'example.com/test',
  reportingInstance: 'test',
}
const DEFINITION = 'customresourcedefinitions/widgets.example.com'
const DELETED = { code: 404 }

describe('after a short outage of the storage', () => {
  test('a definition gets its names', async () => {
    const { state, storage } = faultyStorage()
    const { create, clock, at } = await fixture({ storage })
    let commits = 0
    // The create is committed, and what settles the names after it is not.
    state.away = { test: (key: string) => key.includes('widgets.example.com') && commits++ > 0 }
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    expect(() => at('widgets')).toThrow('no type widgets')
    state.away = undefined
    await clock.advanceAndSettle(1_000)
    expect(at('widgets').definition.names.kind).toBe('Widget')
  })

  test.each([
    ['objects of a type that goes', /widgets\/default/],
    ['the definition of a type whose objects are gone', /widgets\.example\.com/],
  ])('%s are deleted', async (_what, away) => {
    const { state, storage } = faultyStorage()
    const { registry, create, clock, at, caller, get } = await fixture({ storage })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    registry.watch(at('widgets'), {}).subscribe({
      next: ({ type }) => {
        if (type === 'DELETED') state.away = away
      },
    })
    if (away.test('widgets/default')) state.away = away
    await registry.delete(at(DEFINITION), caller, {})
    await settle()
    expect(await get(DEFINITION)).toHaveProperty('metadata.deletionTimestamp')
    state.away = undefined
    await clock.advanceAndSettle(1_000)
    await clock.advanceAndSettle(1_000)
    expect(await refusal(get(DEFINITION))).toMatchObject(DELETED)
  })

  test('an expired event is deleted', async () => {
    const { state, storage } = faultyStorage()
    const { registry, create, clock, get } = await fixture({ storage })
    await create('events', EVENT)
    state.away = /events/
    await clock.advanceAndSettle(3_600_000)
    expect(await get('events/a')).toMatchObject({ reason: 'Test' })
    state.away = undefined
    await clock.advanceAndSettle(1_000)
    expect(await refusal(get('events/a'))).toMatchObject(DELETED)
    registry.close()
  })
})
