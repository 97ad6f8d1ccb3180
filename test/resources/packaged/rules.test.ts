import { describe, expect, test } from '@jest/globals'
import { create, update } from '../support.js'
import { type Change, changed, type Kind, kinds, plain, stored } from './support.js'

/** The fields that a write is refused for: what the kind says, and what the schema says. */
function refused(kind: Kind, change: Change): readonly string[] {
  const { object, causes } = create(kinds[kind], plain(kind, change))
  const schema = kinds[kind].versions[0]?.schema?.validate(object) ?? []
  return [...schema.map(({ field }) => field), ...causes.map((cause) => cause.slice(0, cause.indexOf(': ')))]
}

const port = (more: object) => [{ containerPort: 80, ...more }]
const rule = (path: object) => ({
  'spec.rules': [{ http: { paths: [{ backend: { service: { name: 's', port: { number: 1 } } }, ...path }] } }],
})
const peer = (ports: object) => ({ 'spec.ingress': [{ ports: [ports] }] })

test.each(Object.keys(kinds).filter((kind) => kinds[kind as Kind].verbs.includes('create')) as Kind[])(
  'nothing is wrong with a plain %s',
  (kind) => {
    const isPlain = Object.keys(plain(kind)).length > 3
    if (isPlain) expect(refused(kind, {})).toEqual([])
  },
)

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['Pod', { 'spec.containers': [] }, ['spec.containers']],
  ['Pod', { 'spec.containers.0.name': 'A_b' }, ['spec.containers[0].name']],
  ['Pod', { 'spec.containers.0.image': ' x' }, ['spec.containers[0].image']],
  ['Pod', { 'spec.containers.0.imagePullPolicy': 'Sometimes' }, ['spec.containers[0].imagePullPolicy']],
  ['Pod', { 'spec.initContainers': [{ name: 'main', image: 'x' }] }, ['spec.containers[0].name']],
  ['Pod', { 'spec.containers.0.ports': [{ containerPort: 70000 }] }, ['spec.containers[0].ports[0].containerPort']],
  ['Pod', { 'spec.containers.0.ports': port({ name: 'a--b' }) }, ['spec.containers[0].ports[0].name']],
  ['Pod', { 'spec.containers.0.ports': port({ protocol: 'HTTP' }) }, ['spec.containers[0].ports[0].protocol']],
  ['Pod', { 'spec.containers.0.volumeMounts': [{ name: 'v', mountPath: '/v' }] }, ['spec.containers[0].volumeMounts[0].name']],
  ['Pod', { 'spec.volumes': [{ name: 'v' }, { name: 'v' }] }, ['spec.volumes[1].name']],
  ['Pod', { 'spec.volumes': [{ name: 'v', emptyDir: {}, hostPath: { path: '/' } }] }, ['spec.volumes[0].hostPath']],
  [
    'Pod',
    { 'spec.containers.0.resources': { requests: { cpu: '2' }, limits: { cpu: '1' } } },
    ['spec.containers[0].resources.requests'],
  ],
  [
    'Pod',
    { 'spec.containers.0.resources': { limits: { cpu: '-1' } } },
    ['spec.containers[0].resources.limits[cpu]', 'spec.containers[0].resources.requests[cpu]'],
  ],
  ['Pod', { 'spec.securityContext': { sysctls: [{ name: 'kernel..x', value: '1' }] } }, ['spec.securityContext.sysctls[0].name']],
  ['Pod', { 'spec.securityContext': { sysctls: [{ name: 'net/ipv4/tcp_x', value: '1' }] } }, []],
  ['Pod', { 'spec.containers.0.livenessProbe': { periodSeconds: 1 } }, ['spec.containers[0].livenessProbe']],
  ['Pod', { 'spec.activeDeadlineSeconds': 0 }, ['spec.activeDeadlineSeconds']],
  [
    'Deployment',
    { 'spec.template.spec.containers.0.ports': [{ containerPort: 0 }] },
    ['spec.template.spec.containers[0].ports[0].containerPort'],
  ],
  ['Deployment', { 'spec.strategy': { type: 'Fast' } }, ['spec.strategy.type']],
  ['ReplicationController', { 'spec.selector': { app: 'b' } }, ['spec.template.metadata.labels']],
  ['Job', { 'spec.template.spec.restartPolicy': 'Always' }, ['spec.template.spec.restartPolicy']],
  ['Job', { 'spec.parallelism': -1 }, ['spec.parallelism']],
  ['Ingress', { 'spec.defaultBackend': undefined }, ['spec']],
  ['Ingress', rule({ path: 'a', pathType: 'Prefix' }), ['spec.rules[0].http.paths[0].path']],
  ['Ingress', rule({ path: '/a//b', pathType: 'Exact' }), ['spec.rules[0].http.paths[0].path']],
  ['Ingress', rule({ path: '', pathType: 'ImplementationSpecific' }), []],
  ['Ingress', { 'spec.rules': [{ host: '10.0.0.1' }] }, ['spec.rules[0].host']],
  ['Ingress', { 'spec.rules': [{ host: '*.example.com' }] }, []],
  ['Ingress', { 'spec.defaultBackend.service.port': { number: 1, name: 'a' } }, ['spec.defaultBackend']],
  ['NetworkPolicy', peer({ port: 80, endPort: 79 }), ['spec.ingress[0].ports[0].endPort']],
  ['NetworkPolicy', peer({ endPort: 79 }), ['spec.ingress[0].ports[0].endPort']],
  ['NetworkPolicy', peer({ port: 'http', endPort: 79 }), ['spec.ingress[0].ports[0].endPort']],
  ['NetworkPolicy', peer({ port: 80, endPort: 90 }), []],
  ['NetworkPolicy', { 'spec.egress': [{ to: [{ ipBlock: { cidr: '10.0.0.0/33' } }] }] }, ['spec.egress[0].to[0].ipBlock.cidr']],
  [
    'NetworkPolicy',
    { 'spec.egress': [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/9'] } }] }] },
    ['spec.egress[0].to[0].ipBlock.except[0]'],
  ],
  ['PodDisruptionBudget', { 'spec.maxUnavailable': 1 }, ['spec']],
  ['PodDisruptionBudget', { 'spec.minAvailable': '120%' }, ['spec.minAvailable']],
  ['HorizontalPodAutoscaler', { 'spec.minReplicas': 5 }, ['spec.maxReplicas']],
  ['PersistentVolume', { 'spec.hostPath': undefined }, ['spec']],
  ['PersistentVolume', { 'spec.accessModes': [] }, ['spec.accessModes']],
  ['PersistentVolumeClaim', { 'spec.resources': {} }, ['spec.resources[storage]']],
  ['PersistentVolumeClaim', { 'spec.accessModes': ['Sometimes'] }, ['spec.accessModes[0]']],
  ['PriorityClass', { value: 1_000_000_001 }, ['value']],
  ['PriorityClass', { 'metadata.name': 'system-mine' }, ['metadata.name']],
  ['PriorityClass', { 'metadata.name': 'system-node-critical', value: 2_000_001_000 }, []],
  ['RuntimeClass', { handler: 'A' }, ['handler']],
  ['StorageClass', { volumeBindingMode: 'Later' }, ['volumeBindingMode']],
  ['EndpointSlice', { 'endpoints.0.addresses': [] }, ['endpoints[0].addresses']],
  ['LimitRange', { 'spec.limits': [{ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } }] }, ['spec.limits[0].min[cpu]']],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect(refused(kind, change)).toEqual(fields)
})

describe('what stays as it was created', () => {
  test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
    ['Pod', { 'spec.nodeName': 'n' }, ['spec']],
    ['Pod', { 'spec.containers.0.image': 'example.com/app:2' }, []],
    ['Pod', { 'spec.tolerations': [{ key: 'a', operator: 'Exists' }] }, []],
    [
      'Deployment',
      { 'spec.template.metadata.labels': { app: 'b' }, 'spec.selector': { matchLabels: { app: 'b' } } },
      ['spec.selector'],
    ],
    ['StatefulSet', { 'spec.serviceName': 't' }, ['spec']],
    ['StatefulSet', { 'spec.replicas': 3 }, []],
    ['Job', { 'spec.completions': 3 }, ['spec.completions']],
    ['Job', { 'spec.parallelism': 3 }, []],
    ['PersistentVolume', { 'spec.hostPath': { path: '/y' } }, ['spec.persistentvolumesource']],
    ['PersistentVolumeClaim', { 'spec.storageClassName': 'fast' }, ['spec']],
    ['PersistentVolumeClaim', { 'spec.resources.requests.storage': '2Gi' }, []],
    ['PersistentVolumeClaim', { 'spec.resources.requests.storage': '1Mi' }, ['spec.resources.requests.storage']],
    ['StorageClass', { provisioner: 'other' }, ['provisioner']],
    ['StorageClass', { volumeBindingMode: 'WaitForFirstConsumer' }, ['volumeBindingMode']],
    ['StorageClass', { allowVolumeExpansion: true }, []],
    ['PriorityClass', { value: 11 }, ['value']],
    ['PriorityClass', { preemptionPolicy: 'Never' }, ['preemptionPolicy']],
    ['RuntimeClass', { handler: 'slow' }, ['handler']],
    ['IngressClass', { 'spec.controller': 'other' }, ['spec.controller']],
    ['EndpointSlice', { addressType: 'IPv6' }, ['addressType']],
    ['ResourceClaim', { 'spec.devices': { requests: [] } }, []],
    ['VolumeAttributesClass', { driverName: 'other' }, ['driverName']],
    ['CSIDriver', { 'spec.attachRequired': false }, ['spec.attachRequired']],
  ])('%s: %j is refused at %j', (kind, change, fields) => {
    const live = stored(kind)
    const { causes } = update(kinds[kind], live, changed(live, change))
    expect(causes.map((cause) => cause.slice(0, cause.indexOf(': ')))).toEqual(fields)
  })
})

describe('what objects are selected by', () => {
  test.each<readonly [kind: Kind, field: string, change: Change, value: string]>([
    ['Pod', 'spec.nodeName', { 'spec.nodeName': 'n' }, 'n'],
    ['Pod', 'spec.hostNetwork', {}, 'false'],
    ['Pod', 'status.phase', {}, 'Pending'],
    ['Node', 'spec.unschedulable', { spec: { unschedulable: true } }, 'true'],
    ['Service', 'spec.type', {}, 'ClusterIP'],
    ['Service', 'spec.clusterIP', { 'spec.clusterIP': 'None' }, 'None'],
    ['ReplicaSet', 'status.replicas', {}, '0'],
    ['ReplicationController', 'status.replicas', {}, '0'],
    ['Job', 'status.successful', {}, '0'],
  ])('%s: %s', (kind, field, change, value) => {
    expect(kinds[kind].selectableFields?.[field]?.(stored(kind, change))).toBe(value)
  })
})
