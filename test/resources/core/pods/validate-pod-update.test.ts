import { describe, expect, test } from '@jest/globals'
import { type Change, changed, kinds, refused, refusedUpdate, stored } from '../../packaged/support.js'

const DEADLINE = 'spec.activeDeadlineSeconds'
const GATED: Change = {
  'spec.schedulingGates': [{ name: 'example.com/a' }, { name: 'example.com/b' }],
  'spec.nodeSelector': { a: 'b' },
}

const [REQUIRED, PREFERRED] = [
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
] as const
const TERMS = `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`
const ZONE = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }
const ON_ZONE: Change = { ...GATED, 'spec.affinity': { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [ZONE] } } } }

describe('an update of a pod', () => {
  test.each<readonly [before: Change, change: Change, fields: readonly string[]]>([
    [{}, { [DEADLINE]: 5 }, []],
    [{ [DEADLINE]: 5 }, { [DEADLINE]: 4 }, []],
    [{ [DEADLINE]: 5 }, { [DEADLINE]: 6 }, [DEADLINE]],
    [{ [DEADLINE]: 5 }, { [DEADLINE]: undefined }, [DEADLINE]],
    [{}, { 'spec.containers': [] }, ['spec.containers', 'spec.containers']],
    [{}, { 'spec.initContainers': [{ name: 'more', image: 'i' }] }, ['spec.initContainers']],
    [{}, { 'spec.containers.0.image': undefined }, ['spec.containers[0].image']],
    [{}, { 'spec.containers.0.imagePullPolicy': 'Never' }, ['spec']],
    [{}, { 'spec.terminationGracePeriodSeconds': 1 }, ['spec']],
    [{}, { 'spec.schedulingGates': [{ name: 'example.com/a' }] }, ['spec.schedulingGates[0].name']],
    [GATED, { 'spec.schedulingGates': [{ name: 'example.com/b' }] }, []],
    [GATED, { 'spec.nodeSelector': { a: 'b', c: 'd' } }, []],
    [GATED, { 'spec.nodeSelector': { a: 'c' } }, ['spec.nodeSelector']],
    [{ 'spec.nodeSelector': { a: 'b' } }, { 'spec.nodeSelector': { a: 'b', c: 'd' } }, ['spec']],
    [GATED, { 'spec.affinity': { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [ZONE] } } } }, []],
    [ON_ZONE, { [TERMS]: [{ matchExpressions: [...ZONE.matchExpressions, { key: 'b', operator: 'Exists' }] }] }, []],
    [ON_ZONE, { [`spec.affinity.nodeAffinity.${PREFERRED}`]: [{ weight: 1, preference: ZONE }] }, []],
    [ON_ZONE, { [TERMS]: [{ matchExpressions: [{ key: 'b', operator: 'Exists' }] }] }, [`${TERMS}[0]`]],
    [ON_ZONE, { [TERMS]: [ZONE, ZONE] }, [TERMS]],
    [ON_ZONE, { 'spec.affinity': undefined }, [TERMS]],
    [GATED, { 'spec.affinity': { podAffinity: {} } }, ['spec']],
    [{}, { 'spec.affinity': { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [ZONE] } } } }, ['spec']],
    [{ 'spec.tolerations': [{ key: 'a', operator: 'Exists' }] }, { 'spec.tolerations': [] }, ['spec.tolerations']],
  ])('%j: %j is refused at %j', (before, change, fields) => {
    expect(refusedUpdate('Pod', stored('Pod', before), change)).toEqual(fields)
  })

  test('may change a negative grace period to one second', () => {
    const live = changed(stored('Pod'), { 'spec.terminationGracePeriodSeconds': -1 })
    expect(refusedUpdate('Pod', live, { 'spec.terminationGracePeriodSeconds': 1 })).toEqual([])
  })
})

describe('the range of addresses of a node', () => {
  const ranges = (spec: object) => stored('Node', { spec }).spec

  test.each([
    [{ podCIDR: '10.1.0.0/24' }, { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] }],
    [{ podCIDRs: ['10.1.0.0/24', 'fd00::/64'] }, { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24', 'fd00::/64'] }],
    [
      { podCIDR: '10.2.0.0/24', podCIDRs: ['10.1.0.0/24', 'fd00::/64'] },
      { podCIDR: '10.2.0.0/24', podCIDRs: ['10.2.0.0/24'] },
    ],
    [{}, {}],
  ])('%j is stored as %j: podCIDR is the first of podCIDRs', (given, kept) => {
    expect(ranges(given)).toEqual(kept)
  })

  test('is validated in either field', () => {
    expect(refused('Node', { spec: { podCIDR: 'wide' } })).toEqual(['spec.podCIDRs[0]'])
  })
})

test.each([
  [{ podIP: '10.1.0.7' }, { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }] }],
  [{ podIPs: [{ ip: '10.1.0.7' }] }, { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }] }],
  [
    { podIP: '10.1.0.8', podIPs: [{ ip: '10.1.0.7' }, { ip: 'fd00::7' }] },
    { podIP: '10.1.0.8', podIPs: [{ ip: '10.1.0.8' }] },
  ],
  [
    { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }, { ip: 'fd00::7' }] },
    { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }, { ip: 'fd00::7' }] },
  ],
])('a pod with %j shows %j: podIP is the first of podIPs', (said, shown) => {
  const { strategy } = kinds.Pod
  expect(strategy.defaults?.({ ...stored('Pod'), status: said }).status).toMatchObject(shown)
})
