import { describe, expect, test } from '@jest/globals'
import type { DeleteAnswer, DeleteOptions } from '../../../src/registry/index.js'
import { body, configMap, type Fixture, fixture, refusal, WIDGET_DEFINITION, widget } from '../support.js'

const held = (name: string, ...finalizers: string[]) => ({ ...configMap(name), metadata: { name, finalizers } })
const remove = ({ registry, at, caller }: Fixture, place: string, options: DeleteOptions = {}) =>
  registry.delete(at(place), caller, options)

const EVENT = {
  metadata: { name: 'a' },
  eventTime: '2025-01-01T00:00:00.000000Z',
  regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
  action: 'Run',
  reason: 'Ran',
  type: 'Normal',
  reportingController: 'example.com/runner',
  reportingInstance: 'runner-1',
}

/** The object that a delete answered with. */
function answerOf(deletion: DeleteAnswer) {
  if (deletion.outcome === 'removed') throw new Error('the delete answered with a Status')
  return deletion.answer
}

describe('delete', () => {
  test('an object without finalizers is removed, and a Status names it', async () => {
    const plane = await fixture()
    const { metadata } = await plane.create('configmaps', configMap('a'))
    expect(await remove(plane, 'configmaps/a')).toMatchObject({
      outcome: 'removed',
      status: { status: 'Success', details: { name: 'a', kind: 'configmaps', uid: metadata.uid } },
    })
    expect(await refusal(remove(plane, 'configmaps/a'))).toMatchObject({ code: 404 })
  })

  test('finalizers keep an object until the last is taken off', async () => {
    const plane = await fixture()
    const { registry, at, caller, create, get } = plane
    await create('configmaps', held('a', 'example.com/one'))
    expect(await remove(plane, 'configmaps/a')).toMatchObject({ outcome: 'returned', marked: true })
    const marked = await get('configmaps/a')
    expect(marked.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/one'] })
    expect(await remove(plane, 'configmaps/a')).toMatchObject({ outcome: 'returned' })
    expect((await get('configmaps/a')).metadata.resourceVersion).toBe(marked.metadata.resourceVersion)
    const off = { type: 'merge', body: body({ metadata: { finalizers: null } }) } as const
    expect((await registry.patch(at('configmaps/a'), caller, off, {})).object.metadata).not.toHaveProperty('finalizers')
    expect(await refusal(get('configmaps/a'))).toMatchObject({ code: 404 })
  })

  test.each([
    { about: 'Foreground adds its finalizer', before: [], policy: 'Foreground', after: ['foregroundDeletion'] },
    { about: 'Orphan adds its finalizer', before: [], policy: 'Orphan', after: ['orphan'] },
    { about: 'Foreground replaces Orphan', before: ['orphan'], policy: 'Foreground', after: ['foregroundDeletion'] },
    { about: 'Background removes Orphan', before: ['orphan', 'example.com/x'], policy: 'Background', after: ['example.com/x'] },
    { about: 'no policy keeps what is there', before: ['orphan'], policy: undefined, after: ['orphan'] },
  ] as const)('$about', async ({ before, policy, after }) => {
    const plane = await fixture()
    await plane.create('configmaps', held('a', ...before))
    await remove(plane, 'configmaps/a', policy ? { propagationPolicy: policy } : {})
    expect((await plane.get('configmaps/a')).metadata.finalizers).toEqual(after)
  })

  test.each(['Foreground', 'Orphan', 'Background'] as const)(
    '%s just removes an Event, which has no dependents',
    async (policy) => {
      const plane = await fixture()
      await plane.create('events', EVENT)
      expect(await remove(plane, 'events/a', { propagationPolicy: policy })).toMatchObject({ outcome: 'removed' })
    },
  )

  test('a definition that is deleted keeps its generation, as its desired state is unchanged', async () => {
    const plane = await fixture()
    await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
    await plane.create('widgets', { ...widget('a'), metadata: { name: 'a', finalizers: ['example.com/x'] } })
    const deletion = await remove(plane, 'customresourcedefinitions/widgets.example.com')
    expect(deletion).toMatchObject({ outcome: 'returned', answer: { object: { metadata: { generation: 1 } } } })
    const { metadata } = await plane.get('customresourcedefinitions/widgets.example.com')
    expect(metadata).toHaveProperty('deletionTimestamp')
    expect(metadata).not.toHaveProperty('deletionGracePeriodSeconds')
  })

  test('an object that is answered with is shown at the version of its removal', async () => {
    const plane = await fixture()
    const { metadata } = await plane.create('serviceaccounts', { metadata: { name: 'a' } })
    const { object } = answerOf(await remove(plane, 'serviceaccounts/a'))
    const { revision } = await plane.registry.list(plane.at('serviceaccounts'), {})
    expect(object.metadata.resourceVersion).toBe(String(revision))
    expect(object.metadata.resourceVersion).not.toBe(metadata.resourceVersion)
  })

  test('Background removes an object that only waited for its dependents', async () => {
    const plane = await fixture()
    await plane.create('configmaps', held('a', 'foregroundDeletion'))
    expect(await remove(plane, 'configmaps/a', { propagationPolicy: 'Background' })).toMatchObject({ outcome: 'removed' })
  })

  test.each([{ uid: 'other' }, { resourceVersion: '1' }])(
    'the precondition %j that does not hold is a conflict',
    async (preconditions) => {
      const plane = await fixture()
      await plane.create('configmaps', configMap('a'))
      expect(await refusal(remove(plane, 'configmaps/a', { preconditions }))).toMatchObject({ code: 409, reason: 'Conflict' })
      await plane.get('configmaps/a')
    },
  )

  test('a dry run removes and marks nothing', async () => {
    const plane = await fixture()
    await plane.create('configmaps', configMap('a'))
    await plane.create('configmaps', held('b', 'example.com/one'))
    const before = plane.store.revision
    expect(await remove(plane, 'configmaps/a', { dryRun: true })).toMatchObject({ outcome: 'removed' })
    expect(await remove(plane, 'configmaps/b', { dryRun: true })).toMatchObject({ outcome: 'returned', marked: true })
    expect(plane.store.revision).toBe(before)
  })

  test('the namespaces of the plane itself cannot be deleted', async () => {
    const plane = await fixture()
    for (const name of ['default', 'platform-system', 'platform-public']) {
      expect(await refusal(remove(plane, `namespaces/${name}`))).toMatchObject({ code: 403, reason: 'Forbidden' })
    }
  })

  test('a collection delete takes the selection, or one page of it, and nothing else', async () => {
    const { registry, at, caller, create } = await fixture()
    for (const name of ['a', 'b', 'c', 'd']) await create('configmaps', configMap(name))
    await create('secrets', { metadata: { name: 'a' } })
    const names = async () => (await registry.list(at('configmaps'), {})).rows.map(({ name }) => name)
    await registry.deleteCollection(at('configmaps'), caller, {}, { limit: 2 })
    expect(await names()).toEqual(['c', 'd'])
    expect(await registry.deleteCollection(at('configmaps'), caller, {}, {})).toMatchObject({ kind: 'Status', status: 'Success' })
    expect(await names()).toEqual([])
    expect((await registry.list(at('secrets'), {})).rows).toHaveLength(1)
  })

  test('a collection delete at an exact resourceVersion deletes the objects of that version, and an expired one is refused with 410', async () => {
    const { registry, at, caller, create } = await fixture()
    const { metadata } = await create('configmaps', configMap('a'))
    await create('configmaps', configMap('b'))
    const { resourceVersion = '' } = metadata
    await registry.deleteCollection(at('configmaps'), caller, {}, { resourceVersion })
    expect((await registry.list(at('configmaps'), {})).rows.map(({ name }) => name)).toEqual(['b'])
    const old = registry.deleteCollection(at('configmaps'), caller, {}, { resourceVersion: '1' })
    expect(await refusal(old)).toMatchObject({ code: 410, reason: 'Expired' })
  })
})

test('a deletion of many objects leaves turns of the event loop to others', async () => {
  const plane = await fixture()
  for (let i = 0; i < 800; i++) await plane.create('configmaps', configMap(`a${i}`))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await plane.registry.deleteCollection(plane.at('configmaps'), plane.caller, {}, {})
  isOver = true
  expect(turns).toBeGreaterThan(1)
})
