import { beforeAll, describe, expect, test } from '@jest/globals'
import { loadSelectors } from '../../../src/resources/resource/device-selector.js'
import { type Change, type Kind, refused, refusedUpdate, stored } from '../packaged/support.js'

const DEVICES = 'spec.devices'
const request = (more: object = {}) => ({ name: 'r', exactly: { deviceClassName: 'fast', ...more } })
const claim = (devices: object): Change => ({ [DEVICES]: devices })

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
  [
    'ResourceClaim',
    claim({ requests: Array.from({ length: 33 }, (_, i) => ({ ...request(), name: `r${i}` })) }),
    [`${DEVICES}.requests`],
  ],
  [
    'ResourceClaim',
    claim({
      requests: [{ name: 'r', firstAvailable: Array.from({ length: 9 }, (_, i) => ({ name: `s${i}`, deviceClassName: 'c' })) }],
    }),
    [`${DEVICES}.requests[0].firstAvailable`],
  ],
  [
    'ResourceClaim',
    claim({
      requests: [
        {
          name: 'r',
          firstAvailable: [
            { name: 's', deviceClassName: 'c' },
            { name: 's', deviceClassName: 'c' },
          ],
        },
      ],
    }),
    [`${DEVICES}.requests[0].firstAvailable[1].name`],
  ],
  ['ResourceClaim', claim({ requests: [{ ...request(), name: '' }] }), [`${DEVICES}.requests[0].name`]],
  [
    'ResourceClaim',
    claim({ requests: [request()], constraints: [{ requests: ['r', 'r'], distinctAttribute: 'a/b' }] }),
    [`${DEVICES}.constraints[0].requests[1]`],
  ],
  ['ResourceClaim', claim({ constraints: [{ matchAttribute: 'a/b', distinctAttribute: 'a/c' }] }), [`${DEVICES}.constraints[0]`]],
  ['ResourceClaim', claim({ constraints: [{ matchAttribute: 'b' }] }), [`${DEVICES}.constraints[0].matchAttribute`]],
  ['ResourceClaim', claim({ constraints: [{ distinctAttribute: 'a/b-c' }] }), [`${DEVICES}.constraints[0].distinctAttribute`]],
  [
    'ResourceClaim',
    claim({ requests: [request({ capacity: { requests: { memory: '1Gi', 'a.b/x': '1', '1x': '1', '/x': '1' } } })] }),
    ['1x', '/x'].map((name) => `${DEVICES}.requests[0].exactly.capacity.requests[${name}]`),
  ],
  [
    'ResourceClaim',
    claim({ requests: [request({ tolerations: Array.from({ length: 17 }, () => ({ operator: 'Exists' })) })] }),
    [`${DEVICES}.requests[0].exactly.tolerations`],
  ],
  [
    'ResourceClaim',
    claim({ config: [{ opaque: { driver: 'd.example.com', parameters: { a: 'é'.repeat(5 * 1024) } } }] }),
    [`${DEVICES}.config[0].opaque.parameters`],
  ],
  ['DeviceClass', { spec: { extendedResourceName: 'example.com/gpu' } }, []],
  ['DeviceClass', { spec: { extendedResourceName: 'gpu' } }, ['spec.extendedResourceName']],
  ['DeviceClass', { spec: { extendedResourceName: 'a.platform.io/gpu' } }, ['spec.extendedResourceName']],
  ['DeviceClass', { spec: { extendedResourceName: 'requests.example.com/gpu' } }, ['spec.extendedResourceName']],
  ['ResourceClaimTemplate', { 'spec.spec.devices': { requests: [{ name: 'r' }] } }, ['spec.spec.devices.requests[0]']],
  ['DeviceClass', { spec: undefined }, []],
  ['DeviceClass', { spec: { selectors: [{}] } }, ['spec.selectors[0].cel']],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect(refused(kind, change)).toEqual(fields)
})

describe('of a list that is too long', () => {
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

  test.each(['constraints', 'config'] as const)('names of requests in %s are not looked at', (list) => {
    const entry = { requests: many(1_000, () => 'x'), matchAttribute: 'a/b', opaque: { driver: 'd.example.com', parameters: {} } }
    expect(refused('ResourceClaim', claim({ requests: [request()], [list]: [entry] }))).toEqual([
      `${DEVICES}.${list}[0].requests`,
    ])
    const entries = many(1_000, () => ({ ...entry, requests: ['x'] }))
    expect(refused('ResourceClaim', claim({ requests: [request()], [list]: entries }))).toEqual([`${DEVICES}.${list}`])
  })

  test('no more items are validated than it may have', () => {
    const requests = many(1_000, () => ({ ...request(), name: 'A' }))
    expect(refused('ResourceClaim', claim({ requests }))).toHaveLength(1 + 32)
  })
})

test('errors of 1,000 badly named capacities are listed up to the maximum', () => {
  const requests = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}`, '1']))
  expect(refused('ResourceClaim', claim({ requests: [request({ capacity: { requests } })] }))).toHaveLength(257)
})

test('the spec of a claim is immutable', () => {
  const live = stored('ResourceClaim', claim({ requests: [request()] }))
  expect(refusedUpdate('ResourceClaim', live, claim({ requests: [request({ count: 2 })] }))).toEqual(['spec'])
})

describe('the selector of a device class, and of a request', () => {
  beforeAll(() => loadSelectors())

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
    ['device.attributes["a"].services.split(";").exists_one(one, one == "sym")', true],
    ['device.attributes["a"].services.matches("^[^a]?sym[^c]?.*$")', true],
    ["device.attributes['a'].all(n, device.attributes['b'].all(m, n == m))", true],
    [
      'device.attributes.all(a, device.attributes[a].all(b, device.capacity.all(c, device.capacity[c].all(d, a == d && b == c))))',
      false,
    ],
  ])('%.80s is accepted: %j', (expression, isAccepted) => {
    const selectors = [{ cel: { expression } }]
    const at = (path: string) => (isAccepted ? [] : [`${path}.selectors[0].cel.expression`])
    expect(refused('DeviceClass', { 'spec.selectors': selectors })).toEqual(at('spec'))
    expect(refused('ResourceClaim', claim({ requests: [request({ selectors })] }))).toEqual(at(`${DEVICES}.requests[0].exactly`))
  })
})

test('the limits of selectors are for new ones: a class with others can still be changed', async () => {
  await loadSelectors()
  const loop = 'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a == b))))'
  const [selectors] = [[{ cel: { expression: loop } }]]
  const live = { ...stored('DeviceClass'), spec: { selectors } }
  expect(refusedUpdate('DeviceClass', live, { 'metadata.labels': { a: 'b' } })).toEqual([])
  expect(refusedUpdate('DeviceClass', live, { 'spec.extendedResourceName': 'example.com/gpu' })).toEqual([
    'spec.selectors[0].cel.expression',
  ])
})

test.each<readonly [toleration: object, member: string]>([
  [{}, 'operator'],
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
