import { expect, test } from '@jest/globals'
import { valueAt } from '../../../src/resources/fields/fields.js'
import { refused, refusedUpdate, stored } from '../packaged/support.js'

const POOL = { name: 'p', resourceSliceCount: 1 }
const FREE = { driver: 'd.example.com', pool: POOL }
const SLICE = { ...FREE, nodeName: 'n' }
const device = (more: object = {}, name = 'a') => ({ name, ...more })
const withDevice = (more: object) => ({ ...SLICE, devices: [device(more)] })
const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, i) => device(i === 0 ? more : {}, `d${i}`))
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, { int: i }]))
const terms = (count: number) => ({
  nodeSelectorTerms: Array.from({ length: count }, () => ({ matchExpressions: [{ key: 'a', operator: 'Exists' }] })),
})
const taint = (more: object = {}) => ({ key: 'a', effect: 'NoSchedule', ...more })
const D = 'spec.devices[0]'

test.each<readonly [spec: object, fields: readonly string[]]>([
  [SLICE, []],
  [FREE, ['spec']],
  [{ ...SLICE, allNodes: true }, ['spec']],
  [{ ...SLICE, driver: 'D.example.com' }, []],
  [{ ...SLICE, driver: 'd_' }, ['spec.driver']],
  [{ ...SLICE, pool: { ...POOL, name: 'a/b.c' } }, []],
  [{ ...SLICE, pool: { ...POOL, name: 'a//b' } }, ['spec.pool.name']],
  [{ ...SLICE, pool: { ...POOL, resourceSliceCount: 0 } }, ['spec.pool.resourceSliceCount']],
  [{ ...FREE, nodeSelector: terms(1) }, []],
  [{ ...FREE, nodeSelector: terms(2) }, ['spec.nodeSelector.nodeSelectorTerms']],
  [{ ...SLICE, devices: [device(), device()] }, ['spec.devices[1].name']],
  [{ ...SLICE, devices: [device({}, '')] }, [`${D}.name`]],
  [{ ...SLICE, devices: many(128) }, []],
  [{ ...SLICE, devices: many(129) }, ['spec.devices']],
  [{ ...SLICE, devices: many(65, { taints: [taint()] }) }, ['spec.devices']],
  [
    { ...SLICE, devices: many(65, { consumesCounters: [{ counterSet: 'c', counters: { a: { value: '1' } } }] }) },
    ['spec.devices'],
  ],
  [{ ...SLICE, devices: [device()], sharedCounters: [{ name: 'c', counters: { a: { value: '1' } } }] }, ['spec']],
  [{ ...SLICE, sharedCounters: [{ name: 'c', counters: {} }] }, ['spec.sharedCounters[0].counters']],
  [
    { ...SLICE, sharedCounters: [{ name: 'C', counters: { 'a.b': { value: '1' } } }] },
    ['spec.sharedCounters[0].name', 'spec.sharedCounters[0].counters[a.b]'],
  ],
  [withDevice({ attributes: named(32) }), []],
  [withDevice({ attributes: named(30), capacity: { a: { value: '1' }, b: { value: '1' }, c: { value: '1' } } }), [D]],
  [withDevice({ attributes: { 'a.example.com/size': { int: 1 }, big: { bool: true }, v: { version: '1.2.3-a.1+b' } } }), []],
  [withDevice({ attributes: { 'a-b': { int: 1 } } }), [`${D}.attributes[a-b]`]],
  [withDevice({ attributes: { a: {}, b: { int: 1, bool: true } } }), [`${D}.attributes[a]`, `${D}.attributes[b]`]],
  [
    withDevice({ attributes: { a: { string: 'x'.repeat(65) }, b: { version: '1.2' } } }),
    [`${D}.attributes[a].string`, `${D}.attributes[b].version`],
  ],
  [withDevice({ nodeName: 'n' }), [`${D}.nodeName`]],
  [{ ...FREE, perDeviceNodeSelection: true, devices: [device({ nodeName: 'n' }), device({ allNodes: true }, 'b')] }, []],
  [
    { ...FREE, perDeviceNodeSelection: true, devices: [device(), device({ nodeName: 'n', allNodes: true }, 'b')] },
    [D, 'spec.devices[1]'],
  ],
  [withDevice({ taints: Array.from({ length: 17 }, () => taint()) }), [`${D}.taints`]],
  [withDevice({ taints: [taint({ key: 'a b', value: 'c d' })] }), [`${D}.taints[0].key`, `${D}.taints[0].value`]],
  [
    withDevice({ bindingConditions: ['a', 'b', 'c', 'd', 'e'], bindingFailureConditions: ['a b'] }),
    [`${D}.bindingConditions`, `${D}.bindingFailureConditions[0]`],
  ],
  [
    withDevice({ consumesCounters: ['a', 'b', 'c'].map((counterSet) => ({ counterSet, counters: { x: { value: '1' } } })) }),
    [`${D}.consumesCounters`],
  ],
  [
    withDevice({ consumesCounters: ['a', 'a'].map((counterSet) => ({ counterSet, counters: { x: { value: '1' } } })) }),
    [`${D}.consumesCounters[1].counterSet`],
  ],
])('a slice with %.200j is refused at %j', (spec, fields) => {
  expect(refused('ResourceSlice', { spec })).toEqual(fields)
})

const M = `${D}.capacity[m].requestPolicy`

test.each<readonly [policy: object, fields: readonly string[]]>([
  [{ default: '1Gi' }, []],
  [{ default: '1Gi', validValues: ['1Gi', '2Gi'] }, []],
  [{ validValues: ['1Gi'] }, [`${M}.default`]],
  [{ default: '3Gi', validValues: ['1Gi', '2Gi'] }, [`${M}.default`]],
  [{ default: '1Gi', validValues: ['2Gi', '1Gi'] }, [`${M}.validValues[1]`]],
  [{ default: '1', validValues: Array.from({ length: 11 }, (_, i) => String(i + 1)) }, [`${M}.validValues`]],
  [{ default: '1Gi', validValues: ['1Gi'], validRange: { min: '1Gi' } }, [M]],
  [{ default: '2Gi', validRange: { min: '1Gi', max: '4Gi', step: '1Gi' } }, []],
  [{ default: '5Gi', validRange: { min: '1Gi', max: '4Gi' } }, [`${M}.default`]],
  [{ default: '1Gi', validRange: { min: '1Gi', max: '512Mi' } }, [`${M}.validRange.max`, `${M}.default`]],
  [{ default: '1536Mi', validRange: { min: '1Gi', step: '1Gi' } }, [`${M}.default`]],
])('a policy %j for requests of capacity is refused at %j', (requestPolicy, fields) => {
  const capacity = { m: { value: '8Gi', requestPolicy } }
  expect(refused('ResourceSlice', { spec: withDevice({ allowMultipleAllocations: true, capacity }) })).toEqual(fields)
  expect(refused('ResourceSlice', { spec: withDevice({ capacity }) })).toContain(M)
})

test('the driver, the pool and the node of a slice are immutable', () => {
  const live = stored('ResourceSlice', { spec: SLICE })
  expect(refusedUpdate('ResourceSlice', live, { 'spec.devices': [device()] })).toEqual([])
  const changes = { 'spec.driver': 'e.example.com', 'spec.nodeName': 'm', 'spec.pool.name': 'q' }
  expect(refusedUpdate('ResourceSlice', live, changes)).toEqual(Object.keys(changes))
})

test('a taint without a time gets the time of the write', () => {
  const timeAdded = '2020-01-01T00:00:00Z'
  const { spec } = stored('ResourceSlice', { spec: withDevice({ taints: [taint({ timeAdded }), taint({ key: 'b' })] }) })
  const taints = valueAt((valueAt(spec, 'devices') as readonly unknown[])[0], 'taints')
  expect(taints).toEqual([taint({ timeAdded }), taint({ key: 'b', timeAdded: '2024-05-06T07:08:09Z' })])
})
