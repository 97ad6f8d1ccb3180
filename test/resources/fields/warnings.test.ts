import { expect, test } from '@jest/globals'
import { type Change, type Kind, kinds, plain } from '../packaged/support.js'
import { warningsOf } from '../support.js'

const OLD_ZONE = 'failure-domain.beta.platform.io/zone'
const zoneMessage = 'deprecated since v1.17; use "topology.platform.io/zone" instead'

test.each<readonly [kind: Kind, change: Change, warnings: readonly string[]]>([
  ['Service', {}, []],
  [
    'Service',
    { 'spec.clusterIP': 'None', 'spec.sessionAffinity': 'ClientIP' },
    ['spec.SessionAffinity is ignored for headless services'],
  ],
  [
    'Service',
    { 'spec.clusterIP': 'None', 'spec.externalIPs': ['10.0.0.1'] },
    ['spec.externalIPs is ignored for headless services'],
  ],
  [
    'Service',
    { 'spec.externalIPs': ['10.0.0.1'] },
    ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'],
  ],
  [
    'Service',
    { 'spec.type': 'ExternalName', 'spec.externalName': 'a.example.com', 'spec.externalIPs': ['10.0.0.1'] },
    ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
  ],
  ['Service', { 'spec.externalName': 'a.example.com' }, ['spec.externalName is ignored when spec.type is not "ExternalName"']],
  [
    'Service',
    { 'spec.type': 'LoadBalancer', 'spec.loadBalancerIP': '2001:DB8::1', 'spec.trafficDistribution': 'PreferClose' },
    [
      'spec.loadBalancerIP: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ],
  [
    'Service',
    { 'metadata.annotations': { 'service.platform.io/topology-aware-hints': 'auto' } },
    ['annotation service.platform.io/topology-aware-hints is deprecated, please use service.platform.io/topology-mode instead'],
  ],
  [
    'Endpoints',
    { subsets: [{ addresses: [{ ip: '2001:DB8::1' }], ports: [{ port: 80 }] }] },
    ['subsets[0].addresses[0].ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")'],
  ],
  [
    'EndpointSlice',
    { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] },
    ['spec.addressType: FQDN endpoints are deprecated'],
  ],
  [
    'PersistentVolume',
    {
      'spec.persistentVolumeReclaimPolicy': 'Recycle',
      'metadata.annotations': { 'volume.beta.platform.io/mount-options': 'ro' },
    },
    [
      'metadata.annotations[volume.beta.platform.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    ],
  ],
  [
    'PersistentVolume',
    { 'spec.nodeAffinity': { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: OLD_ZONE, operator: 'Exists' }] }] } } },
    [`spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${OLD_ZONE} is ${zoneMessage}`],
  ],
  [
    'PersistentVolumeClaim',
    {
      'spec.resources': { requests: { storage: '1500m' } },
      'metadata.annotations': { 'volume.beta.platform.io/storage-class': 'fast' },
    },
    [
      'metadata.annotations[volume.beta.platform.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    ],
  ],
  [
    'StorageClass',
    { allowedTopologies: [{ matchLabelExpressions: [{ key: OLD_ZONE, values: ['a'] }] }] },
    [`allowedTopologies[0].matchLabelExpressions[0].key: ${zoneMessage}`],
  ],
  [
    'CSIStorageCapacity',
    { nodeTopology: { matchLabels: { [OLD_ZONE]: 'a' }, matchExpressions: [{ key: OLD_ZONE, operator: 'Exists' }] } },
    [
      `nodeTopology.matchExpressions[0].key: ${OLD_ZONE} is ${zoneMessage}`,
      `nodeTopology.matchLabels.${OLD_ZONE}: ${zoneMessage}`,
    ],
  ],
  ['RuntimeClass', { scheduling: { nodeSelector: { [OLD_ZONE]: 'a' } } }, [`scheduling.nodeSelector: ${zoneMessage}`]],
  [
    'Node',
    { 'spec.externalID': 'x', 'spec.configSource': {} },
    ['spec.configSource: the feature is removed', 'spec.externalID: this field is deprecated, and is unused'],
  ],
  [
    'DeviceClass',
    { spec: { config: [{ opaque: { driver: 'D.example.com', parameters: {} } }] } },
    ['spec.config[0].opaque.driver: driver names should be lowercase; "D.example.com" contains uppercase characters'],
  ],
  [
    'Job',
    { 'spec.completionMode': 'Indexed', 'spec.completions': 100_001, 'spec.parallelism': 10_001 },
    [expect.stringContaining('spec: In Indexed Jobs with a number of completions higher than 10^5') as unknown as string],
  ],
])('a new %s with %j warns %j', (kind, change, warnings) => {
  expect(warningsOf(kinds[kind], plain(kind, change))).toEqual(warnings)
})
