import { beforeAll, describe, expect, test } from '@jest/globals'
import { prepareSelectors } from '../../../src/resources/resource/device-selector.js'
import { type Change, type Kind, refused, refusedUpdate, stored } from '../packaged/support.js'

const DEVICES = 'spec.devices'
const request = (more: object = {}) => ({ name: 'r', exactly: { deviceClassName: 'fast', ...more } })
const claim = (devices: object): Change => ({ [DEVICES]: devices })
const FREE = { driver: 'd.example.com', pool: { name: 'p', resourceSliceCount: 1 } }
const SLICE = { ...FREE, nodeName: 'n' }

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['ResourceClaim', claim({ requests: [request()] }), []],
  ['ResourceClaim', claim({ requests: [request({ allocationMode: 'All' })] }), []],
  [
    'ResourceClaim',
    claim({ requests: [request({ allocationMode: 'All', count: 1 })] }),
    [`${DEVICES}.requests[0].exactly.count`],
  ],
  ['ResourceClaim', claim({ requests: [request({ count: -1 })] }), [`${DEVICES}.requests[0].exactly.count`]],
  [
    'ResourceClaim',
    claim({ requests: [request({ deviceClassName: 'A_' })] }),
    [`${DEVICES}.requests[0].exactly.deviceClassName`],
  ],
  ['ResourceClaim', claim({ requests: [request(), request()] }), [`${DEVICES}.requests[1].name`]],
  ['ResourceClaim', claim({ requests: [{ name: 'r' }] }), [`${DEVICES}.requests[0]`]],
  [
    'ResourceClaim',
    claim({ requests: [{ ...request(), firstAvailable: [{ name: 's', deviceClassName: 'c' }] }] }),
    [`${DEVICES}.requests[0]`],
  ],
  [
    'ResourceClaim',
    claim({
      requests: [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'c' }] }],
      constraints: [{ requests: ['r', 'r/s', 'x'], matchAttribute: 'a/b' }, {}],
    }),
    [`${DEVICES}.constraints[1].matchAttribute`, `${DEVICES}.constraints[0].requests[2]`],
  ],
  ['ResourceClaim', claim({ config: [{}] }), [`${DEVICES}.config[0].opaque`]],
  ['ResourceSlice', { spec: { ...SLICE, driver: 'D.example.com' } }, []],
  ['ResourceSlice', { spec: { ...SLICE, driver: 'd_' } }, ['spec.driver']],
  ['ResourceSlice', { spec: { ...SLICE, pool: { name: 'a/b.c', resourceSliceCount: 1 } } }, []],
  ['ResourceSlice', { spec: { ...SLICE, pool: { name: 'a//b', resourceSliceCount: 1 } } }, ['spec.pool.name']],
  [
    'ResourceClaim',
    claim({ requests: Array.from({ length: 33 }, (_, i) => ({ ...request(), name: `r${i}` })) }),
    [`${DEVICES}.requests`],
  ],
  ['ResourceClaimTemplate', { 'spec.spec.devices': { requests: [{ name: 'r' }] } }, ['spec.spec.devices.requests[0]']],
  ['DeviceClass', { spec: undefined }, []],
  ['DeviceClass', { spec: { selectors: [{}] } }, ['spec.selectors[0].cel']],
  ['ResourceSlice', { spec: SLICE }, []],
  ['ResourceSlice', { spec: FREE }, ['spec']],
  ['ResourceSlice', { spec: { ...SLICE, allNodes: true } }, ['spec']],
  ['ResourceSlice', { spec: { ...SLICE, pool: { name: 'p', resourceSliceCount: 0 } } }, ['spec.pool.resourceSliceCount']],
  ['ResourceSlice', { spec: { ...SLICE, devices: [{ name: 'a' }, { name: 'a' }] } }, ['spec.devices[1].name']],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect(refused(kind, change)).toEqual(fields)
})

test('the spec of a claim is immutable', () => {
  const live = stored('ResourceClaim', claim({ requests: [request()] }))
  expect(refusedUpdate('ResourceClaim', live, claim({ requests: [request({ count: 2 })] }))).toEqual(['spec'])
})

describe('the selector of a device class, and of a request', () => {
  beforeAll(() => prepareSelectors())

  const MEM = "device.capacity['gpu.example.com'].memory"
  test.each<readonly [expression: string, isAccepted: boolean]>([
    ["device.driver == 'gpu.example.com'", true],
    [`${MEM}.compareTo(quantity('10Gi')) >= 0`, true],
    ["device.attributes['gpu.example.com'].version.isGreaterThan(semver('1.0.0'))", true],
    ["cel.bind(gpu, device.attributes['gpu.example.com'], gpu.isFast && gpu.model == 'a')", true],
    ["'gpu.example.com' in device.attributes && device.allowMultipleAllocations", true],
    ["device.attributes['gpu.example.com'].isFast", true],
    ['device.driver', false],
    ['device.driver == 1', false],
    ['device.color', false],
    ['object.metadata.name == "a"', false],
    ['device.driver ==', false],
    ['', false],
    [`device.driver == '${'a'.repeat(10_240)}'`, false],
  ])('%.80s is accepted: %j', (expression, isAccepted) => {
    const selectors = [{ cel: { expression } }]
    const at = (path: string) => (isAccepted ? [] : [`${path}.selectors[0].cel.expression`])
    expect(refused('DeviceClass', { 'spec.selectors': selectors })).toEqual(at('spec'))
    expect(refused('ResourceClaim', claim({ requests: [request({ selectors })] }))).toEqual(at(`${DEVICES}.requests[0].exactly`))
  })
})

test.each<readonly [toleration: object, member: string]>([
  [{ operator: 'Exists' }, ''],
  [{ key: 'a.example.com/b', value: 'c' }, ''],
  [{ key: 'a b', operator: 'Exists' }, 'key'],
  [{ key: 'a', operator: 'Exists', value: 'b' }, 'value'],
  [{ key: 'a', operator: 'Equal', value: 'b c' }, 'value'],
  [{ key: 'a', operator: 'Near' }, 'operator'],
  [{ key: 'a', operator: 'Exists', effect: 'Smile' }, 'effect'],
])('a request that tolerates %j is refused at %j', (toleration, member) => {
  const at = member === '' ? [] : [`${DEVICES}.requests[0].exactly.tolerations[0].${member}`]
  expect(refused('ResourceClaim', claim({ requests: [request({ tolerations: [toleration] })] }))).toEqual(at)
})
