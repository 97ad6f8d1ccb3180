import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, kinds, plain, refused, refusedUpdate, stored } from '../../packaged/support.js'
import { create } from '../../support.js'

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['PersistentVolume', { 'spec.accessModes': ['ReadWriteOncePod', 'ReadWriteOnce'] }, ['spec.accessModes']],
  ['PersistentVolume', { 'spec.capacity': {} }, ['spec.capacity']],
  ['PersistentVolume', { 'spec.capacity': { cpu: '1' } }, ['spec.capacity']],
  ['PersistentVolume', { 'spec.capacity': { storage: '0' } }, ['spec.capacity[storage]']],
  ['PersistentVolume', { 'spec.nfs': { server: 's', path: '/' } }, ['spec.nfs']],
  ['PersistentVolume', { 'spec.storageClassName': 'A' }, ['spec.storageClassName']],
  [
    'PersistentVolume',
    { 'spec.hostPath.path': '/', 'spec.persistentVolumeReclaimPolicy': 'Recycle' },
    ['spec.persistentVolumeReclaimPolicy'],
  ],
  ['PersistentVolume', { 'spec.hostPath': undefined, 'spec.local': { path: '/x' } }, ['spec.nodeAffinity']],
  ['PersistentVolumeClaim', { 'spec.accessModes': ['ReadWriteOncePod', 'ReadOnlyMany'] }, ['spec.accessModes']],
  ['PersistentVolumeClaim', { 'spec.selector': { matchLabels: { '/': 'x' } } }, ['spec.selector.matchLabels']],
  ['PersistentVolumeClaim', { 'spec.dataSource': { kind: 'Other', name: 'o' } }, ['spec.dataSource']],
  ['PersistentVolumeClaim', { 'spec.dataSource': { kind: 'PersistentVolumeClaim', name: 'o' } }, []],
  [
    'PersistentVolumeClaim',
    {
      'spec.dataSource': { kind: 'PersistentVolumeClaim', name: 'o' },
      'spec.dataSourceRef': { kind: 'PersistentVolumeClaim', name: 'p' },
    },
    ['spec.dataSource'],
  ],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect([...new Set(refused(kind, change))]).toEqual(fields)
})

test.each<readonly [capacity: object | undefined, causes: readonly string[]]>([
  [undefined, ['spec.capacity: Required value', 'spec.capacity: Unsupported value: null: supported values: "storage"']],
  [{ cpu: '1' }, ['spec.capacity: Unsupported value: {"cpu":"1"}: supported values: "storage"']],
  [
    { cpu: '1', storage: '0' },
    [
      'spec.capacity: Unsupported value: {"cpu":"1","storage":"0"}: supported values: "storage"',
      'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
    ],
  ],
])('a volume with %j is refused with all its errors', (capacity, causes) => {
  expect(create(kinds.PersistentVolume, plain('PersistentVolume', { 'spec.capacity': capacity })).causes).toEqual(causes)
})

describe('a claim', () => {
  const bound = {
    ...stored('PersistentVolumeClaim', { 'spec.volumeName': 'v' }),
    status: { phase: 'Bound', capacity: { storage: '512Mi' } },
  }

  test.each<readonly [change: Change, fields: readonly string[]]>([
    [{ 'spec.resources.requests.storage': '2Gi' }, []],
    // What was asked for in vain may be taken back, what is there may not.
    [{ 'spec.resources.requests.storage': '600Mi' }, []],
    [{ 'spec.resources.requests.storage': '512Mi' }, ['spec.resources.requests.storage']],
    [{ 'spec.volumeName': 'w' }, ['spec']],
  ])('that is bound with %j is refused at %j', (change, fields) => {
    expect(refusedUpdate('PersistentVolumeClaim', bound, change)).toEqual(fields)
  })
})

test('the node affinity of a volume is immutable once it is set', () => {
  const affinity = (value: string) => ({
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }] },
  })
  const free = stored('PersistentVolume')
  expect(refusedUpdate('PersistentVolume', free, { 'spec.nodeAffinity': affinity('a') })).toEqual([])
  const placed = stored('PersistentVolume', { 'spec.nodeAffinity': affinity('a') })
  expect(refusedUpdate('PersistentVolume', placed, { 'spec.nodeAffinity': affinity('b') })).toEqual(['spec.nodeAffinity'])
})
