import { describe, expect, test } from '@jest/globals'
import {
  type AdmissionAttributes,
  createAdmission,
  type PodSecurityOptions,
  podSecurity,
} from '../../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../../src/meta/index.js'
import { fakePlane } from '../../fake-plane.js'
import { write } from '../../support.js'

type Labels = Readonly<Record<string, string>>

const namespaceOf = (labels: Labels): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'default',
    labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [`pod-security.platform.io/${name}`, value])),
  },
})
const podOf = (spec: object, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', ...metadata }, spec }) as ApiObject
const pod = (spec: object, more: Partial<AdmissionAttributes> = {}) =>
  write({ resource: 'pods', kind: 'Pod', object: podOf(spec), ...more })

/** Judges a write in a namespace with labels. */
async function judge(
  labels: Labels,
  attributes: AdmissionAttributes,
  options?: PodSecurityOptions,
  pods: readonly ApiObject[] = [],
) {
  const plane = fakePlane()
  plane.put('namespaces', namespaceOf(labels))
  for (const one of pods) plane.put('pods', one)
  const admission = createAdmission([podSecurity(options)])
  await admission.start(plane.sources)
  const [warnings, notes]: [string[], Record<string, string>] = [[], {}]
  const noting = {
    ...attributes,
    warn: (text: string) => void warnings.push(text),
    annotate: (key: string, value: string) => {
      notes[key] = value
    },
  }
  let outcome = 'passes'
  try {
    if (admission.concernsValidation(noting)) await admission.validate(noting)
  } catch (error) {
    const { code, message } = (error as ApiError).status
    outcome = `${code} ${message}`
  }
  return { outcome, warnings, notes }
}

const container = (securityContext?: object, more: object = {}) => ({
  name: 'c',
  image: 'i',
  ...(securityContext && { securityContext }),
  ...more,
})
const good = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
}
const refused = (level: string, ...violations: readonly string[]) =>
  `403 pods "a" is forbidden: violates PodSecurity "${level}:latest": ${violations.join(', ')}`

describe('PodSecurity, baseline', () => {
  test.each([
    ['a plain pod', { containers: [container()] }, undefined],
    [
      'a host namespace',
      { hostNetwork: true, hostPID: true, containers: [container()] },
      'host namespaces (hostNetwork=true, hostPID=true)',
    ],
    [
      'a privileged container',
      { containers: [container({ privileged: true })], initContainers: [{ name: 'i', securityContext: { privileged: true } }] },
      'privileged (containers "i", "c" must not set securityContext.privileged=true)',
    ],
    [
      'other capabilities',
      { containers: [container({ capabilities: { add: ['CHOWN', 'SYS_ADMIN', 'NET_RAW'] } })] },
      'non-default capabilities (container "c" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [
      'a path of the host',
      { containers: [container()], volumes: [{ name: 'v', hostPath: { path: '/' } }] },
      'hostPath volumes (volume "v")',
    ],
    [
      'ports of the host',
      { containers: [container(undefined, { ports: [{ hostPort: 80 }, { hostPort: 443 }, { containerPort: 1 }] })] },
      'hostPort (container "c" uses hostPorts 443, 80)',
    ],
    [
      'another proc mount',
      { containers: [container({ procMount: 'Unmasked' })] },
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      'another proc mount in an own user namespace',
      { hostUsers: false, containers: [container({ procMount: 'Unmasked' })] },
      undefined,
    ],
    [
      'other SELinux options',
      { securityContext: { seLinuxOptions: { user: 'u' } }, containers: [container({ seLinuxOptions: { type: 'spc_t' } })] },
      'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
    ],
    [
      'SELinux types of several, once each',
      {
        securityContext: { seLinuxOptions: { type: 'b_t' } },
        containers: [
          container({ seLinuxOptions: { type: 'a_t', role: 'r' } }),
          { ...container({ seLinuxOptions: { type: 'b_t' } }), name: 'd' },
        ],
      },
      'seLinuxOptions (pod and containers "c", "d" set forbidden securityContext.seLinuxOptions: types "a_t", "b_t"; role may not be set)',
    ],
    [
      'probes of other hosts',
      {
        containers: [
          container(undefined, {
            livenessProbe: { httpGet: { host: '10.0.0.1', port: 80 } },
            readinessProbe: { tcpSocket: { host: '', port: 80 } },
            lifecycle: { preStop: { httpGet: { host: 'example.com', port: 80 } } },
          }),
        ],
        initContainers: [{ name: 'i', startupProbe: { tcpSocket: { host: '10.0.0.1', port: 80 } } }],
      },
      'probe or lifecycle host (containers "i", "c" use probe or lifecycle hosts "10.0.0.1", "example.com")',
    ],
    [
      'no seccomp',
      { securityContext: { seccompProfile: { type: 'Unconfined' } }, containers: [container()] },
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      'other sysctls',
      { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies' }, { name: 'kernel.msgmax' }] }, containers: [] },
      'forbidden sysctls (kernel.msgmax)',
    ],
    [
      'a process of the host',
      { containers: [container({ windowsOptions: { hostProcess: true } })] },
      'hostProcess (container "c" must not set securityContext.windowsOptions.hostProcess=true)',
    ],
    [
      'no AppArmor',
      { containers: [container({ appArmorProfile: { type: 'Unconfined' } })] },
      'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
    ],
  ])('%s', async (_, spec, violation) => {
    const { outcome } = await judge({ enforce: 'baseline' }, pod(spec))
    expect(outcome).toBe(violation === undefined ? 'passes' : refused('baseline', violation))
    expect((await judge({}, pod(spec))).outcome).toBe('passes')
  })
})

describe('PodSecurity, restricted', () => {
  test('refuses a pod without a security context, with the message of Kubernetes', async () => {
    const { outcome } = await judge({ enforce: 'restricted' }, pod({ containers: [container()] }))
    expect(outcome).toBe(
      refused(
        'restricted',
        'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])',
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      ),
    )
  })

  test.each([
    ['a pod that gives up all rights', { containers: [container(good)] }, undefined],
    [
      'one that says so for all its containers',
      {
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'Localhost' } },
        containers: [container({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })],
      },
      undefined,
    ],
    [
      'a container that takes it back',
      { securityContext: { runAsNonRoot: true }, containers: [container({ ...good, runAsNonRoot: false })] },
      'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
    ],
    [
      'the user root',
      { containers: [container({ ...good, runAsUser: 0 })] },
      'runAsUser=0 (container "c" must not set runAsUser=0)',
    ],
    [
      'a capability that baseline allows',
      { containers: [container({ ...good, capabilities: { drop: ['ALL'], add: ['CHOWN'] } })] },
      'unrestricted capabilities (container "c" must not include "CHOWN" in securityContext.capabilities.add)',
    ],
    [
      'other volumes, of which baseline says nothing beside',
      {
        containers: [container(good)],
        volumes: [
          { name: 'v', hostPath: { path: '/' } },
          { name: 'w', nfs: { path: '/' } },
          { name: 'x', emptyDir: {} },
        ],
      },
      'restricted volume types (volumes "v", "w" use restricted volume types "hostPath", "nfs")',
    ],
    ['an image as a volume', { containers: [container(good)], volumes: [{ name: 'v', image: { reference: 'i' } }] }, undefined],
    [
      'root in a user namespace of its own',
      { hostUsers: false, containers: [container({ ...good, runAsNonRoot: false, runAsUser: 0 })] },
      undefined,
    ],
    [
      'another proc mount even there',
      { hostUsers: false, containers: [container({ ...good, procMount: 'Unmasked' })] },
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      'a windows pod, which has no such things',
      { os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, containers: [container()] },
      undefined,
    ],
  ])('%s', async (_, spec, violation) => {
    const { outcome } = await judge({ enforce: 'restricted' }, pod(spec))
    expect(outcome).toBe(violation === undefined ? 'passes' : refused('restricted', violation))
  })
})

describe('PodSecurity, by the rules of a version', () => {
  const withSysctl = (name: string) => ({ securityContext: { sysctls: [{ name }] }, containers: [container()] })
  const probing = { containers: [container(undefined, { livenessProbe: { httpGet: { host: 'a', port: 80 } } })] }
  const ofUsers = (more: object) => ({ hostUsers: false, containers: [container({ ...good, ...more })] })
  const windows = { os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, containers: [container()] }
  const seLinux = { containers: [container({ seLinuxOptions: { type: 'container_engine_t' } })] }
  const without = (field: keyof typeof good) => ({ containers: [container({ ...good, [field]: undefined })] })

  test.each([
    ['a sysctl', 'baseline', withSysctl('net.ipv4.ip_local_reserved_ports'), 26, 27],
    ['another one', 'baseline', withSysctl('net.ipv4.tcp_keepalive_time'), 28, 29],
    ['a third one', 'baseline', withSysctl('net.ipv4.tcp_rmem'), 31, 32],
    ['an SELinux type', 'baseline', seLinux, 30, 31],
    ['a proc mount in a user namespace', 'baseline', ofUsers({ procMount: 'Unmasked' }), 34, 35],
    ['root in a user namespace', 'restricted', ofUsers({ runAsNonRoot: false }), 34, 35],
    ['the user 0 in a user namespace', 'restricted', ofUsers({ runAsUser: 0 }), 34, 35],
    ['a windows pod', 'restricted', windows, 24, 25],
    ['a probe of another host', 'baseline', probing, 34, 33],
    ['no drop of capabilities', 'restricted', without('capabilities'), 22, 21],
    ['no seccomp profile', 'restricted', without('seccompProfile'), 19, 18],
    ['the user 0', 'restricted', { containers: [container({ ...good, runAsUser: 0 })] }, 23, 22],
    ['escalation', 'restricted', without('allowPrivilegeEscalation'), 8, 7],
  ] as const)('%s at level %s is refused or admitted', async (_what, level, spec, refusedBy, letInBy) => {
    const outcomeBy = async (minor: number) =>
      (await judge({ enforce: level, 'enforce-version': `v1.${minor}` }, pod(spec))).outcome
    expect(await outcomeBy(refusedBy)).toContain(`violates PodSecurity "${level}:v1.${refusedBy}": `)
    expect(await outcomeBy(letInBy)).toBe('passes')
  })

  test('seccomp was an annotation once', async () => {
    const annotations = {
      'seccomp.security.alpha.platform.io/pod': 'unconfined',
      'container.seccomp.security.alpha.platform.io/c': 'localhost/mine',
    }
    const object = podOf({ containers: [container()] }, { annotations })
    const outcomeBy = async (version: string) =>
      (await judge({ enforce: 'baseline', 'enforce-version': version }, pod({}, { object }))).outcome
    expect(await outcomeBy('v1.18')).toContain(
      'seccompProfile (forbidden annotation seccomp.security.alpha.platform.io/pod="unconfined")',
    )
    expect(await outcomeBy('v1.19')).toBe('passes')
  })

  test('each mode has a version of its own', async () => {
    const labels = { enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'baseline', 'warn-version': 'latest' }
    const { outcome, warnings } = await judge(labels, pod(probing))
    expect(outcome).toBe('passes')
    expect(warnings).toEqual([expect.stringContaining('would violate PodSecurity "baseline:latest": probe or lifecycle host')])
  })
})

describe('PodSecurity', () => {
  const bad = { hostNetwork: true, containers: [container()] }
  const violation = 'PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'

  test('warns and writes into the audit event by labels of their own', async () => {
    expect(await judge({ warn: 'baseline' }, pod(bad))).toMatchObject({
      outcome: 'passes',
      warnings: [`would violate ${violation}`],
    })
    expect(await judge({ audit: 'baseline' }, pod(bad))).toEqual({
      outcome: 'passes',
      warnings: [],
      notes: {
        'pod-security.platform.io/enforce-policy': 'privileged:latest',
        'pod-security.platform.io/audit-violations': `would violate ${violation}`,
      },
    })
  })

  test('only warns of what makes pods, by the enforced level where nothing is said of warnings', async () => {
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template: { spec: bad } } }
    const deployment = write({ group: 'apps', resource: 'deployments', kind: 'Deployment', object: object as ApiObject })
    expect(await judge({ enforce: 'baseline' }, deployment)).toEqual({
      outcome: 'passes',
      warnings: [`would violate ${violation}`],
      notes: {},
    })
    expect((await judge({ enforce: 'baseline', warn: 'privileged' }, deployment)).warnings).toEqual([])
  })

  test('warns of what makes pods at every change of it', async () => {
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { template: { spec: bad } },
    } as ApiObject
    const change = {
      operation: 'UPDATE',
      group: 'apps',
      resource: 'deployments',
      kind: 'Deployment',
      object,
      oldObject: object,
    } as const
    expect((await judge({ warn: 'baseline' }, write(change))).warnings).toEqual([`would violate ${violation}`])
  })

  test('checks updates that change fields or annotations of the policy, and no others', async () => {
    const update = (spec: object, before: object, subresource = '') =>
      pod(spec, { operation: 'UPDATE', oldObject: podOf(before), subresource })
    const labels = { enforce: 'baseline' }
    const other = { ...bad, containers: [{ name: 'c', image: 'j' }] }
    expect((await judge(labels, update(bad, bad))).outcome).toBe('passes')
    const annotated = (annotations: object) =>
      pod(bad, { operation: 'UPDATE', oldObject: podOf(bad), object: podOf(bad, { annotations }) })
    expect((await judge(labels, annotated({ note: 'x' }))).outcome).toBe('passes')
    expect((await judge(labels, annotated({ 'seccomp.security.alpha.platform.io/pod': 'x' }))).outcome).toContain('violates')
    expect((await judge(labels, update(other, bad))).outcome).toContain('violates PodSecurity')
    expect((await judge(labels, update(other, bad, 'status'))).outcome).toBe('passes')
    expect((await judge(labels, update(bad, bad, 'resize'))).outcome).toBe('passes')
    expect((await judge(labels, update(other, bad, 'resize'))).outcome).toContain('violates PodSecurity')
    const ephemeral = { ...bad, ephemeralContainers: [{ name: 'e', image: 'k' }] }
    expect((await judge(labels, update(ephemeral, bad, 'ephemeralcontainers'))).outcome).toContain('violates PodSecurity')
  })

  test.each([
    ['namespaces', ['default'], {}],
    ['usernames', ['jane'], {}],
    ['runtimeClasses', ['heavy'], { runtimeClassName: 'heavy' }],
  ])('ignores exempt %s, with an audit annotation', async (list, names, spec) => {
    const options = { exemptions: { [list]: names } }
    const exempt = { namespaces: 'namespace', usernames: 'user', runtimeClasses: 'runtimeClass' }[list]
    const { outcome, notes } = await judge({ enforce: 'baseline' }, pod({ ...bad, ...spec }), options)
    expect(outcome).toBe('passes')
    expect(notes).toEqual({ 'pod-security.platform.io/exempt': exempt })
    expect(
      (await judge({ enforce: 'baseline' }, pod({ ...bad, ...spec }), { exemptions: { [list]: ['other'] } })).outcome,
    ).toContain('403')
  })

  test('uses the defaults where a namespace has no labels', async () => {
    const options = { defaults: { enforce: { level: 'baseline', version: 'v1.30' } } } as const
    expect((await judge({}, pod(bad), options)).outcome).toContain('violates PodSecurity "baseline:v1.30"')
    expect((await judge({ enforce: 'privileged' }, pod(bad), options)).outcome).toBe('passes')
  })

  const namespace = (labels: Labels, before?: Labels) =>
    write({
      operation: before ? 'UPDATE' : 'CREATE',
      resource: 'namespaces',
      kind: 'Namespace',
      name: 'default',
      object: namespaceOf(labels),
      oldObject: before && namespaceOf(before),
    })

  test('refuses labels with invalid values', async () => {
    expect((await judge({}, namespace({ enforce: 'high', 'warn-version': '1' }))).outcome).toBe(
      '422 Namespace "default" is invalid: [metadata.labels[pod-security.platform.io/enforce]: Invalid value: "high": must be one of privileged, baseline, restricted, metadata.labels[pod-security.platform.io/warn-version]: Invalid value: "1": must be "latest" or "v1.x"]',
    )
    // What is there already may stay, so that the namespace can be changed otherwise; its pods are judged by the strictest level.
    expect((await judge({}, namespace({ enforce: 'high' }, { enforce: 'high' }))).outcome).toBe('passes')
    const { outcome, notes } = await judge({ enforce: 'high' }, pod({ containers: [container()] }))
    expect(outcome).toContain('"restricted:latest"')
    expect(notes['pod-security.platform.io/error']).toContain('Failed to parse policy: ')
    expect((await judge({}, namespace({ enforce: 'higher' }, { enforce: 'high' }))).outcome).toContain('422')
  })

  test('warns, when a namespace gets a stricter level, of the pods that violate it', async () => {
    const pods = ['a', 'b', 'c'].map((name) => podOf(bad, { name, namespace: 'default' }))
    const fine = podOf({ containers: [container(good)] }, { name: 'fine', namespace: 'default' })
    const raised = await judge({}, namespace({ enforce: 'baseline' }, {}), undefined, [...pods, fine])
    expect(raised.warnings).toEqual([
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): host namespaces',
    ])
    expect((await judge({}, namespace({}, { enforce: 'baseline' }), undefined, pods)).warnings).toEqual([])
    const later = { enforce: 'baseline', 'enforce-version': 'v1.35' }
    expect((await judge({}, namespace(later, { enforce: 'baseline' }), undefined, pods)).warnings).toHaveLength(2)
    const heavy = { exemptions: { runtimeClasses: ['heavy'] } }
    const exempt = podOf({ ...bad, runtimeClassName: 'heavy' }, { name: 'x', namespace: 'default' })
    expect((await judge({}, namespace({ enforce: 'baseline' }, {}), heavy, [exempt])).warnings).toEqual([])
  })

  test('says how many pods it has checked when there are too many', async () => {
    const pods = Array.from({ length: 3001 }, (_, i) => podOf(bad, { name: `p${i}`, namespace: 'default' }))
    const { warnings } = await judge({}, namespace({ enforce: 'baseline' }, {}), undefined, pods)
    expect(warnings.at(-1)).toBe('new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods')
  })
})
