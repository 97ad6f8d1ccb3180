import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, createAdmission, type PodSecurityOptions, podSecurity } from '../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../src/meta/index.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'

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
      'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: user may not be set; type "spc_t")',
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
  test('refuses a pod that says nothing, in the words of Kubernetes', async () => {
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

  test('looks at changes of a pod that bring something new', async () => {
    const update = (spec: object, before: object, subresource = '') =>
      pod(spec, { operation: 'UPDATE', oldObject: podOf(before), subresource })
    const labels = { enforce: 'baseline' }
    const other = { ...bad, containers: [{ name: 'c', image: 'j' }] }
    expect((await judge(labels, update(bad, bad))).outcome).toBe('passes')
    expect((await judge(labels, update(other, bad))).outcome).toContain('violates PodSecurity')
    expect((await judge(labels, update(other, bad, 'status'))).outcome).toBe('passes')
    const ephemeral = { ...bad, ephemeralContainers: [{ name: 'e', image: 'k' }] }
    expect((await judge(labels, update(ephemeral, bad, 'ephemeralcontainers'))).outcome).toContain('violates PodSecurity')
  })

  test.each([
    ['namespaces', ['default'], {}],
    ['usernames', ['jane'], {}],
    ['runtimeClasses', ['heavy'], { runtimeClassName: 'heavy' }],
  ])('leaves exempt %s alone', async (list, names, spec) => {
    const options = { exemptions: { [list]: names } }
    expect((await judge({ enforce: 'baseline' }, pod({ ...bad, ...spec }), options)).outcome).toBe('passes')
    expect(
      (await judge({ enforce: 'baseline' }, pod({ ...bad, ...spec }), { exemptions: { [list]: ['other'] } })).outcome,
    ).toContain('403')
  })

  test('goes by the defaults where a namespace says nothing', async () => {
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

  test('refuses labels that say nothing', async () => {
    expect((await judge({}, namespace({ enforce: 'high', 'warn-version': '1' }))).outcome).toBe(
      '422 Namespace "default" is invalid: [metadata.labels[pod-security.platform.io/enforce]: Invalid value: "high": must be one of privileged, baseline, restricted, metadata.labels[pod-security.platform.io/warn-version]: Invalid value: "1": must be "latest" or "v1.x"]',
    )
    // What is there already may stay, so that the namespace can be changed otherwise; its pods are judged by the strictest level.
    expect((await judge({}, namespace({ enforce: 'high' }, { enforce: 'high' }))).outcome).toBe('passes')
    expect((await judge({ enforce: 'high' }, pod({ containers: [container()] }))).outcome).toContain('"restricted:latest"')
  })

  test('tells who raises the level of the pods that are below it', async () => {
    const pods = ['a', 'b', 'c'].map((name) => podOf(bad, { name, namespace: 'default' }))
    const fine = podOf({ containers: [container(good)] }, { name: 'fine', namespace: 'default' })
    const raised = await judge({}, namespace({ enforce: 'baseline' }, {}), undefined, [...pods, fine])
    expect(raised.warnings).toEqual([
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): host namespaces',
    ])
    expect((await judge({}, namespace({}, { enforce: 'baseline' }), undefined, pods)).warnings).toEqual([])
  })
})
