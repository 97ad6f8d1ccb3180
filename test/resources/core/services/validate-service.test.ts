import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, refused, refusedUpdate, stored } from '../../packaged/support.js'

const balanced = { 'spec.type': 'LoadBalancer' }
const name = { 'spec.type': 'ExternalName', 'spec.externalName': 'example.com' }
const FAMILIES = ['IPv4', 'IPv6']

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.ports': [] }, ['spec.ports']],
  [{ 'spec.ipFamilyPolicy': '' }, ['spec.ipFamilyPolicy']],
  [{ 'spec.ports': [], 'spec.clusterIP': 'None' }, []],
  [{ 'spec.ports.0.port': 0 }, ['spec.ports[0].port', 'spec.ports[0].targetPort']],
  [{ 'spec.ports.0.targetPort': 'a--b' }, ['spec.ports[0].targetPort']],
  [{ 'spec.ports.0.appProtocol': 'a/b/c' }, ['spec.ports[0].appProtocol']],
  [{ 'spec.ports': [{ port: 1 }, { port: 2, name: 'b' }] }, ['spec.ports[0].name']],
  [
    {
      'spec.ports': [
        { port: 1, name: 'a' },
        { port: 1, name: 'a' },
      ],
    },
    ['spec.ports[1].name', 'spec.ports[1]'],
  ],
  [
    {
      'spec.ports': [
        { port: 1, name: 'a' },
        { port: 1, name: 'b', protocol: 'UDP' },
      ],
    },
    [],
  ],
  [{ 'spec.ports.0.nodePort': 30_000 }, ['spec.ports[0].nodePort']],
  [{ 'spec.type': 'NodePort', 'spec.ports.0.nodePort': 30_000 }, []],
  [
    {
      'spec.type': 'NodePort',
      'spec.ports': [
        { name: 'a', port: 1, nodePort: 30_000 },
        { name: 'b', port: 2, nodePort: 30_000 },
      ],
    },
    ['spec.ports[1].nodePort'],
  ],
  [{ 'spec.selector': { 'a b': 'c' } }, ['spec.selector']],
  [{ 'spec.trafficDistribution': 'Far' }, ['spec.trafficDistribution']],
  [{ 'spec.externalTrafficPolicy': 'Local' }, ['spec.externalTrafficPolicy']],
  [{ ...balanced, 'spec.externalTrafficPolicy': 'Local', 'spec.healthCheckNodePort': 30_000 }, []],
  [{ ...balanced, 'spec.healthCheckNodePort': 30_000 }, ['spec.healthCheckNodePort']],
  [{ ...balanced, 'spec.ports.0.port': 10_250 }, ['spec.ports[0].port']],
  [{ ...balanced, 'spec.loadBalancerSourceRanges': ['10.0.0.0/8', '10.0.0.0'] }, ['spec.loadBalancerSourceRanges[1]']],
  ...(
    [
      ['loadBalancerSourceRanges', ['10.0.0.0/8']],
      ['allocateLoadBalancerNodePorts', false],
      ['loadBalancerClass', 'example.com/x'],
    ] as const
  ).flatMap(([member, value]): readonly (readonly [Change, readonly string[]])[] => [
    [{ [`spec.${member}`]: value }, [`spec.${member}`]],
    [{ ...balanced, [`spec.${member}`]: value }, []],
  ]),
  ...[
    [0, ['spec.sessionAffinityConfig.clientIP.timeoutSeconds']],
    [86_400, []],
    [86_401, ['spec.sessionAffinityConfig.clientIP.timeoutSeconds']],
  ].map(([timeoutSeconds, fields]): readonly [Change, readonly string[]] => [
    { 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': { clientIP: { timeoutSeconds } } },
    fields as readonly string[],
  ]),
  ...['127.0.0.1', '0.0.0.0', '169.254.1.1', '224.0.0.1', '::1', 'fe80::1', '10.0.0'].map(
    (ip): readonly [Change, readonly string[]] => [{ 'spec.externalIPs': ['192.0.2.1', ip] }, ['spec.externalIPs[1]']],
  ),
  [{ 'spec.clusterIP': '10.0.0.2', 'spec.clusterIPs': ['10.0.0.3'] }, ['spec.clusterIPs']],
  [{ 'spec.clusterIP': 'x' }, ['spec.clusterIPs[0]']],
  [{ 'spec.clusterIP': 'None', 'spec.type': 'NodePort' }, ['spec.clusterIPs[0]']],
  [{ 'spec.ipFamilies': ['IPv4', 'IPv4'] }, ['spec.ipFamilies[1]']],
  [{ 'spec.ipFamilies': [...FAMILIES, 'IPv4'] }, ['spec.ipFamilies']],
  [name, []],
  [{ ...name, 'spec.externalName': 'example.com.' }, []],
  [{ ...name, 'spec.externalName': 'a_b' }, ['spec.externalName']],
  [{ ...name, 'spec.externalName': undefined }, ['spec.externalName']],
  [{ ...name, 'spec.clusterIP': '10.0.0.2' }, ['spec.clusterIPs']],
  [{ ...name, 'spec.ipFamilyPolicy': 'SingleStack' }, ['spec.ipFamilyPolicy']],
  [{ ...name, 'spec.ports.0.nodePort': 30_000 }, ['spec.ports[0].nodePort']],
])('a Service with %j is refused at %j', (change, fields) => {
  expect(refused('Service', change)).toEqual(fields)
})

describe('what a Service keeps', () => {
  const live = stored('Service', { ...balanced, 'spec.clusterIP': '10.0.0.2', 'spec.loadBalancerClass': 'example.com/x' })

  test.each<readonly [change: Change, fields: readonly string[]]>([
    [{ 'spec.clusterIP': '10.0.0.3' }, ['spec.clusterIPs[0]']],
    [{ 'spec.loadBalancerClass': 'example.com/y' }, ['spec.loadBalancerClass']],
    [{ 'spec.type': 'NodePort' }, []],
    [{ 'spec.externalTrafficPolicy': 'Local', 'spec.healthCheckNodePort': 30_000 }, []],
  ])('%j is refused at %j', (change, fields) => {
    expect(refusedUpdate('Service', live, change)).toEqual(fields)
  })
})

test.each(['127.0.0.1', '0.0.0.0', '169.254.1.1', '::1', 'fe80::1', 'ff02::1'])('%s is not an address of an endpoint', (ip) => {
  const type = ip.includes(':') ? 'IPv6' : 'IPv4'
  const slice: Change = { addressType: type, 'endpoints.0.addresses': [ip] }
  const cases: readonly (readonly [Kind, Change, string])[] = [
    ['Endpoints', { subsets: [{ addresses: [{ ip }] }] }, 'subsets[0].addresses[0].ip'],
    ['EndpointSlice', slice, 'endpoints[0].addresses[0]'],
  ]
  for (const [kind, change, field] of cases) expect(refused(kind, change)).toEqual([field])
})
