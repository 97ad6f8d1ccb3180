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

test.each<readonly [status: object, fields: readonly string[]]>([
  [allocated(result()), []],
  [allocated(result({ request: 's/big' })), []],
  [allocated(result({ request: 'other' })), [`${RESULT}.request`]],
  [allocated(result({ driver: 'D_' })), [`${RESULT}.driver`]],
  [allocated(result({ pool: 'A_' })), [`${RESULT}.pool`]],
  [allocated(result({ device: '' })), [`${RESULT}.device`]],
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
