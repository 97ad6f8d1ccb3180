import { expect, test } from '@jest/globals'
import { type Change, plain as changedPlain, type Kind, kinds, refused } from '../../packaged/support.js'
import { create, warningsOf } from '../../support.js'

const C = 'spec.containers[0]'
const container = (more: object): Change => ({ 'spec.containers': [{ name: 'main', image: 'x', ...more }] })
const initial = (more: object): Change => ({ 'spec.initContainers': [{ name: 'first', image: 'x', ...more }] })
const volume = (source: object): Change => ({ 'spec.volumes': [{ name: 'v', ...source }] })
const toleration = (given: object): Change => ({ 'spec.tolerations': [given] })
const affinity = (given: object): Change => ({ 'spec.affinity': given })
const required = (terms: readonly object[]): Change =>
  affinity({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } })
const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'
const expression = (given: object) => required([{ matchExpressions: [given] }])
const near = (kind: string, term: object): Change =>
  affinity({ [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [term] } })
const spread = (...given: readonly object[]): Change => ({ 'spec.topologySpreadConstraints': given })
const plain = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }
const field = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } })

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.serviceAccountName': 'A_' }, ['spec.serviceAccountName']],
  [{ 'spec.priorityClassName': 'A_' }, ['spec.priorityClassName']],
  [{ 'spec.nodeName': 'A_' }, ['spec.nodeName']],
  [{ 'spec.os': { name: 'beos' } }, ['spec.os']],
  [{ 'spec.hostnameOverride': '' }, ['spec.hostnameOverride']],
  [{ 'spec.hostnameOverride': 'A_' }, ['spec.hostnameOverride']],
  [{ 'spec.hostnameOverride': 'a'.repeat(64) }, []],
  [{ 'spec.hostnameOverride': 'a'.repeat(65) }, ['spec.hostnameOverride']],
  [{ 'spec.hostnameOverride': 'a.b', 'spec.hostNetwork': true }, ['spec.hostnameOverride']],
  [{ 'spec.hostnameOverride': 'a', 'spec.setHostnameAsFQDN': true }, ['spec.hostnameOverride']],
  ...(['spec.', `${C}.`] as const).flatMap((place) =>
    (
      [
        ['seccompProfile', { type: 'Localhost' }, ['localhostProfile']],
        ['seccompProfile', { type: 'Localhost', localhostProfile: 'a/b.json' }, []],
        ['seccompProfile', { type: 'Localhost', localhostProfile: '/a' }, ['localhostProfile']],
        ['seccompProfile', { type: 'Localhost', localhostProfile: 'a/../b' }, ['localhostProfile']],
        ['seccompProfile', { type: 'RuntimeDefault', localhostProfile: '' }, ['localhostProfile']],
        ['seccompProfile', { type: 'Unconfined', localhostProfile: 'a' }, ['localhostProfile']],
        ['seccompProfile', { localhostProfile: 'a' }, ['type']],
        ['appArmorProfile', { type: 'Localhost' }, ['localhostProfile']],
        ['appArmorProfile', { type: 'Localhost', localhostProfile: 'a' }, []],
        ['appArmorProfile', { type: 'Localhost', localhostProfile: '' }, ['localhostProfile']],
        ['appArmorProfile', { type: 'Localhost', localhostProfile: ' a' }, ['localhostProfile']],
        ['appArmorProfile', { type: 'Localhost', localhostProfile: 'a'.repeat(4096) }, ['localhostProfile']],
        ['appArmorProfile', { type: 'RuntimeDefault', localhostProfile: '' }, ['localhostProfile']],
      ] as const
    ).map(([member, profile, fields]) => {
      const securityContext = { [member]: profile }
      const change: Change = place === 'spec.' ? { 'spec.securityContext': securityContext } : container({ securityContext })
      return [change, fields.map((field) => `${place}securityContext.${member}.${field}`)] as const
    }),
  ),
  [{ 'spec.hostAliases': [{ ip: 'x', hostnames: ['A_'] }] }, ['spec.hostAliases[0].ip', 'spec.hostAliases[0].hostnames[0]']],
  [
    { 'spec.securityContext': { runAsUser: -1, supplementalGroups: [-1] } },
    ['spec.securityContext.runAsUser', 'spec.securityContext.supplementalGroups[0]'],
  ],
  [
    container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'A_', key: 'a b' } } }] }),
    [`${C}.env[0].valueFrom.secretKeyRef.key`, `${C}.env[0].valueFrom.secretKeyRef.name`],
  ],
  [
    container({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'a', key: '..' } } }] }),
    [`${C}.env[0].valueFrom.configMapKeyRef.key`],
  ],
  [container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] }), []],
  [
    container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.hugepages-2Mi', divisor: '1Mi' } } }] }),
    [],
  ],
  [
    container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.disk' } } }] }),
    [`${C}.env[0].valueFrom.resourceFieldRef.resource`],
  ],
  [
    container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } } }] }),
    [`${C}.env[0].valueFrom.resourceFieldRef.divisor`],
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'a', resourceFieldRef: { resource: 'limits.cpu' } }] } }),
    ['spec.volumes[0].downwardAPI.resourceFieldRef.containerName'],
  ],
  [
    container({ envFrom: [{ prefix: '=', configMapRef: { name: 'a' } }, { secretRef: { name: 'A_' } }] }),
    [`${C}.envFrom[0].prefix`, `${C}.envFrom[1].secretRef.name`],
  ],
  [container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }), []],
  [container({ resizePolicy: [{ resourceName: 'disk', restartPolicy: 'Maybe' }] }), [`${C}.resizePolicy`]],
  [
    container({ resizePolicy: [0, 1].map(() => ({ resourceName: 'cpu', restartPolicy: 'NotRequired' })) }),
    [`${C}.resizePolicy[1]`],
  ],
  [container({ restartPolicy: 'Sometimes' }), [`${C}.restartPolicy`]],
  [
    { 'spec.resourceClaims': [{ name: 'a', resourceClaimName: 'x' }], ...container({ resources: { claims: [{ name: 'a' }] } }) },
    [],
  ],
  [
    { 'spec.resourceClaims': [{ name: 'A' }, { name: 'b', resourceClaimName: 'x', resourceClaimTemplateName: 'X_' }] },
    [
      'spec.resourceClaims[0].name',
      'spec.resourceClaims[0]',
      'spec.resourceClaims[1]',
      'spec.resourceClaims[1].resourceClaimTemplateName',
    ],
  ],
  [{ 'spec.resourceClaims': [0, 1].map(() => ({ name: 'a', resourceClaimName: 'x' })) }, ['spec.resourceClaims[1].name']],
  [container({ resources: { claims: [{ name: 'a' }] } }), [`${C}.resources.claims[0]`]],
  [
    {
      'spec.os': { name: 'windows' },
      'spec.hostPID': true,
      'spec.hostIPC': false,
      ...container({ securityContext: { privileged: false, runAsUser: 1 } }),
    },
    ['spec.hostPID', `${C}.securityContext.privileged`, `${C}.securityContext.runAsUser`],
  ],
  [
    { 'spec.os': { name: 'windows' }, 'spec.securityContext': { fsGroup: 1, windowsOptions: {} } },
    ['spec.securityContext.fsGroup'],
  ],
  [
    { 'spec.os': { name: 'linux' }, 'spec.securityContext': { fsGroup: 1, windowsOptions: {} } },
    ['spec.securityContext.windowsOptions'],
  ],
  [{ 'spec.hostUsers': false, 'spec.hostNetwork': true, 'spec.hostIPC': true }, ['spec.hostNetwork', 'spec.HostIPC']],
  [{ 'spec.hostUsers': true, 'spec.hostNetwork': true }, []],
  [volume({ emptyDir: {}, hostPath: { path: '/' } }), ['spec.volumes[0].hostPath']],
  [spread({ ...plain, minDomains: 2 }), []],
  [spread({ ...plain, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }), ['spec.topologySpreadConstraints[0].minDomains']],
  [spread({ ...plain, matchLabelKeys: ['a'] }), ['spec.topologySpreadConstraints[0].matchLabelKeys']],
  [
    spread({ ...plain, matchLabelKeys: ['a', 'b c'], labelSelector: {} }),
    ['spec.topologySpreadConstraints[0].matchLabelKeys[1]'],
  ],
  [required([{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }]), []],
  [
    required([{ matchFields: [{ key: 'spec.x', operator: 'Exists' }] }]),
    [`${TERMS}[0].matchFields[0].operator`, `${TERMS}[0].matchFields[0].key`],
  ],
  [
    required([{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n', 'N_'] }] }]),
    [`${TERMS}[0].matchFields[0].values`, `${TERMS}[0].matchFields[0].values[1]`],
  ],
  [{ 'spec.dnsPolicy': 'None' }, ['spec.dnsConfig']],
  [{ 'spec.dnsPolicy': 'None', 'spec.dnsConfig': { searches: ['a.example.'] } }, ['spec.dnsConfig.nameservers']],
  [{ 'spec.dnsConfig': { nameservers: ['x'] } }, ['spec.dnsConfig.nameservers[0]']],
  [{ 'spec.dnsConfig': { nameservers: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'] } }, ['spec.dnsConfig.nameservers']],
  [
    { 'spec.dnsConfig': { searches: ['.', '_a_b.c', 'a_', 'a b'] } },
    ['spec.dnsConfig.searches[2]', 'spec.dnsConfig.searches[3]'],
  ],
  [{ 'spec.ephemeralContainers': [{ name: 'e', image: 'x' }] }, ['spec.ephemeralContainers']],
  [{ 'spec.nodeSelector': { 'a b': 'c' } }, ['spec.nodeSelector']],
  [{ 'spec.readinessGates': [{ conditionType: 'a b' }] }, ['spec.readinessGates[0].conditionType']],
  [{ 'spec.schedulingGates': [{ name: 'a' }, { name: 'a' }] }, ['spec.schedulingGates[1]']],
  [{ 'spec.schedulingGates': [{ name: 'a' }], 'spec.nodeName': 'n' }, ['spec.nodeName']],

  [toleration({ key: 'a', operator: 'Exists', value: 'b' }), ['spec.tolerations[0].operator']],
  [toleration({ key: 'a', operator: 'Exists', tolerationSeconds: 3 }), ['spec.tolerations[0].effect']],
  [toleration({ key: 'a', operator: 'Exists', tolerationSeconds: 3, effect: 'NoExecute' }), []],
  [toleration({ operator: 'Equal', value: 'b' }), ['spec.tolerations[0].operator']],
  [toleration({ operator: 'Exists' }), []],
  [toleration({ key: 'a b', operator: 'Exists' }), ['spec.tolerations[0].key']],
  [toleration({ key: 'a', value: 'b c' }), ['spec.tolerations[0].operator']],

  [required([]), [TERMS]],
  [expression({ key: 'a', operator: 'In', values: [] }), [`${TERMS}[0].matchExpressions[0].values`]],
  [expression({ key: 'a', operator: 'Gt', values: ['1', '2'] }), [`${TERMS}[0].matchExpressions[0].values`]],
  [expression({ key: 'a', operator: 'Gt', values: ['1'] }), []],
  [expression({ key: 'a', operator: 'Exists', values: ['1'] }), [`${TERMS}[0].matchExpressions[0].values`]],
  [expression({ key: 'a b', operator: 'Exists' }), [`${TERMS}[0].matchExpressions[0].key`]],
  ...(['podAffinity', 'podAntiAffinity'] as const).map((kind): readonly [Change, readonly string[]] => [
    near(kind, { topologyKey: '', labelSelector: { matchLabels: { 'a b': 'c' } } }),
    ['labelSelector.matchLabels', 'topologyKey'].map(
      (member) => `spec.affinity.${kind}.requiredDuringSchedulingIgnoredDuringExecution[0].${member}`,
    ),
  ]),
  ...[0, 101].map((weight): readonly [Change, readonly string[]] => [
    affinity({
      podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: { topologyKey: 'a' } }] },
    }),
    ['spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight'],
  ]),
  [spread(plain), []],
  [
    spread({ ...plain, maxSkew: 0, topologyKey: '' }),
    ['maxSkew', 'topologyKey'].map((member) => `spec.topologySpreadConstraints[0].${member}`),
  ],
  [spread(plain, plain), ['spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}']],
  [spread(plain, { ...plain, whenUnsatisfiable: 'ScheduleAnyway' }), []],

  [container({ env: [{ name: 'A', ...field('metadata.name') }] }), []],
  [container({ env: [{ name: 'A', ...field("metadata.labels['a']") }] }), []],
  [container({ env: [{ name: 'A', ...field('metadata.nope') }] }), [`${C}.env[0].valueFrom.fieldRef.fieldPath`]],
  [container({ env: [{ name: 'A', value: 'x', ...field('metadata.name') }] }), [`${C}.env[0].valueFrom`]],
  [container({ env: [{ name: 'A', valueFrom: {} }] }), [`${C}.env[0].valueFrom`]],
  [
    container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: '' } } }] }),
    [`${C}.env[0].valueFrom.secretKeyRef.key`],
  ],
  [container({ envFrom: [{}] }), [`${C}.envFrom`]],
  [container({ envFrom: [{ secretRef: { name: 's' }, configMapRef: { name: 'c' } }] }), [`${C}.envFrom`]],
  [container({ envFrom: [{ secretRef: {} }] }), [`${C}.envFrom[0].secretRef.name`]],
  [container({ livenessProbe: { exec: { command: ['a'] }, tcpSocket: { port: 1 } } }), [`${C}.livenessProbe.tcpSocket`]],
  [container({ livenessProbe: { exec: {} } }), [`${C}.livenessProbe.exec.command`]],
  ...(['livenessProbe', 'startupProbe', 'readinessProbe'] as const).flatMap((probe) =>
    [1, 0, -1].map((seconds): readonly [Change, readonly string[]] => [
      container({ [probe]: { exec: { command: ['a'] }, terminationGracePeriodSeconds: seconds } }),
      seconds > 0 && probe !== 'readinessProbe' ? [] : [`${C}.${probe}.terminationGracePeriodSeconds`],
    ]),
  ),
  [container({ livenessProbe: { exec: { command: ['a'] }, periodSeconds: -1 } }), [`${C}.livenessProbe.periodSeconds`]],
  [container({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }), [`${C}.securityContext`]],
  [container({ securityContext: { runAsGroup: -1 } }), [`${C}.securityContext.runAsGroup`]],
  [
    container({ volumeDevices: [{ name: 'v', devicePath: '' }] }),
    [`${C}.volumeDevices[0].name`, `${C}.volumeDevices[0].devicePath`],
  ],
  [container({ resources: { limits: { cups: '1' } } }), [`${C}.resources.limits[cups]`, `${C}.resources.requests[cups]`]],
  [
    container({ resources: { limits: { 'example.com/gpu': '1500m' }, requests: { 'example.com/gpu': '1500m' } } }),
    [`${C}.resources.limits[example.com/gpu]`, `${C}.resources.requests[example.com/gpu]`],
  ],
  [container({ resources: { requests: { 'example.com/gpu': '1' } } }), [`${C}.resources.limits`]],
  [
    container({
      ports: [
        { containerPort: 80, hostPort: 81 },
        { containerPort: 82, hostPort: 81 },
      ],
    }),
    [`${C}.ports[1].hostPort`],
  ],
  [
    container({
      ports: [
        { containerPort: 80, hostPort: 81 },
        { containerPort: 82, hostPort: 81, protocol: 'UDP' },
      ],
    }),
    [],
  ],
  [{ 'spec.hostNetwork': true, ...container({ ports: [{ containerPort: 80, hostPort: 81 }] }) }, [`${C}.ports[0].hostPort`]],
  [initial({ livenessProbe: { exec: { command: ['a'] } } }), ['spec.initContainers[0].livenessProbe']],
  [initial({ restartPolicy: 'Always', livenessProbe: { exec: { command: ['a'] } } }), []],
  [initial({ restartPolicy: 'Never' }), []],
  [initial({ restartPolicy: 'Sometimes' }), ['spec.initContainers[0].restartPolicy']],

  [volume({ emptyDir: { sizeLimit: '-1' } }), ['spec.volumes[0].emptyDir.sizeLimit']],
  [volume({ secret: { secretName: 's', defaultMode: 512 } }), ['spec.volumes[0].secret.defaultMode']],
  [volume({ configMap: { name: 'c', items: [{ key: 'k', path: 'p', mode: -1 }] } }), ['spec.volumes[0].configMap.items[0].mode']],
  [volume({ downwardAPI: { items: [{ path: 'p' }] } }), ['spec.volumes[0].downwardAPI']],
])('a Pod with %j is refused at %j', (change, fields) => {
  expect([...new Set(refused('Pod', change))]).toEqual(fields)
})

test('processes are shared with the host or among the containers, not both', () => {
  const shared = (hostPID: boolean) => changedPlain('Pod', { 'spec.shareProcessNamespace': true, 'spec.hostPID': hostPID })
  expect(create(kinds.Pod, shared(false)).causes).toEqual([])
  expect(create(kinds.Pod, shared(true)).causes).toEqual([
    'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
  ])
})

test.each<readonly [kind: Kind, path: string]>([
  ['Deployment', 'spec.template'],
  ['StatefulSet', 'spec.template'],
  ['DaemonSet', 'spec.template'],
  ['ReplicationController', 'spec.template'],
  ['PodTemplate', 'template'],
])('the metadata of the template of a %s is validated', (kind, path) => {
  expect(refused(kind, { [`${path}.metadata.annotations`]: { 'a b': 'c' } })).toEqual([`${path}.annotations`])
})

test.each<readonly [kind: Kind, path: string]>([
  ['Pod', 'spec'],
  ['Deployment', 'spec.template.spec'],
  ['ReplicationController', 'spec.template.spec'],
  ['Job', 'spec.template.spec'],
  ['CronJob', 'spec.jobTemplate.spec.template.spec'],
  ['PodTemplate', 'template.spec'],
])('a %s with a negative grace period in its template is accepted, with a warning', (kind, path) => {
  const field = `${path}.terminationGracePeriodSeconds`
  const sent = (seconds: number) => changedPlain(kind, { [field]: seconds })
  expect(create(kinds[kind], sent(-1)).causes).toEqual([])
  expect(warningsOf(kinds[kind], sent(-1))).toEqual([
    `${field}: must be >= 0; negative values are invalid and will be treated as 1`,
  ])
  expect(warningsOf(kinds[kind], sent(0))).toEqual([])
})

const causesOf = (change: Change) => create(kinds.Pod, changedPlain('Pod', change)).causes
const sysctl = (name: string): Change => ({ 'spec.securityContext': { sysctls: [{ name, value: '1' }] } })

const SEARCH =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
const ON_HOST = (name: string, member: string) =>
  `securityContext.sysctls[0].name: Invalid value: "${name}": may not be specified when '${member}' is true`

test.each<readonly [change: Change, causes: readonly string[]]>([
  [
    { ...sysctl('net.A'), 'spec.hostNetwork': true },
    [
      'securityContext.sysctls[0].name: Invalid value: "net.A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      ON_HOST('net.A', 'hostNetwork'),
    ],
  ],
  [
    { 'spec.hostnameOverride': 'a', 'spec.setHostnameAsFQDN': true, 'spec.hostNetwork': true },
    [
      'hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
      'hostnameOverride: Forbidden: may not be specified when hostNetwork is true',
    ],
  ],
  [{ 'spec.os': { name: '' } }, ['os.name: Required value']],
  [{ 'spec.dnsConfig': { searches: ['a_'] } }, [`dnsConfig.searches[0]: Invalid value: "a_": ${SEARCH}`]],
  [{ 'spec.dnsConfig': { options: [{ value: 'v' }] } }, ['dnsConfig.options[0]: Required value: must not be empty']],
  [
    { 'spec.overhead': { disk: '1' } },
    [
      'overhead.limits[disk]: Invalid value: "disk": must be a standard resource type or fully qualified',
      'overhead.limits[disk]: Invalid value: "disk": must be a standard resource for containers',
    ],
  ],
  [{ ...sysctl('net.ipv4.x'), 'spec.hostIPC': true }, []],
  [{ ...sysctl('net/ipv4/x'), 'spec.hostNetwork': true }, [ON_HOST('net/ipv4/x', 'hostNetwork')]],
  [{ ...sysctl('kernel.shm_rmid_forced'), 'spec.hostNetwork': true }, []],
  ...['kernel.shm_rmid_forced', 'kernel.sem', 'kernel.msgmax', 'fs.mqueue.x'].map(
    (name) => [{ ...sysctl(name), 'spec.hostIPC': true }, [ON_HOST(name, 'hostIPC')]] as const,
  ),
])('a pod with %j has the errors %j', (change, causes) => {
  expect(causesOf(change).map((cause) => cause.replace('spec.', ''))).toEqual(causes)
})

test('host ports of an initial container are unique, for itself', () => {
  const port = { containerPort: 80, hostPort: 80 }
  const first = (...ports: readonly object[]) => ({ name: 'first', image: 'x', ports })
  const second = { name: 'second', image: 'x', ports: [port] }
  expect(causesOf({ 'spec.initContainers': [first(port), second] })).toEqual([])
  expect(causesOf({ 'spec.initContainers': [first(port, port), second] })).toEqual([
    'spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//80"',
  ])
})
