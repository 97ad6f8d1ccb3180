import { describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/public/index.js'
import { update } from '../support.js'
import { type Change, changed, type Kind, kinds, plain, refused, refusedUpdate, stored } from './support.js'

const served = { group: 'example.com', version: 'v1', groupPriorityMinimum: 20_000, versionPriority: 1_000 }
const port = (more: object) => [{ containerPort: 80, ...more }]
const mounted = (mount: object) => ({
  'spec.volumes': [{ name: 'v', emptyDir: {} }],
  'spec.containers.0.volumeMounts': [{ name: 'v', mountPath: '/v', ...mount }],
})
const [MIRROR, DELETION_COST] = ['platform.io/config.mirror', 'controller.platform.io/pod-deletion-cost']
const withCost = (cost: string) => ({ 'metadata.annotations': { [DELETION_COST]: cost } })
const LIMITS = ['limits', 'requests'].map((member) => `spec.containers[0].resources.${member}`)
const pages = (limits: object) => ({ 'spec.containers.0.resources': { limits } })
const projected = (...sources: readonly object[]) => ({
  'spec.serviceAccountName': 'a',
  'spec.volumes': [{ name: 'v', projected: { sources } }],
})
const fileOf = (kind: string) => ({ [kind]: { name: 'n', items: [{ key: 'k', path: 'f' }] } })
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
  ['Pod', { 'spec.initContainers': [{ name: 'main', image: 'x' }] }, ['spec.initContainers[0].name']],
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
  ['Pod', mounted({ subPath: '/a' }), ['spec.containers[0].volumeMounts.subPath']],
  ['Pod', mounted({ subPathExpr: 'a/../b' }), ['spec.containers[0].volumeMounts.subPathExpr']],
  ['Pod', mounted({ subPath: 'a', subPathExpr: 'b' }), ['spec.containers[0].volumeMounts[0].subPathExpr']],
  ['Pod', mounted({ mountPropagation: 'Bidirectional' }), ['spec.containers[0].volumeMounts.mountPropagation']],
  ['Pod', { ...mounted({ mountPropagation: 'Bidirectional' }), 'spec.containers.0.securityContext': { privileged: true } }, []],
  ['Pod', mounted({ mountPropagation: 'Both' }), ['spec.containers[0].volumeMounts[0].mountPropagation']],
  ['Pod', mounted({ recursiveReadOnly: 'Enabled' }), ['spec.containers[0].volumeMounts.recursiveReadOnly']],
  ['Pod', mounted({ recursiveReadOnly: 'Sometimes' }), ['spec.containers[0].volumeMounts.recursiveReadOnly']],
  ['Pod', mounted({ recursiveReadOnly: 'IfPossible', readOnly: true, mountPropagation: 'None' }), []],
  [
    'Pod',
    mounted({ recursiveReadOnly: 'Enabled', readOnly: true, mountPropagation: 'HostToContainer' }),
    ['spec.containers[0].volumeMounts.recursiveReadOnly'],
  ],
  ['Pod', { 'spec.containers.0.livenessProbe': { grpc: { port: 70000 } } }, ['spec.containers[0].livenessProbe.grpc.port']],
  ['Pod', pages({ 'hugepages-2Mi': '3Mi', cpu: '1' }), LIMITS.map((at) => `${at}[hugepages-2Mi]`)],
  ['Pod', pages({ 'hugepages-2Mi': '4Mi' }), ['spec.containers[0].resources']],
  ['Pod', pages({ 'hugepages-2Mi': '4Mi', memory: '1Gi' }), []],
  ['Pod', projected({ serviceAccountToken: { path: '' } }), ['spec.volumes[0].projected.path']],
  ['Pod', projected({ serviceAccountToken: { path: '/a' } }), ['spec.volumes[0].projected.path']],
  ['Pod', projected({ ...fileOf('secret'), downwardAPI: {} }), ['spec.volumes[0].projected.sources[0]']],
  ...[1, 599, 2 ** 32 + 1].map(
    (expirationSeconds) =>
      [
        'Pod',
        projected({ serviceAccountToken: { path: 'a', expirationSeconds } }),
        ['spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds'],
      ] as const,
  ),
  ['Pod', projected({ serviceAccountToken: { path: 'a', expirationSeconds: 600 } }), []],
  ['Pod', projected(fileOf('secret'), fileOf('configMap')), ['spec.volumes[0].projected']],
  ['Pod', projected(fileOf('secret'), { serviceAccountToken: { path: 'f' } }), []],
  ['Pod', { 'spec.volumes': [{ name: 'v', image: {} }] }, ['spec.volumes[0].image.reference']],
  [
    'Pod',
    { 'spec.volumes': [{ name: 'v', image: { reference: 'x', pullPolicy: 'Rarely' } }] },
    ['spec.volumes[0].image.pullPolicy'],
  ],
  ['PodTemplate', { 'template.spec.volumes': [{ name: 'v', image: {} }] }, []],
  ...(['-2147483648', '2147483647', '0', '-0'] as const).map((cost) => ['Pod', withCost(cost), []] as const),
  ...(['+1', '01', '1.5', '', 'many', '2147483648', '-2147483649', '-'] as const).map(
    (cost) => ['Pod', withCost(cost), [`metadata.annotations[${DELETION_COST}]`]] as const,
  ),
  ['PodTemplate', { 'template.metadata.annotations': { [DELETION_COST]: '1.5' } }, [`template.annotations[${DELETION_COST}]`]],
  ['PodTemplate', { 'template.metadata.annotations': { [MIRROR]: 'x' } }, [`template.annotations[${MIRROR}]`]],
  [
    'Pod',
    { 'spec.containers.0.resources': { limits: { 'requests.x.com/y': '1' } } },
    LIMITS.map((at) => `${at}[requests.x.com/y]`),
  ],
  ['Pod', mounted({ subPath: 'a..b/..c' }), []],
  ...[
    { source: { hostPath: {} }, field: 'hostPath.path' },
    { source: { hostPath: { path: '/a/..' } }, field: 'hostPath.path' },
    { source: { secret: {} }, field: 'secret.secretName' },
    { source: { configMap: {} }, field: 'configMap.name' },
    { source: { persistentVolumeClaim: {} }, field: 'persistentVolumeClaim.claimName' },
    { source: { nfs: { server: 'a' } }, field: 'nfs.path' },
    { source: { secret: { secretName: 's', items: [{ key: 'k', path: '/k' }] } }, field: 'secret.items[0].path' },
    { source: { configMap: { name: 'c', items: [{ key: 'k', path: '../k' }] } }, field: 'configMap.items[0].path' },
    {
      source: { projected: { sources: [{ secret: { name: 's', items: [{ key: 'k', path: '..' }] } }] } },
      field: 'projected.sources[0].secret.items[0].path',
    },
  ].map(({ source, field }): readonly [Kind, Change, readonly string[]] => [
    'Pod',
    { 'spec.volumes': [{ name: 'v', ...source }] },
    [`spec.volumes[0].${field}`],
  ]),
  ...(['livenessProbe', 'startupProbe', 'readinessProbe'] as const).map((probe): readonly [Kind, Change, readonly string[]] => [
    'Pod',
    { [`spec.containers.0.${probe}`]: { exec: { command: ['true'] }, successThreshold: 2 } },
    probe === 'readinessProbe' ? [] : [`spec.containers[0].${probe}.successThreshold`],
  ]),
  ['Pod', { 'spec.containers.0.lifecycle': { preStop: {} } }, ['spec.containers[0].lifecycle.preStop']],
  ['Pod', { 'spec.containers.0.lifecycle': { preStop: { sleep: { seconds: 1 } } } }, []],
  [
    'Pod',
    { 'spec.containers.0.lifecycle': { postStart: { httpGet: { port: 70000 } } } },
    ['spec.containers[0].lifecycle.postStart.httpGet.port'],
  ],
  [
    'Deployment',
    { 'spec.template.spec.containers.0.ports': [{ containerPort: 0 }] },
    ['spec.template.spec.containers[0].ports[0].containerPort'],
  ],
  ['Deployment', { 'spec.strategy': { type: 'Fast' } }, ['spec.strategy.type']],
  ['Deployment', { 'spec.strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }, ['spec.strategy.rollingUpdate']],
  [
    'Deployment',
    { 'spec.strategy': { rollingUpdate: { maxSurge: '0%', maxUnavailable: 0 } } },
    ['spec.strategy.rollingUpdate.maxUnavailable'],
  ],
  ['Deployment', { 'spec.strategy': { rollingUpdate: { maxSurge: '150%', maxUnavailable: 0 } } }, []],
  [
    'Deployment',
    { 'spec.strategy': { rollingUpdate: { maxUnavailable: '150%' } } },
    ['spec.strategy.rollingUpdate.maxUnavailable'],
  ],
  ['Deployment', { 'spec.minReadySeconds': 600 }, ['spec.progressDeadlineSeconds']],
  [
    'Deployment',
    { 'spec.minReadySeconds': -1, 'spec.revisionHistoryLimit': -1 },
    ['spec.revisionHistoryLimit', 'spec.minReadySeconds'],
  ],
  [
    'StatefulSet',
    { 'spec.updateStrategy': { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
    ['spec.updateStrategy.rollingUpdate'],
  ],
  ['StatefulSet', { 'spec.updateStrategy': { type: 'OnDelete' } }, []],
  // Its pods are not validated, as their volumes are not known yet.
  ['StatefulSet', { 'spec.template.spec.containers.0.volumeMounts': [{ name: 'data', mountPath: '/data' }] }, []],
  [
    'DaemonSet',
    { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 0 } } },
    ['spec.updateStrategy.rollingUpdate.maxUnavailable'],
  ],
  ['DaemonSet', { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 0, maxSurge: '50%' } } }, []],
  [
    'DaemonSet',
    { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } },
    ['spec.updateStrategy.rollingUpdate.maxSurge'],
  ],
  [
    'DaemonSet',
    { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 0, maxSurge: '101%' } } },
    ['spec.updateStrategy.rollingUpdate.maxSurge'],
  ],
  ...[0, '0%'].map((maxUnavailable): readonly [Kind, Change, readonly string[]] => [
    'StatefulSet',
    { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable } } },
    ['spec.updateStrategy.rollingUpdate.maxUnavailable'],
  ]),
  ['StatefulSet', { 'spec.serviceName': 'A_' }, ['spec.serviceName']],
  ['StatefulSet', { 'spec.serviceName': 'a.b' }, ['spec.serviceName']],
  ['StatefulSet', { 'spec.serviceName': '' }, []],
  [
    'StatefulSet',
    { 'spec.volumeClaimTemplates': [{ metadata: { name: 'c' }, spec: { accessModes: ['ReadWriteOnce'] } }] },
    ['spec.volumeClaimTemplates[0].spec.resources[storage]'],
  ],
  ['ControllerRevision', { data: { any: ['thing'] }, revision: 0 }, []],
  ['ControllerRevision', { data: {}, revision: -1 }, ['revision']],
  ['ControllerRevision', { revision: 1 }, ['data']],
  ['ControllerRevision', { data: ['no', 'object'], revision: 1 }, ['data']],
  ...(['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'ReplicationController'] as const).flatMap(
    (kind): readonly (readonly [Kind, Change, readonly string[]])[] => [
      [kind, { 'spec.template.spec.restartPolicy': 'OnFailure' }, ['spec.template.spec.restartPolicy']],
      [kind, { 'spec.template.spec.activeDeadlineSeconds': 5 }, ['spec.template.spec.activeDeadlineSeconds']],
      ...(kind === 'DaemonSet'
        ? []
        : [[kind, { 'spec.replicas': -1 }, ['spec.replicas']] as readonly [Kind, Change, readonly string[]]]),
    ],
  ),
  ['ReplicationController', { 'spec.selector': { app: 'b' } }, ['spec.template.metadata.labels']],
  ['Job', { 'spec.template.spec.restartPolicy': 'Always' }, ['spec.template.spec.restartPolicy']],
  ['Job', { 'spec.template.spec.restartPolicy': undefined }, ['spec.template.spec.restartPolicy']],
  ['Job', { 'spec.template': undefined }, ['spec.template.spec.containers', 'spec.template.spec.restartPolicy']],
  [
    'CronJob',
    { 'spec.jobTemplate': undefined },
    ['spec.jobTemplate.spec.template.spec.containers', 'spec.jobTemplate.spec.template.spec.restartPolicy'],
  ],
  [
    'CronJob',
    {
      'spec.jobTemplate.spec.podFailurePolicy': {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }],
      },
    },
    [],
  ],
  [
    'CronJob',
    {
      'spec.jobTemplate.spec.podFailurePolicy': { rules: [] },
      'spec.jobTemplate.spec.podReplacementPolicy': 'TerminatingOrFailed',
    },
    ['spec.jobTemplate.spec.podReplacementPolicy'],
  ],
  ['ReplicationController', { 'spec.template': undefined }, ['spec.selector', 'spec.template']],
  ['IPAddress', { 'metadata.name': '10.0.0.7' }, ['spec.parentRef']],
  ['PriorityLevelConfiguration', { spec: {} }, ['spec.type']],
  ['PriorityLevelConfiguration', { 'spec.limited.limitResponse': {} }, ['spec.limited.limitResponse.type']],
  ['PriorityLevelConfiguration', { 'spec.limited.limitResponse': undefined }, ['spec.limited.limitResponse.type']],
  ['FlowSchema', { spec: undefined }, ['spec.priorityLevelConfiguration.name']],
  ['HorizontalPodAutoscaler', { 'spec.scaleTargetRef': undefined }, ['spec.scaleTargetRef.kind', 'spec.scaleTargetRef.name']],
  ['Job', { 'spec.parallelism': -1 }, ['spec.parallelism']],
  ['Job', { 'spec.completionMode': 'Indexed', 'spec.parallelism': 2 }, ['spec.completions']],
  ['CronJob', { 'metadata.name': 'a'.repeat(53) }, ['metadata.name']],
  ['CronJob', { 'metadata.name': 'a'.repeat(52) }, []],
  ['CronJob', { 'spec.schedule': 'often' }, ['spec.schedule']],
  ['CronJob', { 'spec.timeZone': 'Moon/Tycho' }, ['spec.timeZone']],
  ['CronJob', { 'spec.timeZone': 'Europe/Amsterdam' }, []],
  ['CronJob', { 'spec.failedJobsHistoryLimit': -1 }, ['spec.failedJobsHistoryLimit']],
  [
    'CronJob',
    { 'spec.jobTemplate.spec.template.spec.restartPolicy': 'Always' },
    ['spec.jobTemplate.spec.template.spec.restartPolicy'],
  ],
  ['CronJob', { 'spec.jobTemplate.spec.template.spec.containers': [] }, ['spec.jobTemplate.spec.template.spec.containers']],
  ['Endpoints', { subsets: [{}] }, ['subsets[0]']],
  ['Endpoints', { subsets: [{ addresses: [{ ip: '10.0.0' }] }] }, ['subsets[0].addresses[0].ip']],
  [
    'Endpoints',
    { subsets: [{ notReadyAddresses: [{ ip: '2001:db8::1' }], ports: [{ port: 0 }] }] },
    ['subsets[0].ports[0].port'],
  ],
  [
    'Endpoints',
    { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }, { port: 2, name: 'b' }] }] },
    ['subsets[0].ports[0].name'],
  ],
  ['CSIStorageCapacity', { storageClassName: undefined }, ['storageClassName']],
  ['APIService', { spec: { ...served, version: 'v2' } }, ['metadata.name']],
  ['APIService', { spec: { ...served, versionPriority: 1001 } }, ['spec.versionPriority']],
  ['APIService', { spec: { ...served, groupPriorityMinimum: 0 } }, ['spec.groupPriorityMinimum']],
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
  ['PersistentVolume', { 'spec.hostPath': { path: '/a/../b' } }, ['spec.hostPath.path']],
  ['PersistentVolume', { 'spec.hostPath': { path: '' } }, ['spec.hostPath.path']],
  ['PersistentVolumeClaim', { 'spec.resources': {} }, ['spec.resources[storage]']],
  ['PersistentVolumeClaim', { 'spec.accessModes': ['Sometimes'] }, ['spec.accessModes[0]']],
  ['PriorityClass', { value: 1_000_000_001 }, ['value']],
  ['PriorityClass', { 'metadata.name': 'system-mine' }, ['metadata.name']],
  ['PriorityClass', { 'metadata.name': 'system-node-critical', value: 2_000_001_000 }, []],
  ['RuntimeClass', { handler: 'A' }, ['handler']],
  ['RuntimeClass', { overhead: { podFixed: { cpu: '-1' } } }, ['overhead.limits[cpu]']],
  ['RuntimeClass', { overhead: { podFixed: { cpu: '1', other: '1' } } }, ['overhead.limits[other]']],
  ['RuntimeClass', { scheduling: { nodeSelector: { 'a b': 'c' } } }, ['scheduling.nodeSelector']],
  [
    'RuntimeClass',
    { scheduling: { tolerations: [{ key: 'a' }, { operator: 'Equal' }] } },
    ['scheduling.tolerations[1].operator'],
  ],
  ['StorageClass', { volumeBindingMode: 'Later' }, ['volumeBindingMode']],
  ['EndpointSlice', { 'endpoints.0.addresses': [] }, ['endpoints[0].addresses']],
  ['EndpointSlice', { 'endpoints.0.addresses': ['::1', '10.0.0.1'] }, ['endpoints[0].addresses[0]']],
  ['EndpointSlice', { addressType: 'IPv6' }, ['endpoints[0].addresses[0]']],
  ['EndpointSlice', { addressType: 'FQDN', 'endpoints.0.addresses': ['a.example.com'] }, []],
  ['EndpointSlice', { ports: [{ port: 80 }, { port: 81 }] }, ['ports[1].name']],
  ['EndpointSlice', { 'endpoints.0.hints': { forZones: [{ name: 'a' }, { name: 'B_1' }] } }, []],
  [
    'EndpointSlice',
    { 'endpoints.0.hints': { forZones: [{ name: 'a' }, { name: 'a' }, { name: 'b c' }], forNodes: [{ name: 'A_' }] } },
    ['forZones[1]', 'forZones[2]', 'forNodes[0]'].map((hint) => `endpoints[0].hints.${hint}.name`),
  ],
  [
    'EndpointSlice',
    { 'endpoints.0.hints': { forZones: Array.from({ length: 9 }, (_, i) => ({ name: `z${i}` })) } },
    ['endpoints[0].hints.forZones'],
  ],
  ['LimitRange', { 'spec.limits': [{ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } }] }, ['spec.limits[0].min[cpu]']],
  [
    'LimitRange',
    { 'spec.limits': [{ type: 'Container', max: { 'requests.x.com/y': '1' } }] },
    ['max', 'default', 'defaultRequest'].map((member) => `spec.limits[0].${member}[requests.x.com/y]`),
  ],
  ['LimitRange', { 'spec.limits': [{ type: 'Container', max: { 'x.com/y': '1', 'hugepages-2Mi': '2Mi' } }] }, []],
  ['LimitRange', { 'spec.limits': [{ type: 'example.com/x', default: { storage: '1' } }] }, []],
  ['LimitRange', { 'spec.limits': [{ type: 'example.com/x', default: { 'a b': '1' } }] }, ['spec.limits[0].default[a b]']],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect(refused(kind, change)).toEqual(fields)
})

test('an error that the schema and the kind both find is reported once', async () => {
  const plane = await createControlPlane({ resources: [kinds.StorageClass, kinds.CSIStorageCapacity] })
  const client = plane.client()
  const causesOf = async (answer: Promise<unknown>) => {
    const { status } = await answer.then(
      () => ({ status: undefined }),
      (error: ApiError) => error,
    )
    return status?.details?.causes?.map(({ field }) => field)
  }
  const metadata = { name: 'a' }
  const bare = { metadata } as never
  expect(await causesOf(client.resource(kinds.StorageClass).create(bare))).toEqual(['provisioner'])
  const capacities = client.resource(kinds.CSIStorageCapacity).namespace('default')
  expect(await causesOf(capacities.create(bare))).toEqual(['storageClassName'])
  await plane.close()
})

test('missing numbers that a schema requires are zero, and validated as that', async () => {
  const plane = await createControlPlane({ resources: [kinds.ControllerRevision, kinds.HorizontalPodAutoscaler] })
  const revisions = plane.client().resource(kinds.ControllerRevision).namespace('default')
  expect(await revisions.create({ metadata: { name: 'a' }, data: {} } as never)).toHaveProperty('revision', 0)
  const scalers = plane.client().resource(kinds.HorizontalPodAutoscaler).namespace('default')
  const spec = { scaleTargetRef: { kind: 'Deployment', name: 'd' } }
  await expect(scalers.create({ metadata: { name: 'a' }, spec } as never)).rejects.toThrow(
    'spec.maxReplicas: Invalid value: 0: must be greater than 0',
  )
  await plane.close()
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
    ['Job', { 'spec.managedBy': 'example.com/other' }, ['spec.managedBy']],
    ['Job', { 'spec.template.metadata.labels.a': 'b' }, ['spec.template']],
    ['Deployment', { 'spec.template.metadata.labels.b': 'c' }, []],
    ['DaemonSet', { 'spec.selector.matchLabels.b': 'c', 'spec.template.metadata.labels.b': 'c' }, ['spec.selector']],
    ['ReplicaSet', { 'spec.selector.matchLabels.b': 'c', 'spec.template.metadata.labels.b': 'c' }, ['spec.selector']],
    ['PersistentVolume', { 'spec.hostPath': { path: '/y' } }, ['spec.persistentvolumesource']],
    ['PersistentVolumeClaim', { 'spec.accessModes': ['ReadOnlyMany'] }, ['spec']],
    ['PersistentVolumeClaim', { 'spec.resources.requests.storage': '2Gi' }, ['spec']],
    ['PersistentVolumeClaim', { 'spec.volumeName': 'v' }, []],
    ['StorageClass', { provisioner: 'other' }, ['provisioner']],
    ['StorageClass', { volumeBindingMode: 'WaitForFirstConsumer' }, ['volumeBindingMode']],
    ['StorageClass', { allowVolumeExpansion: true }, []],
    ['PriorityClass', { value: 11 }, ['value']],
    ['PriorityClass', { preemptionPolicy: 'Never' }, ['preemptionPolicy']],
    ['RuntimeClass', { handler: 'slow' }, ['handler']],
    ['IngressClass', { 'spec.controller': 'other' }, ['spec.controller']],
    ['EndpointSlice', { addressType: 'FQDN', 'endpoints.0.addresses': ['a.example.com'] }, ['addressType']],
    ['ResourceClaim', { 'spec.devices': { requests: [] } }, []],
    ['VolumeAttributesClass', { driverName: 'other' }, ['driverName']],
    ['CSIDriver', { 'spec.attachRequired': false }, ['spec.attachRequired']],
  ])('%s: %j is refused at %j', (kind, change, fields) => {
    expect(refusedUpdate(kind, stored(kind), change)).toEqual(fields)
  })
})

test.each([
  { completions: 3, parallelism: 3, refused: [] },
  { completions: 3, parallelism: 2, refused: ['spec.completions'] },
])('an indexed job is made larger as a whole: $completions of $parallelism at once', ({ completions, parallelism, refused }) => {
  const indexed = { 'spec.completionMode': 'Indexed', 'spec.completions': 2, 'spec.parallelism': 2 }
  const live = stored('Job', indexed)
  expect(refusedUpdate('Job', live, { 'spec.completions': completions, 'spec.parallelism': parallelism })).toEqual(refused)
})

describe('a service of another type', () => {
  const balanced = stored('Service', { 'spec.type': 'LoadBalancer', 'spec.loadBalancerClass': 'example.com/x' })
  const retyped = (change: Change) => update(kinds.Service, balanced, changed(balanced, change))

  test.each([
    { type: 'ClusterIP', kept: [] },
    { type: 'NodePort', kept: ['externalTrafficPolicy'] },
  ])('loses what only its old one has: $type keeps $kept', ({ type, kept }) => {
    const { object, causes } = retyped({ 'spec.type': type })
    expect(causes).toEqual([])
    const fields = ['externalTrafficPolicy', 'allocateLoadBalancerNodePorts', 'loadBalancerClass']
    expect(fields.filter((field) => (object.spec as Change)[field] !== undefined)).toEqual(kept)
  })

  test('is refused when it sets such a field to another value', () => {
    const { causes } = retyped({ 'spec.type': 'ClusterIP', 'spec.externalTrafficPolicy': 'Local' })
    expect(causes).toEqual([expect.stringMatching(/^spec\.externalTrafficPolicy: .*externally-accessible/)])
  })
})

describe('a write of the status takes of the metadata', () => {
  const ALL = ['labels', 'annotations', 'finalizers', 'ownerReferences']
  const metadata = {
    labels: { l: '1' },
    annotations: { a: '1' },
    finalizers: ['example.com/f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }],
  }
  const withStatus = Object.values(kinds).filter(({ versions }) =>
    versions[0]?.subresources.some((part: { readonly name: string }) => part.name === 'status'),
  )
  const OTHERS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
    Deployment: ['annotations', 'finalizers', 'ownerReferences'],
    Pod: ['labels', 'annotations', 'finalizers'],
    ...Object.fromEntries(
      [
        'APIService',
        'FlowSchema',
        'PriorityLevelConfiguration',
        'ResourceClaim',
        'ServiceCIDR',
        'ValidatingAdmissionPolicy',
        'VolumeAttachment',
      ].map((kind) => [kind, []]),
    ),
  }

  test.each(withStatus.map(({ names }) => names.kind as Kind))(
    'of a %s what the kind allows, and nothing of the spec',
    (kind) => {
      const live = plain(kind)
      const part = kinds[kind].versions[0]?.subresources.find(({ name }) => name === 'status')
      const sent = { ...live, spec: { changed: true }, status: { phase: 'Done' }, metadata: { ...live.metadata, ...metadata } }
      const written = part?.merge?.(live, sent)
      expect(written?.status).toEqual({ phase: 'Done' })
      expect(written?.spec).toEqual(live.spec)
      const taken = (written?.metadata ?? {}) as Change
      expect(ALL.filter((member) => taken[member] !== undefined)).toEqual(OTHERS[kind] ?? ALL)
    },
  )
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

test.each(['Deployment', 'Ingress', 'Node', 'Pod', 'Service'] as const)(
  'a status update of a %s is not refused for errors elsewhere, which may be older than the rules',
  (kind) => {
    const live = changed(stored(kind), { spec: { replicas: -1, taints: [{}], ports: [] } })
    const sent = { ...live, status: { observedGeneration: 2 } }
    expect(update(kinds[kind], live, sent, 'status').causes).toEqual([])
    expect(update(kinds[kind], live, sent).causes).not.toEqual([])
  },
)
