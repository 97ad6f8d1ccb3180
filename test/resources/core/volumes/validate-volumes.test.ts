import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, kinds, plain, refused, refusedUpdate, stored } from '../../packaged/support.js'
import { create } from '../../support.js'

const onCsi = { 'spec.hostPath': undefined, 'spec.csi': { driver: 'disk.example.com', volumeHandle: 'v' } }

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
  ...Object.entries({
    csi: [{ driver: 'a_b', volumeHandle: 'v' }, 'driver'],
    iscsi: [{ targetPortal: '10.0.0.1', iqn: 'other', lun: 0 }, 'iqn'],
    nfs: [{ server: 's', path: 'relative' }, 'path'],
    glusterfs: [{ endpoints: 'e', path: '' }, 'path'],
    awsElasticBlockStore: [{ volumeID: '' }, 'volumeID'],
    rbd: [{ image: 'i', monitors: [] }, 'monitors'],
    cinder: [{ volumeID: 'c', secretRef: { name: 's' } }, 'secretRef.namespace'],
    storageos: [{ volumeName: 'A_' }, 'volumeName'],
    azureFile: [{ secretName: 's', shareName: 'f', secretNamespace: '' }, 'secretNamespace'],
  }).map(([source, [given, member]]): readonly [Kind, Change, readonly string[]] => [
    'PersistentVolume',
    { 'spec.hostPath': undefined, [`spec.${source}`]: given },
    [`spec.${source}.${String(member)}`],
  ]),
  [
    'PersistentVolume',
    { 'spec.nodeAffinity': { required: { nodeSelectorTerms: [] } } },
    ['spec.nodeAffinity.required.nodeSelectorTerms'],
  ],
  [
    'PersistentVolume',
    { 'spec.nodeAffinity': { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }] } } },
    ['spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values'],
  ],
  ['PersistentVolume', { 'spec.volumeAttributesClassName': 'fast' }, ['spec.csi']],
  ['PersistentVolume', { ...onCsi, 'spec.volumeAttributesClassName': 'fast' }, []],
  ['PersistentVolume', { ...onCsi, 'spec.volumeAttributesClassName': '' }, ['spec.volumeAttributesClassName']],
  ['PersistentVolumeClaim', { 'spec.volumeAttributesClassName': 'A_' }, ['spec.volumeAttributesClassName']],
  ['PersistentVolumeClaim', { 'spec.volumeAttributesClassName': '' }, []],
  ['Pod', { 'spec.volumes': [{ name: 'v', ephemeral: {} }] }, ['spec.volumes[0].ephemeral.volumeClaimTemplate']],
  [
    'Pod',
    { 'spec.volumes': [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } }] },
    ['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]'],
  ],
  ['PersistentVolume', { 'spec.hostPath': undefined, 'spec.local': { path: '/x' } }, ['spec.nodeAffinity']],
  ['PersistentVolumeClaim', { 'spec.accessModes': ['ReadWriteOncePod', 'ReadOnlyMany'] }, ['spec.accessModes']],
  ['PersistentVolumeClaim', { 'spec.selector': { matchLabels: { '/': 'x' } } }, ['spec.selector.matchLabels']],
  ['PersistentVolumeClaim', { 'spec.dataSourceRef': { kind: 'Other', name: 'o' } }, ['spec.dataSource', 'spec.dataSourceRef']],
  [
    'PersistentVolumeClaim',
    { 'spec.dataSourceRef': { apiGroup: 'A_', kind: 'Other', name: 'o', namespace: 'B_' } },
    ['spec.dataSourceRef.apiGroup', 'spec.dataSourceRef.namespace'],
  ],
  // The older field is dropped where it names another kind.
  ['PersistentVolumeClaim', { 'spec.dataSource': { kind: 'Other', name: 'o' } }, []],
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
    // Of what it asks for, the amount alone may change.
    [{ 'spec.resources.limits': { storage: '4Gi' } }, ['spec']],
    [{ 'spec.volumeAttributesClassName': 'fast' }, []],
  ])('that is bound with %j is refused at %j', (change, fields) => {
    expect(refusedUpdate('PersistentVolumeClaim', bound, change)).toEqual(fields)
  })
})

test.each<readonly [live: Change, change: Change, fields: readonly string[]]>([
  [{}, { 'spec.storageClassName': 'fast' }, []],
  [{ 'spec.storageClassName': 'slow' }, { 'spec.storageClassName': 'fast' }, ['spec']],
  [{ 'spec.storageClassName': '' }, { 'spec.storageClassName': 'fast' }, ['spec']],
  [{}, { 'spec.volumeAttributesClassName': 'fast' }, []],
  [{}, { 'spec.volumeAttributesClassName': 'A_' }, ['spec.volumeAttributesClassName']],
  [{ 'spec.volumeAttributesClassName': 'slow' }, { 'spec.volumeAttributesClassName': 'fast' }, []],
  [{ 'spec.volumeAttributesClassName': 'slow' }, { 'spec.volumeAttributesClassName': '' }, ['spec.volumeAttributesClassName']],
  [
    { 'spec.volumeAttributesClassName': 'slow' },
    { 'spec.volumeAttributesClassName': undefined },
    ['spec', 'spec.volumeAttributesClassName'],
  ],
])('of a bound claim with the classes %j, the change %j is refused at %j', (live, change, fields) => {
  const bound = { ...stored('PersistentVolumeClaim', live), status: { phase: 'Bound' } }
  expect(refusedUpdate('PersistentVolumeClaim', bound, change)).toEqual(fields)
})

test('the class of attributes of a claim that is not bound is immutable, and so is the mode of any claim', () => {
  const live = stored('PersistentVolumeClaim')
  expect(refusedUpdate('PersistentVolumeClaim', live, { 'spec.volumeAttributesClassName': 'fast' })).toEqual(['spec'])
  // The field path of the second error omits the spec, as in Kubernetes.
  expect(refusedUpdate('PersistentVolumeClaim', live, { 'spec.volumeMode': 'Block' })).toEqual(['spec', 'volumeMode'])
})

test('the node affinity of a volume is immutable once it is set', () => {
  const affinity = (value: string) => ({
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }] },
  })
  const free = stored('PersistentVolume')
  expect(refusedUpdate('PersistentVolume', free, { 'spec.nodeAffinity': affinity('a') })).toEqual([])
  const placed = stored('PersistentVolume', { 'spec.nodeAffinity': affinity('a') })
  expect(refusedUpdate('PersistentVolume', placed, { 'spec.nodeAffinity': affinity('b') })).toEqual(['nodeAffinity'])
})

test('the mode of a volume is immutable, and its class of attributes stays', () => {
  const csi = { driver: 'd', volumeHandle: 'h' }
  const live = stored('PersistentVolume', { 'spec.hostPath': undefined, 'spec.csi': csi, 'spec.volumeAttributesClassName': 'c' })
  // The field path of the mode omits the spec, as in Kubernetes.
  expect(refusedUpdate('PersistentVolume', live, { 'spec.volumeMode': 'Block' })).toEqual(['volumeMode'])
  expect(refusedUpdate('PersistentVolume', live, { 'spec.volumeAttributesClassName': 'd' })).toEqual([])
  expect(refusedUpdate('PersistentVolume', live, { 'spec.volumeAttributesClassName': undefined })).toEqual([
    'spec.volumeAttributesClassName',
  ])
})

test('a volume may get the Secret for its growth, once', () => {
  const csi = { driver: 'd', volumeHandle: 'h' }
  const grown = (name: string) => ({ 'spec.csi.controllerExpandSecretRef': { name, namespace: 'n' } })
  const live = (change: Change) => stored('PersistentVolume', { 'spec.hostPath': undefined, 'spec.csi': csi, ...change })
  expect(refusedUpdate('PersistentVolume', live({}), grown('a'))).toEqual([])
  expect(refusedUpdate('PersistentVolume', live(grown('a')), grown('b'))).toEqual(['spec.persistentvolumesource'])
  expect(refusedUpdate('PersistentVolume', live({}), { 'spec.csi.volumeHandle': 'i' })).toEqual(['spec.persistentvolumesource'])
})
