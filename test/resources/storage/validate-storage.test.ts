import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, refused, refusedUpdate, stored } from '../packaged/support.js'

const TOPOLOGY = 'allowedTopologies[0].matchLabelExpressions'
const topology = (values: Readonly<Record<string, readonly string[]>>) => ({
  matchLabelExpressions: Object.entries(values).map(([key, given]) => ({ key, values: given })),
})

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['StorageClass', { provisioner: 'a/b/c' }, ['provisioner']],
  ['StorageClass', { reclaimPolicy: 'Recycle' }, ['reclaimPolicy']],
  ['StorageClass', { parameters: { '': 'x' } }, ['parameters']],
  ['StorageClass', { parameters: Object.fromEntries(Array.from({ length: 513 }, (_, i) => [`k${i}`, ''])) }, ['parameters']],
  [
    'StorageClass',
    { allowedTopologies: [{ matchLabelExpressions: [{ key: '/', values: [] }] }] },
    ['key', 'values'].map((member) => `allowedTopologies[0].matchLabelExpressions[0].${member}`),
  ],
  ['StorageClass', { allowedTopologies: [topology({ a: ['x'] }), topology({ a: ['y'] }), topology({ b: ['x'] })] }, []],
  ['StorageClass', { allowedTopologies: [topology({ a: ['x', 'y', 'x'] })] }, [`${TOPOLOGY}[0].values[2]`]],
  ['StorageClass', { allowedTopologies: [topology({ '': ['x'] })] }, [`${TOPOLOGY}[0].key`]],
  [
    'StorageClass',
    { allowedTopologies: [{ matchLabelExpressions: ['x', 'y'].map((value) => ({ key: 'a', values: [value] })) }] },
    [`${TOPOLOGY}[1].key`],
  ],
  [
    'StorageClass',
    { allowedTopologies: [topology({ a: ['x', 'y'], b: ['z'] }), topology({ b: ['z'], a: ['y', 'x'] })] },
    ['allowedTopologies[1].matchLabelExpressions'],
  ],
  ['VolumeAttributesClass', { parameters: {} }, ['parameters']],
  ['VolumeAttributesClass', { driverName: 'a/b' }, ['driverName']],
  ['CSIDriver', { 'metadata.name': 'a'.repeat(64) }, ['metadata.name']],
  ['CSIDriver', { 'metadata.name': 'a'.repeat(63) }, []],
  ['CSIDriver', { 'spec.volumeLifecycleModes': ['Lasting'] }, ['spec.volumeLifecycleModes[0]']],
  ['CSIDriver', { 'spec.fsGroupPolicy': 'Maybe' }, ['spec.fsGroupPolicy']],
  [
    'CSIDriver',
    { 'spec.tokenRequests': [{ audience: 'a', expirationSeconds: 599 }] },
    ['spec.tokenRequests[0].expirationSeconds'],
  ],
  ['CSIDriver', { 'spec.tokenRequests': [{ audience: 'a' }, { audience: 'a' }] }, ['spec.tokenRequests[1].audience']],
  ['CSINode', { 'spec.drivers.0.name': '' }, ['spec.drivers[0].name']],
  ['CSINode', { 'spec.drivers.0.nodeID': 'n'.repeat(193) }, ['spec.drivers[0].nodeID']],
  ['CSINode', { 'spec.drivers.0.allocatable': { count: -1 } }, ['spec.drivers[0].allocatable.count']],
  ['CSINode', { 'spec.drivers.0.topologyKeys': ['a', 'a'] }, ['spec.drivers[0].topologyKeys[1]']],
  [
    'CSINode',
    {
      'spec.drivers': [
        { name: 'd', nodeID: 'a' },
        { name: 'd', nodeID: 'b' },
      ],
    },
    ['spec.drivers[1].name'],
  ],
  ['CSIStorageCapacity', { storageClassName: 'A' }, ['storageClassName']],
  ['CSIStorageCapacity', { capacity: '-1' }, ['capacity']],
  ['VolumeAttachment', { 'spec.attacher': 'A_b' }, ['spec.attacher']],
  ['VolumeAttachment', { 'spec.nodeName': '' }, ['spec.nodeName']],
  ['VolumeAttachment', { 'spec.source': {} }, ['spec.source']],
  ['VolumeAttachment', { 'spec.source.inlineVolumeSpec': {} }, ['spec.source']],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect(refused(kind, change)).toEqual(fields)
})

describe('an update of a CSINode', () => {
  const node = stored('CSINode')

  test.each<readonly [change: Change, fields: readonly string[]]>([
    [{ 'spec.drivers.0.nodeID': 'n-2' }, ['spec.drivers[0]']],
    [{ 'spec.drivers.0.topologyKeys': ['zone'] }, ['spec.drivers[0]']],
    [{ 'spec.drivers.0.allocatable': { count: 3 } }, []],
    [{ 'spec.drivers': [] }, []],
  ])('%j is refused at %j', (change, fields) => {
    expect(refusedUpdate('CSINode', node, change)).toEqual(fields)
  })
})
