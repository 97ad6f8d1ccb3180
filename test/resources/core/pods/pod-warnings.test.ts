import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, kinds, plain } from '../../packaged/support.js'
import { warningsOf } from '../../support.js'

const C = 'spec.containers[0]'
const container = (more: object): Change => ({ 'spec.containers': [{ name: 'main', image: 'x', ...more }] })
const volumes = (...sources: readonly object[]): Change => ({
  'spec.volumes': sources.map((source, i) => ({ name: `v${i}`, ...source })),
})
const annotated = (key: string, value = ''): Change => ({ 'metadata.annotations': { [key]: value } })
const items = (...paths: readonly string[]) => paths.map((path) => ({ key: 'k', path }))

test.each<readonly [change: Change, warnings: readonly string[]]>([
  [{}, []],
  [
    container({ env: [{ name: 'A', value: '1' }, { name: 'B' }, { name: 'A', value: '2' }] }),
    [`${C}.env[2]: hides previous definition of "A", which may be dropped when using apply`],
  ],
  // A value may extend the previous one, but neither repeat it nor come from elsewhere.
  [
    container({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '$(A)2' },
      ],
    }),
    [],
  ],
  [
    container({
      env: [{ name: 'A' }, { name: 'A', value: '$(A)' }, { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    }),
    [1, 2].map((i) => `${C}.env[${i}]: hides previous definition of "A", which may be dropped when using apply`),
  ],
  [container({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }, { containerPort: 81 }] }), []],
  [
    container({ ports: [{ containerPort: 80 }, { containerPort: 80, name: 'x' }] }),
    [`${C}.ports[1]: duplicate port definition with ${C}.ports[0]`],
  ],
  [
    container({ ports: [{ containerPort: 80, hostPort: 8 }, { containerPort: 80 }] }),
    [`${C}.ports[1]: overlapping port definition with ${C}.ports[0]`],
  ],
  [
    container({
      ports: [
        { containerPort: 80, hostPort: 8 },
        { containerPort: 80, hostPort: 8, hostIP: '10.0.0.1' },
      ],
    }),
    [`${C}.ports[1]: dangerously ambiguous port definition with ${C}.ports[0]`],
  ],
  [
    {
      ...container({ ports: [{ containerPort: 80 }] }),
      'spec.initContainers': [{ name: 'i', image: 'x', ports: [{ containerPort: 80 }] }],
    },
    [`${C}.ports[0]: duplicate port definition with spec.initContainers[0].ports[0]`],
  ],
  [
    container({ ports: [{ containerPort: 80, hostIP: '10.0.0.1' }] }),
    [`${C}.ports[0]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}`],
  ],
  [
    container({ resources: { limits: { memory: '1500m' }, requests: { 'ephemeral-storage': '0.5', memory: '1' } } }),
    [
      `${C}.resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer`,
      `${C}.resources.requests[ephemeral-storage]: fractional byte value "500m" is invalid, must be an integer`,
    ],
  ],
  [
    { 'spec.nodeSelector': { 'beta.platform.io/arch': 'x', 'platform.io/arch': 'x' } },
    ['spec.nodeSelector[beta.platform.io/arch]: deprecated since v1.14; use "platform.io/arch" instead'],
  ],
  [
    { 'spec.hostAliases': [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }, { ip: '2001:DB8::0:1' }] },
    [
      'spec.hostAliases[1].ip: duplicate ip "10.0.0.1"',
      'spec.hostAliases[2].ip: IPv6 address "2001:DB8::0:1" should be in RFC 5952 canonical format ("2001:db8::1")',
    ],
  ],
  [
    { 'spec.imagePullSecrets': [{ name: 'a' }, { name: 'a' }, {}] },
    ['spec.imagePullSecrets[1].name: duplicate name "a"', 'spec.imagePullSecrets[2].name: invalid empty name ""'],
  ],
  [
    volumes({ rbd: { monitors: ['m'], image: 'i' } }, { emptyDir: {} }, { storageos: { volumeName: 'x' } }),
    [
      'spec.volumes[0].rbd: deprecated in v1.28, non-functional in v1.31+',
      'spec.volumes[2].storageOS: deprecated in v1.22, non-functional in v1.25+',
    ],
  ],
  [
    volumes({ configMap: { name: 'c', items: items('a', 'b', 'a/b', 'ab') } }),
    ['volume "v0" (ConfigMap "c"): overlapping paths: "a/b" with "a"'],
  ],
  [
    {
      'spec.serviceAccountName': 'a',
      ...volumes({
        projected: {
          sources: [
            { serviceAccountToken: { path: 'token' } },
            { secret: { name: 's', items: items('x', 'token') } },
            { configMap: { name: 'c', items: items('y') } },
          ],
        },
      }),
    },
    ['volume "v0" (Projected Secret "s"): overlapping paths: "token" with "token"'],
  ],
  [
    annotated('seccomp.security.alpha.platform.io/pod'),
    [
      'metadata.annotations[seccomp.security.alpha.platform.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
    ],
  ],
  [
    {
      ...annotated('seccomp.security.alpha.platform.io/pod'),
      'spec.securityContext': { seccompProfile: { type: 'Unconfined' } },
    },
    [],
  ],
  [
    { 'spec.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }] },
    ['spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod'],
  ],
  [
    {
      'spec.affinity': {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'z' } }],
        },
      },
    },
    [
      'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: ' +
        'a null labelSelector results in matching no pod',
    ],
  ],
  [
    { 'metadata.name': 'a.b' },
    [
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; " +
        'a DNS label is recommended: [must not contain dots]',
    ],
  ],
])('a new pod with %j warns %j', (change, warnings) => {
  expect(warningsOf(kinds.Pod, plain('Pod', change))).toEqual(warnings)
})

describe('templates', () => {
  test.each<readonly [kind: Kind, path: string, namesPods: boolean]>([
    ['Deployment', 'spec.template', true],
    ['ReplicaSet', 'spec.template', true],
    ['StatefulSet', 'spec.template', false],
    ['DaemonSet', 'spec.template', false],
    ['ReplicationController', 'spec.template', true],
    ['Job', 'spec.template', true],
    ['CronJob', 'spec.jobTemplate.spec.template', true],
    ['PodTemplate', 'template', false],
  ])('a %s warns of its template, and of a name that is no host name', (kind, path, namesPods) => {
    const secrets = { [`${path}.spec.imagePullSecrets`]: [{}] }
    const warning = `${path}.spec.imagePullSecrets[0].name: invalid empty name ""`
    expect(warningsOf(kinds[kind], plain(kind, secrets))).toEqual([warning])
    const named = warningsOf(kinds[kind], plain(kind, { ...secrets, 'metadata.name': 'a.b' }))
    expect(named.filter((text) => text.startsWith('metadata.name: this is used in Pod names'))).toHaveLength(namesPods ? 1 : 0)
  })

  test.each([
    { generation: 1, warns: false },
    { generation: 2, warns: true },
  ])('an update to generation $generation, of 1, warns: $warns', ({ generation, warns }) => {
    const live = plain('Deployment', { 'spec.template.spec.imagePullSecrets': [{}], 'metadata.generation': 1 })
    const sent = { ...live, metadata: { ...live.metadata, generation } }
    expect(kinds.Deployment.strategy.warnings?.(sent, live)).toHaveLength(warns ? 1 : 0)
  })
})

test('of many equal ports or paths, the first are compared with each other', () => {
  const ports = Array.from({ length: 5_000 }, () => ({ containerPort: 80 }))
  const paths = items(...Array.from({ length: 5_000 }, () => 'a'))
  const pod = plain('Pod', { ...container({ ports }), ...volumes({ configMap: { name: 'c', items: paths } }) })
  expect(warningsOf(kinds.Pod, pod).length).toBeLessThan(1_000)
})

describe('what overlaps is found in time, however long', () => {
  /** Far above what these take, and far below what they took: 10 s and more. */
  const MAX_CPU_MS = 1_000
  const cpuMs = (of: () => void): number => {
    const before = process.cpuUsage()
    of()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const parentheses = ')'.repeat(150_000)

  test.each<readonly [what: string, change: Change]>([
    [
      'ports of one number that do not overlap',
      container({ ports: Array.from({ length: 30_000 }, (_, i) => ({ containerPort: 1, hostPort: i + 1 })) }),
    ],
    ['a path with many slashes in the middle', volumes({ configMap: { name: 'c', items: items(`a${'/'.repeat(300_000)}b`) } })],
    [
      'a variable whose value nearly refers to it',
      container({
        env: [
          { name: parentheses, value: 'a' },
          { name: parentheses, value: '$('.repeat(375_000) + parentheses.repeat(2) },
        ],
      }),
    ],
  ])('%s', (_, change) => {
    const pod = plain('Pod', change)
    expect(cpuMs(() => warningsOf(kinds.Pod, pod))).toBeLessThan(MAX_CPU_MS)
  })
})

test('what is refused is not warned of', () => {
  const pod = plain('Pod', {
    'spec.containers': [80, 80].map((containerPort) => ({ name: 'twice', image: 'x', ports: [{ containerPort }] })),
  })
  expect(warningsOf(kinds.Pod, pod)).toEqual([])
})
