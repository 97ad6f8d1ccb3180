import { expect, test } from '@jest/globals'
import { type Change, type Kind, refused } from './support.js'

const SCOPES = 'spec.scopeSelector.matchExpressions'
const peer = (given: object): Change => ({ 'spec.ingress': [{ from: [given] }] })
const PEER = 'spec.ingress[0].from[0]'

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  [
    'Deployment',
    { 'spec.selector': { matchExpressions: [{ key: 'a b', operator: 'Exists' }] } },
    ['spec.selector.matchExpressions[0].key', 'spec.selector'],
  ],
  [
    'DaemonSet',
    { 'spec.selector': { matchExpressions: [{ key: 'a b', operator: 'Exists' }] } },
    ['spec.selector.matchExpressions[0].key'],
  ],
  ['Deployment', { 'spec.strategy': { type: 'Other', rollingUpdate: { maxSurge: 'x' } } }, ['spec.strategy.type']],
  ['StatefulSet', { 'spec.podManagementPolicy': 'Other' }, ['spec.podManagementPolicy']],
  ['StatefulSet', { 'spec.updateStrategy': { type: 'Other' } }, ['spec.updateStrategy']],
  [
    'StatefulSet',
    { 'spec.persistentVolumeClaimRetentionPolicy': { whenScaled: 'Other' } },
    ['spec.persistentVolumeClaimRetentionPolicy.whenScaled'],
  ],
  ['StatefulSet', { 'spec.ordinals': { start: -1 } }, ['spec.ordinals.start']],
  ['Job', { 'spec.completionMode': 'Indexed', 'spec.completions': 1, 'spec.parallelism': 100_001 }, ['spec.parallelism']],
  ['NetworkPolicy', peer({ ipBlock: { cidr: 'x' }, podSelector: {} }), [`${PEER}.ipBlock.cidr`, PEER]],
  ['NetworkPolicy', peer({ ipBlock: { cidr: '10.0.0.1/8' } }), [`${PEER}.ipBlock.cidr`]],
  [
    'NetworkPolicy',
    peer({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.1.0.1/16'] } }),
    [`${PEER}.ipBlock.except[1]`],
  ],
  [
    'Service',
    { 'spec.type': 'LoadBalancer', 'spec.loadBalancerSourceRanges': ['10.0.0.0/8', '010.0.0.0/8'] },
    ['spec.loadBalancerSourceRanges[1]'],
  ],
  ['PersistentVolume', { 'spec.nodeAffinity': {} }, ['spec.nodeAffinity.required']],
  ['Node', { 'spec.podCIDRs': ['10.0.0.0/8', '11.0.0.0/8'] }, ['spec.podCIDRs']],
  ['Node', { 'spec.podCIDRs': ['10.0.0.0/8', '2001:db8::/64'] }, []],
  [
    'ResourceQuota',
    { 'spec.scopeSelector': { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } },
    [`${SCOPES}.values`],
  ],
  [
    'ResourceQuota',
    { 'spec.scopeSelector': { matchExpressions: [{ scopeName: 'BestEffort', operator: 'DoesNotExist' }] } },
    [`${SCOPES}.operator`],
  ],
  [
    'ResourceQuota',
    { 'spec.scopeSelector': { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists', values: ['a'] }] } },
    [`${SCOPES}.values`],
  ],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect([...new Set(refused(kind, change))].sort()).toEqual([...fields].sort())
})
