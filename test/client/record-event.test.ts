import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { recordEvent } from '../../src/client/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import { EVENTS, Widget, widget } from '../testing/widget.js'

let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget], objects: [widget('lamp')] })
})
afterEach(() => plane.close())

const lit = { reason: 'Lit', note: 'The lamp is lit', reporter: 'lamp-controller' } as const
const lamp = () => plane.client().resource(Widget).namespace('default').get('lamp')
const events = async () => (await plane.client().resource(EVENTS).list()).items

describe('an event', () => {
  test('has its object, reason, message, source and time', async () => {
    const object = await lamp()
    expect(await recordEvent(plane.client(), object, lit)).toBe(true)
    const { uid, resourceVersion } = object.metadata
    expect(await events()).toMatchObject([
      {
        metadata: { namespace: 'default', name: expect.stringMatching(/^lamp\.[0-9a-f]{16}$/) },
        involvedObject: {
          apiVersion: 'shop.example.com/v1',
          kind: 'Widget',
          namespace: 'default',
          name: 'lamp',
          uid,
          resourceVersion,
        },
        type: 'Normal',
        reason: 'Lit',
        message: 'The lamp is lit',
        source: { component: 'lamp-controller' },
        reportingComponent: 'lamp-controller',
        firstTimestamp: '2026-01-02T03:04:05Z',
        lastTimestamp: '2026-01-02T03:04:05Z',
        count: 1,
      },
    ])
  })

  test('that is repeated increments the count of the existing one', async () => {
    const object = await lamp()
    await recordEvent(plane.client(), object, lit)
    await plane.advance(60_000)
    await Promise.all([1, 2, 3].map(() => recordEvent(plane.client(), object, lit)).concat(plane.advance(5_000) as never))
    expect(await events()).toMatchObject([
      { count: 4, firstTimestamp: '2026-01-02T03:04:05Z', lastTimestamp: '2026-01-02T03:05:05Z' },
    ])
  })

  test.each([
    ['type', { type: 'Warning' }],
    ['reason', { reason: 'Broken' }],
    ['note', { note: 'The lamp is broken' }],
    ['reporter', { reporter: 'somebody' }],
  ] as const)('of another %s is another event', async (_what, change) => {
    const object = await lamp()
    await recordEvent(plane.client(), object, lit)
    await recordEvent(plane.client(), object, { ...lit, ...change })
    expect((await events()).map(({ count }) => count)).toEqual([1, 1])
  })

  test('about another object of the same name is another event', async () => {
    await recordEvent(plane.client(), await lamp(), lit)
    await plane.client().resource(Widget).namespace('default').delete('lamp')
    await plane.seed(widget('lamp'))
    await recordEvent(plane.client(), await lamp(), lit)
    expect(await events()).toHaveLength(2)
  })

  test('about an object without a namespace is in the default namespace; long names are cut', async () => {
    const name = 'n'.repeat(253)
    await plane.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    const namespace = await plane.client().resource({ group: '', version: 'v1', kind: 'Namespace' }).get(name)
    expect(await recordEvent(plane.client(), namespace, lit)).toBe(true)
    expect(await events()).toMatchObject([{ metadata: { namespace: 'default' }, involvedObject: { name } }])
  })

  test.each([
    [{ verb: 'create', resource: 'events' }, { status: 403 }],
    [{ verb: 'create', resource: 'events' }, { refuseConnection: true }],
  ] as const)('that cannot be written does not fail the caller, which may ask why: %p', async (rule, fault) => {
    plane.faults.add(rule, fault)
    const failures: unknown[] = []
    const onError = (error: unknown) => failures.push(error)
    expect(await recordEvent(plane.client(), await lamp(), lit, { onError })).toBe(false)
    const why = 'status' in fault ? { status: { code: fault.status } } : { name: 'ConnectionError' }
    expect(failures).toMatchObject([why])
    plane.faults.add(rule, fault)
    expect(await recordEvent(plane.client(), await lamp(), lit)).toBe(false)
    plane.faults.expectAllUsed()
  })

  test('that cannot be written does not fail the caller where onError throws', async () => {
    const print = jest.spyOn(console, 'error').mockImplementation(() => {})
    plane.faults.add({ verb: 'create', resource: 'events' }, { status: 403 })
    const onError = () => {
      throw new Error('mine')
    }
    expect(await recordEvent(plane.client(), await lamp(), lit, { onError })).toBe(false)
    expect(print.mock.calls).toEqual([['onError threw an error, which has no effect:', new Error('mine')]])
    print.mockRestore()
  })

  test('that is deleted before its count is updated does not fail the caller either', async () => {
    const object = await lamp()
    await recordEvent(plane.client(), object, lit)
    plane.faults.add({ verb: 'get', resource: 'events' }, { status: 404 })
    const failures: unknown[] = []
    expect(await recordEvent(plane.client(), object, lit, { onError: (error) => failures.push(error) })).toBe(false)
    expect(failures).toMatchObject([{ status: { code: 404 } }])
  })
})
