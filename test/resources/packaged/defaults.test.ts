import { describe, expect, test } from '@jest/globals'
import { create } from '../support.js'
import { type Kind, kinds, plain, stored } from './support.js'

const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], object)

const prefixed = (source: object) => Object.fromEntries(Object.entries(source).map(([key, value]) => [`spec.${key}`, value]))

const HOSTED = { containers: [{ name: 'main', image: 'i:1', ports: [{ containerPort: 80 }] }] }

test.each<readonly [kind: Kind, change: Readonly<Record<string, unknown>>, path: string, value: unknown]>([
  ['Pod', {}, 'spec.restartPolicy', 'Always'],
  ['Pod', {}, 'spec.enableServiceLinks', true],
  ['Pod', { 'spec.containers.0.ports': [{ containerPort: 80 }] }, 'spec.containers.0.ports.0.protocol', 'TCP'],
  [
    'Pod',
    { 'spec.hostNetwork': true, 'spec.containers.0.ports': [{ containerPort: 80 }] },
    'spec.containers.0.ports.0.hostPort',
    80,
  ],
  [
    'Deployment',
    { 'spec.template.spec': { ...HOSTED, hostNetwork: true } },
    'spec.template.spec.containers.0.ports.0',
    { containerPort: 80, protocol: 'TCP' },
  ],
  ['StatefulSet', {}, 'spec.updateStrategy', { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } }],
  ['StatefulSet', { 'spec.updateStrategy': { type: 'RollingUpdate' } }, 'spec.updateStrategy', { type: 'RollingUpdate' }],
  [
    'StatefulSet',
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } },
    'spec.updateStrategy.rollingUpdate',
    { partition: 2, maxUnavailable: 1 },
  ],
  ['DaemonSet', { 'spec.updateStrategy': { type: 'RollingUpdate' } }, 'spec.updateStrategy.rollingUpdate.maxUnavailable', 1],
  ['Pod', { 'spec.containers.0.resources': { limits: { cpu: '1' } } }, 'spec.containers.0.resources.requests', { cpu: '1' }],
  ['Pod', { 'spec.containers.0.livenessProbe': { grpc: { port: 1 } } }, 'spec.containers.0.livenessProbe.grpc.service', ''],
  ['Pod', { 'spec.volumes': [{ name: 'v' }] }, 'spec.volumes.0.emptyDir', {}],
  [
    'Pod',
    { 'spec.volumes': [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'p' } }] } }] },
    'spec.volumes.0.projected.sources.0.serviceAccountToken.expirationSeconds',
    3600,
  ],
  ...(
    [
      ['a:1', 'IfNotPresent'],
      ['a:latest', 'Always'],
      ['a', 'Always'],
      ['host:5000/a', 'Always'],
      ['a@sha256:0', 'IfNotPresent'],
      ['', 'IfNotPresent'],
    ] as const
  ).map(([reference, policy]): readonly [Kind, Readonly<Record<string, unknown>>, string, unknown] => [
    'Pod',
    { 'spec.volumes': [{ name: 'v', image: { reference } }] },
    'spec.volumes.0.image.pullPolicy',
    policy,
  ]),
  [
    'Pod',
    { 'spec.volumes': [{ name: 'v', image: { reference: 'a', pullPolicy: 'Never' } }] },
    'spec.volumes.0.image.pullPolicy',
    'Never',
  ],
  ['Pod', { 'spec.serviceAccountName': 'a' }, 'spec.serviceAccount', 'a'],
  ['Pod', { 'spec.serviceAccount': 'a' }, 'spec.serviceAccountName', 'a'],
  ['Pod', { 'spec.serviceAccount': 'a', 'spec.serviceAccountName': 'b' }, 'spec.serviceAccount', 'b'],
  ['Deployment', { 'spec.template.spec.serviceAccount': 'a' }, 'spec.template.spec.serviceAccountName', 'a'],
  [
    'CronJob',
    { 'spec.jobTemplate.spec.template.spec.serviceAccountName': 'a' },
    'spec.jobTemplate.spec.template.spec.serviceAccount',
    'a',
  ],
  ['ReplicationController', {}, 'spec.selector', { app: 'a' }],
  ['StatefulSet', { 'spec.volumeClaimTemplates': [{ spec: {} }] }, 'spec.volumeClaimTemplates.0.spec.volumeMode', 'Filesystem'],
  ['DaemonSet', {}, 'spec.updateStrategy.rollingUpdate', { maxUnavailable: 1, maxSurge: 0 }],
  [
    'StatefulSet',
    { 'spec.persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Delete' } },
    'spec.persistentVolumeClaimRetentionPolicy',
    { whenDeleted: 'Delete', whenScaled: 'Retain' },
  ],
  ['Job', {}, 'spec.backoffLimit', 6],
  ['Job', { 'spec.backoffLimitPerIndex': 1 }, 'spec.backoffLimit', 2_147_483_647],
  ['Job', { 'spec.podFailurePolicy': { rules: [] } }, 'spec.podReplacementPolicy', 'Failed'],
  ['Job', {}, 'spec.manualSelector', false],
  [
    'Job',
    { 'spec.podFailurePolicy': { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] } },
    'spec.podFailurePolicy.rules.0.onPodConditions.0.status',
    'True',
  ],
  [
    'CronJob',
    {
      'spec.jobTemplate.spec.podFailurePolicy': {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }],
      },
    },
    'spec.jobTemplate.spec.podFailurePolicy.rules.0.onPodConditions.0.status',
    'True',
  ],
  ['Job', { 'spec.template.metadata': { labels: { app: 'a' } } }, 'metadata.labels', { app: 'a' }],
  [
    'Job',
    { 'metadata.labels': { team: 't' }, 'spec.template.metadata': { labels: { app: 'a' } } },
    'metadata.labels',
    { team: 't' },
  ],
  ['PersistentVolume', {}, 'spec.hostPath', { path: '/x', type: '' }],
  ['APIService', { 'spec.service': { name: 's', namespace: 'n' } }, 'spec.service.port', 443],
  ...[
    { sent: {}, stored: { allocationMode: 'ExactCount', count: 1 } },
    { sent: { allocationMode: 'All' }, stored: { allocationMode: 'All' } },
    { sent: { count: 3 }, stored: { allocationMode: 'ExactCount', count: 3 } },
  ].flatMap(({ sent, stored }): readonly (readonly [Kind, Readonly<Record<string, unknown>>, string, unknown])[] => [
    [
      'ResourceClaim',
      { 'spec.devices.requests': [{ name: 'r', exactly: { deviceClassName: 'c', ...sent } }] },
      'spec.devices.requests.0.exactly',
      { deviceClassName: 'c', ...stored },
    ],
    [
      'ResourceClaimTemplate',
      { 'spec.spec.devices.requests': [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'c', ...sent }] }] },
      'spec.spec.devices.requests.0.firstAvailable.0',
      { name: 's', deviceClassName: 'c', ...stored },
    ],
  ]),
  ...(['Pod', 'PersistentVolume'] as const).flatMap(
    (kind): readonly (readonly [Kind, Readonly<Record<string, unknown>>, string, unknown])[] =>
      [
        [{ iscsi: {} }, 'iscsi.iscsiInterface', 'default'],
        [{ rbd: { pool: 'mine' } }, 'rbd', { pool: 'mine', user: 'admin', keyring: '/etc/ceph/keyring' }],
        [{ azureDisk: {} }, 'azureDisk.cachingMode', 'ReadWrite'],
        [{ scaleIO: {} }, 'scaleIO.fsType', 'xfs'],
      ].map(([source, path, value]) =>
        kind === 'Pod'
          ? [kind, { 'spec.volumes': [{ name: 'v', ...(source as object) }] }, `spec.volumes.0.${String(path)}`, value]
          : [kind, { ...prefixed(source as object), 'spec.hostPath': undefined }, `spec.${String(path)}`, value],
      ),
  ),
  [
    'PersistentVolumeClaim',
    { 'spec.dataSource': { apiGroup: 'snapshot.storage.example.io', kind: 'VolumeSnapshot', name: 's' } },
    'spec.dataSourceRef',
    { apiGroup: 'snapshot.storage.example.io', kind: 'VolumeSnapshot', name: 's' },
  ],
  [
    'PersistentVolumeClaim',
    { 'spec.dataSourceRef': { kind: 'PersistentVolumeClaim', name: 's' } },
    'spec.dataSource',
    { kind: 'PersistentVolumeClaim', name: 's' },
  ],
  [
    'PersistentVolumeClaim',
    { 'spec.dataSourceRef': { apiGroup: 'example.com', kind: 'Other', name: 's', namespace: '' } },
    'spec.dataSource',
    { apiGroup: 'example.com', kind: 'Other', name: 's' },
  ],
  [
    'PersistentVolumeClaim',
    { 'spec.dataSourceRef': { apiGroup: 'example.com', kind: 'Other', name: 's', namespace: 'n' } },
    'spec.dataSource',
    undefined,
  ],
  [
    'PersistentVolumeClaim',
    { 'spec.dataSource': { apiGroup: 'example.com', kind: 'Other', name: 's' } },
    'spec.dataSource',
    undefined,
  ],
  ['Node', { status: { capacity: { cpu: '2000m' } } }, 'status.allocatable', { cpu: '2' }],
  ['PersistentVolume', {}, 'spec.volumeMode', 'Filesystem'],
  ['PersistentVolume', {}, 'spec.persistentVolumeReclaimPolicy', 'Retain'],
  ['PersistentVolumeClaim', {}, 'spec.volumeMode', 'Filesystem'],
  ['StorageClass', {}, 'volumeBindingMode', 'Immediate'],
  ['StorageClass', {}, 'reclaimPolicy', 'Delete'],
  ['PriorityClass', {}, 'preemptionPolicy', 'PreemptLowerPriority'],
  ['NetworkPolicy', {}, 'spec.policyTypes', ['Ingress']],
  ['NetworkPolicy', { 'spec.egress': [{}] }, 'spec.policyTypes', ['Ingress', 'Egress']],
  ['HorizontalPodAutoscaler', { 'spec.behavior': { scaleUp: {} } }, 'spec.behavior.scaleDown.selectPolicy', 'Max'],
  ['EndpointSlice', {}, 'ports.0', { port: 80, name: '', protocol: 'TCP' }],
  ['CSIDriver', {}, 'spec.volumeLifecycleModes', ['Persistent']],
  ['FlowSchema', {}, 'spec.matchingPrecedence', 1000],
  [
    'LimitRange',
    { 'spec.limits': [{ type: 'Container', max: { cpu: '2' }, min: { cpu: '1' } }] },
    'spec.limits.0.defaultRequest',
    { cpu: '2' },
  ],
])('%s with %j has %s', (kind, change, path, value) => {
  expect(at(stored(kind, change), path)).toEqual(value)
})

describe('fields that are always present', () => {
  test.each<readonly [kind: Kind, change: Readonly<Record<string, unknown>>, path: string, value: unknown]>([
    ['PriorityClass', { value: undefined }, 'value', 0],
    ['PersistentVolume', { 'spec.hostPath': undefined, 'spec.iscsi': {} }, 'spec.iscsi.lun', 0],
    ['HorizontalPodAutoscaler', { 'spec.maxReplicas': undefined }, 'spec.maxReplicas', 0],
    ['ResourceQuota', { spec: undefined }, 'spec', {}],
    ['StorageClass', {}, 'spec', undefined],
    ['CSIDriver', { spec: undefined }, 'spec.fsGroupPolicy', 'ReadWriteOnceWithFSType'],
  ])('of a %s with %j is %s', (kind, change, path, value) => {
    expect(at(stored(kind, change), path)).toEqual(value)
  })
})

describe('quantities', () => {
  test.each<readonly [kind: Kind, path: string, given: unknown, written: unknown]>([
    ['Pod', 'spec.containers.0.resources.limits', { cpu: '1000m', memory: '1024Mi' }, { cpu: '1', memory: '1Gi' }],
    ['Pod', 'spec.containers.0.resources.limits', { cpu: 0.5 }, { cpu: '500m' }],
    ['Deployment', 'spec.template.spec.containers.0.resources.requests', { cpu: 2 }, { cpu: '2' }],
    ['PersistentVolumeClaim', 'spec.resources.requests.storage', '2048Mi', '2Gi'],
    ['ResourceQuota', 'spec.hard', { pods: 4 }, { pods: '4' }],
  ])('of a %s at %s are canonical', (kind, path, given, written) => {
    expect(at(stored(kind, { [path]: given }), path)).toEqual(written)
  })

  test('text that is not a quantity is refused', () => {
    const pod = plain('Pod', { 'spec.containers.0.resources.limits': { cpu: 'much' } })
    expect(() => create(kinds.Pod, pod)).toThrow(/^quantities must match the regular expression/)
  })
})

describe('the status of a new object', () => {
  test.each<readonly [kind: Kind, status: unknown]>([
    ['Pod', { phase: 'Pending', qosClass: 'BestEffort' }],
    ['Deployment', {}],
    ['ReplicaSet', { replicas: 0 }],
    ['DaemonSet', { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 }],
    ['PersistentVolumeClaim', { phase: 'Pending' }],
    ['PersistentVolume', { phase: 'Pending', lastPhaseTransitionTime: '2024-05-06T07:08:09Z' }],
    ['Service', { loadBalancer: {} }],
    ['Ingress', { loadBalancer: {} }],
    ['PodDisruptionBudget', { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 }],
    ['Job', {}],
  ])('of a %s is there, whatever was sent', (kind, status) => {
    expect(stored(kind, { status: { phase: 'Running', replicas: 7, currentHealthy: 3 } }).status).toEqual(status)
  })

  test('of a node is set by its registration', () => {
    const { status } = stored('Node', { status: { phase: 'Running', capacity: { memory: '1024Mi' } } })
    expect(status).toMatchObject({ phase: 'Running', capacity: { memory: '1Gi' }, nodeInfo: { kubeletVersion: '' } })
  })

  const resources = (requests: object | undefined, limits: object | undefined) => ({
    'spec.containers.0.resources': { ...(requests && { requests }), ...(limits && { limits }) },
  })
  test.each([
    { change: resources(undefined, undefined), qosClass: 'BestEffort' },
    { change: resources({ cpu: '0' }, undefined), qosClass: 'BestEffort' },
    { change: resources(undefined, { 'example.com/gpu': '1' }), qosClass: 'BestEffort' },
    { change: resources({ cpu: '1' }, undefined), qosClass: 'Burstable' },
    { change: resources(undefined, { cpu: '1' }), qosClass: 'Burstable' },
    { change: resources({ cpu: '1' }, { cpu: '2', memory: '1Gi' }), qosClass: 'Burstable' },
    { change: resources(undefined, { cpu: '1', memory: '1Gi' }), qosClass: 'Guaranteed' },
    {
      change: { ...resources({ cpu: '100m' }, undefined), 'spec.resources': { limits: { cpu: '2', memory: '1Gi' } } },
      qosClass: 'Burstable',
    },
    { change: { 'spec.resources': { limits: { cpu: '2', memory: '1Gi' } } }, qosClass: 'Guaranteed' },
    { change: resources({ cpu: '1000m', memory: '1Gi' }, { cpu: '1', memory: '1024Mi' }), qosClass: 'Guaranteed' },
  ])('a pod with $change is served as $qosClass', ({ change, qosClass }) => {
    expect(stored('Pod', change)).toHaveProperty('status.qosClass', qosClass)
  })
})

describe('the resources of a whole pod', () => {
  const container = (name: string, requests: object, limits: object) => ({ name, image: 'i:1', resources: { requests, limits } })
  const containers = [
    container('a', { cpu: '100m', memory: '1Mi' }, { cpu: '1', memory: '1Mi' }),
    container('b', { cpu: '200m' }, { cpu: '500m', 'hugepages-2Mi': '4Mi' }),
  ]

  test.each<readonly [given: object, kept: object]>([
    [{}, {}],
    [
      { limits: { cpu: '2' } },
      {
        requests: { cpu: '300m', memory: '1Mi', 'hugepages-2Mi': '4Mi' },
        limits: { cpu: '2', 'hugepages-2Mi': '4Mi' },
      },
    ],
    [
      { requests: { cpu: '1', 'hugepages-2Mi': '4Mi' } },
      { requests: { cpu: '1', 'hugepages-2Mi': '4Mi' }, limits: { cpu: '1500m' } },
    ],
    [
      { requests: { cpu: '1' }, limits: { cpu: '2', memory: '2Mi', 'hugepages-2Mi': '4Mi' } },
      {
        requests: { cpu: '1', memory: '1Mi', 'hugepages-2Mi': '4Mi' },
        limits: { cpu: '2', memory: '2Mi', 'hugepages-2Mi': '4Mi' },
      },
    ],
  ])('that are %j are completed to %j', (given, kept) => {
    expect(at(stored('Pod', { 'spec.containers': containers, 'spec.resources': given }), 'spec.resources')).toEqual(kept)
  })
})

test.each([
  ['0.1234567', '124m'],
  ['1n', '1m'],
  ['100u', '1m'],
  ['1500u', '2m'],
  ['1e-9', '1e-3'],
  ['0.5', '500m'],
  ['1', '1'],
])('an amount of %s in a list of resources is rounded up to %s', (cpu, kept) => {
  expect(at(stored('Pod', { 'spec.containers.0.resources': { requests: { cpu } } }), 'spec.containers.0.resources')).toEqual({
    requests: { cpu: kept },
  })
})
