import { expect, test } from '@jest/globals'
import { kinds, stored } from '../packaged/support.js'
import { update } from '../support.js'

const live = stored('ResourceClaim', {
  'spec.devices': {
    requests: [
      { name: 'r', exactly: { deviceClassName: 'fast' } },
      { name: 's', firstAvailable: [{ name: 'big', deviceClassName: 'fast' }] },
    ],
  },
})
const result = (more: object = {}) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: 'gpu-1', ...more })
const allocated = (...results: readonly object[]) => ({ allocation: { devices: { results } } })
const pod = (uid: string, more: object = {}) => ({ resource: 'pods', name: 'p', uid, ...more })

/** The fields that a status is refused for. */
const refused = (before: object, status: object): readonly string[] =>
  update(kinds.ResourceClaim, { ...live, status: before }, { ...live, status }, 'status').causes.map((cause) =>
    cause.slice(0, cause.indexOf(': ')),
  )

const RESULT = 'status.allocation.devices.results[0]'
const DEVICE = 'status.devices[0]'

const { request: _, ...GPU } = result()
const reported = (...devices: readonly object[]) => ({
  ...allocated(result(), result({ pool: 'a/b', shareID: '0190d5f2-7c3a-4b1e-9f7d-2c5a8e6b1f00' })),
  devices: devices.map((more) => ({ ...GPU, ...more })),
})
const READY = { type: 'Ready', status: 'True', reason: 'Started', message: '', lastTransitionTime: '2024-05-06T07:08:09Z' }
const network = (networkData: object) => reported({ networkData })

test.each<readonly [status: object, fields: readonly string[]]>([
  [reported({ conditions: [READY], data: { a: 1 }, networkData: { ips: ['10.0.0.7/24', '2001:db8::7/64'] } }), []],
  [reported({ pool: 'a/b', shareID: '0190d5f2-7c3a-4b1e-9f7d-2c5a8e6b1f00' }), []],
  [reported({ pool: 'a/b' }), [DEVICE]],
  [reported({ device: 'gpu-2' }), [DEVICE]],
  [reported({}, {}), ['status.devices[1]']],
  [{ devices: [GPU] }, [DEVICE]],
  [reported({ driver: '' }), [`${DEVICE}.driver`, DEVICE]],
  [reported({ conditions: [READY, READY] }), [`${DEVICE}.conditions[1].type`]],
  [reported({ conditions: Array.from({ length: 9 }, (_, i) => ({ ...READY, type: `T${i}` })) }), [`${DEVICE}.conditions`]],
  [
    reported({ conditions: [{ type: 'a b', status: 'Yes', reason: '1', lastTransitionTime: null, observedGeneration: -1 }] }),
    ['type', 'status', 'observedGeneration', 'lastTransitionTime', 'reason'].map((member) => `${DEVICE}.conditions[0].${member}`),
  ],
  [reported({ data: { a: 'x'.repeat(10_240) } }), [`${DEVICE}.data`]],
  [reported({ data: [] }), [`${DEVICE}.data`]],
  [
    network({ interfaceName: 'x'.repeat(257), hardwareAddress: 'x'.repeat(129) }),
    [`${DEVICE}.networkData.interfaceName`, `${DEVICE}.networkData.hardwareAddress`],
  ],
  [network({ ips: Array.from({ length: 17 }, (_, i) => `10.0.0.${i}/24`) }), [`${DEVICE}.networkData.ips`]],
  [network({ ips: ['10.0.0.7/24', '10.0.0.7/24'] }), [`${DEVICE}.networkData.ips[1]`]],
  [network({ ips: ['10.0.0.7', '10.0.0.7/33', '2001:DB8::7/64'] }), [0, 1, 2].map((i) => `${DEVICE}.networkData.ips[${i}]`)],
])('a report of drivers %.300j about allocated devices is refused at %j', (status, fields) => {
  expect(refused({}, status)).toEqual(fields)
})

test.each<readonly [status: object, fields: readonly string[]]>([
  [allocated(result()), []],
  [allocated(result({ request: 's/big' })), []],
  [allocated(result({ request: 'other' })), [`${RESULT}.request`]],
  [allocated(result({ driver: 'D_' })), [`${RESULT}.driver`]],
  [allocated(result({ pool: 'A_' })), [`${RESULT}.pool`]],
  [allocated(result({ device: '' })), [`${RESULT}.device`]],
  [allocated(result({ shareID: 'A' })), [`${RESULT}.shareID`]],
  [allocated(result({ tolerations: Array.from({ length: 17 }, () => ({ operator: 'Exists' })) })), [`${RESULT}.tolerations`]],
  [allocated(...Array.from({ length: 33 }, (_, i) => result({ device: `gpu-${i}` }))), ['status.allocation.devices.results']],
  [
    {
      allocation: {
        devices: { config: [{ source: 'FromClaim', requests: ['x'], opaque: { driver: 'd.example.com', parameters: {} } }] },
      },
    },
    ['status.allocation.devices.config[0].requests[0]'],
  ],
  [{ reservedFor: [pod('1')] }, ['status.reservedFor']],
  [{ ...allocated(result()), reservedFor: [pod('1'), pod('2')] }, []],
  [{ ...allocated(result()), reservedFor: [pod('1'), pod('1')] }, ['status.reservedFor[1].uid']],
  [{ ...allocated(result()), reservedFor: [pod('1', { resource: '' })] }, ['status.reservedFor[0].resource']],
  [{ ...allocated(result()), reservedFor: Array.from({ length: 257 }, (_, i) => pod(String(i))) }, ['status.reservedFor']],
])('a new status %.200j of a claim is refused at %j', (status, fields) => {
  expect(refused({}, status)).toEqual(fields)
})

test('an allocation may be removed, but not changed', () => {
  const before = allocated(result())
  expect(refused(before, before)).toEqual([])
  expect(refused(before, {})).toEqual([])
  expect(refused(before, allocated(result({ device: 'gpu-2' })))).toEqual(['status.allocation'])
})
