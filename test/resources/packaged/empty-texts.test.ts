import { expect, test } from '@jest/globals'
import { type Change, type Kind, refused } from './support.js'

const claim: Change = { 'spec.volumeMode': '' }
const endpoint = (more: object): Change => ({ endpoints: [{ addresses: ['10.0.0.1'], ...more }] })
const mount = (more: object): Change => ({
  'spec.volumes': [{ name: 'v', emptyDir: {} }],
  'spec.containers': [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/v', ...more }] }],
})
const spread = (more: object): Change => ({
  'spec.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...more }],
})
const balanced = (loadBalancerClass: string): Change => ({
  'spec.type': 'LoadBalancer',
  'spec.loadBalancerClass': loadBalancerClass,
})

test.each<readonly [kind: Kind, change: Change, field: string]>([
  ['Ingress', { 'spec.ingressClassName': '' }, 'spec.ingressClassName'],
  [
    'Ingress',
    { 'spec.defaultBackend': { resource: { apiGroup: '', kind: 'K', name: 'n' } } },
    'spec.defaultBackend.resource.apiGroup',
  ],
  ['IngressClass', { 'spec.parameters': { apiGroup: '', kind: 'K', name: 'n' } }, 'spec.parameters.apiGroup'],
  ['NetworkPolicy', { 'spec.policyTypes': ['Egress', ''] }, 'spec.policyTypes[1]'],
  ['EndpointSlice', endpoint({ hostname: '' }), 'endpoints[0].hostname'],
  ['EndpointSlice', endpoint({ nodeName: '' }), 'endpoints[0].nodeName'],
  ['EndpointSlice', { ports: [{ port: 80, protocol: '' }] }, 'ports[0].protocol'],
  ['EndpointSlice', { ports: [{ port: 80, appProtocol: '' }] }, 'ports[0].appProtocol'],
  ['Service', { 'spec.ports': [{ port: 80, appProtocol: '' }] }, 'spec.ports[0].appProtocol'],
  ['Service', balanced(''), 'spec.loadBalancerClass'],
  ['PersistentVolume', claim, 'spec.volumeMode'],
  ['PersistentVolumeClaim', claim, 'spec.volumeMode'],
  ['StorageClass', { volumeBindingMode: '' }, 'volumeBindingMode'],
  ['VolumeAttachment', { 'spec.source': { persistentVolumeName: '' } }, 'spec.source.persistentVolumeName'],
  ['PriorityClass', { preemptionPolicy: '' }, 'preemptionPolicy'],
  ['PodDisruptionBudget', { 'spec.unhealthyPodEvictionPolicy': '' }, 'spec.unhealthyPodEvictionPolicy'],
  ['Job', { 'spec.managedBy': '' }, 'spec.managedBy'],
  ['Job', { 'spec.completionMode': '' }, 'spec.completionMode'],
  ['Pod', { 'spec.preemptionPolicy': '' }, 'spec.preemptionPolicy'],
  ['Pod', mount({ mountPropagation: '' }), 'spec.containers[0].volumeMounts[0].mountPropagation'],
  ['Pod', mount({ recursiveReadOnly: '' }), 'spec.containers[0].volumeMounts.recursiveReadOnly'],
  ['Pod', { 'spec.securityContext': { fsGroupChangePolicy: '' } }, 'spec.securityContext.fsGroupChangePolicy'],
  ['Pod', { 'spec.securityContext': { supplementalGroupsPolicy: '' } }, 'spec.securityContext.supplementalGroupsPolicy'],
  ['Pod', { 'spec.securityContext': { seLinuxChangePolicy: '' } }, 'spec.securityContext.seLinuxChangePolicy'],
  ['Pod', { 'spec.securityContext': { seccompProfile: { type: '' } } }, 'spec.securityContext.seccompProfile.type'],
  ['Pod', spread({ nodeAffinityPolicy: '' }), 'spec.topologySpreadConstraints[0].nodeAffinityPolicy'],
  ['Pod', spread({ nodeTaintsPolicy: '' }), 'spec.topologySpreadConstraints[0].nodeTaintsPolicy'],
  ['Pod', spread({ whenUnsatisfiable: '' }), 'spec.topologySpreadConstraints[0].whenUnsatisfiable'],
  ['Job', { 'spec.podReplacementPolicy': '' }, 'spec.podReplacementPolicy'],
  ['NetworkPolicy', { 'spec.egress': [{ ports: [{ protocol: '' }] }] }, 'spec.egress[0].ports[0].protocol'],
  ['Service', { 'spec.internalTrafficPolicy': '' }, 'spec.internalTrafficPolicy'],
  ['ResourceQuota', { 'spec.scopes': [''] }, 'spec.scopes'],
  ['Deployment', { 'spec.template.spec.runtimeClassName': '' }, 'spec.template.spec.runtimeClassName'],
])('an empty text in a %s with %j is refused', (kind, change, field) => {
  expect([...new Set(refused(kind, change))]).toEqual([field])
})

test.each<readonly [kind: Kind, change: Change]>([
  ['PersistentVolumeClaim', { 'spec.storageClassName': '' }],
  ['PersistentVolumeClaim', { 'spec.volumeName': '' }],
  ['EndpointSlice', { ports: [{ port: 80, name: '' }] }],
  ['Service', { 'spec.type': '' }],
  ['Service', balanced('example.com/lb')],
  ['Pod', { 'spec.priorityClassName': '', 'spec.hostname': '', 'spec.nodeName': '' }],
])('an empty text in a %s with %j counts as absent', (kind, change) => {
  expect(refused(kind, change)).toEqual([])
})
