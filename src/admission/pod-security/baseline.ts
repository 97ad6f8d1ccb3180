/**
 * Level `baseline`: forbids known privilege escalations.
 *
 * @see Kubernetes, Pod Security Standards
 * @module
 */

import { hasOwnUsers, type JudgedPod, named, quoted, recordAt, recordsIn, type Subject, subjectsText } from './pod.js'

/** A violation. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** One rule: returns the violation by a pod, or undefined. */
export type Check = (pod: JudgedPod) => Violation | undefined

const CAPABILITIES: ReadonlySet<unknown> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])
/** By the minor version that first allows them. */
const SYSCTLS: ReadonlyMap<unknown, number> = new Map([
  ['kernel.shm_rmid_forced', 0],
  ['net.ipv4.ip_local_port_range', 0],
  ['net.ipv4.ip_local_reserved_ports', 27],
  ['net.ipv4.ip_unprivileged_port_start', 0],
  ['net.ipv4.ping_group_range', 0],
  ['net.ipv4.tcp_fin_timeout', 29],
  ['net.ipv4.tcp_keepalive_intvl', 29],
  ['net.ipv4.tcp_keepalive_probes', 29],
  ['net.ipv4.tcp_keepalive_time', 29],
  ['net.ipv4.tcp_rmem', 32],
  ['net.ipv4.tcp_syncookies', 0],
  ['net.ipv4.tcp_wmem', 32],
])
/** By the minor version that first allows them. */
const SELINUX_TYPES: ReadonlyMap<unknown, number> = new Map([
  ['', 0],
  ['container_engine_t', 31],
  ['container_init_t', 0],
  ['container_kvm_t', 0],
  ['container_t', 0],
])
/** Whether the rules of a minor version allow a value. */
const isAllowed = (values: ReadonlyMap<unknown, number>, value: unknown, minor: number): boolean => {
  const since = values.get(value)
  return since !== undefined && since <= minor
}
const HOST_NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC'] as const
const APP_ARMOR_ANNOTATION = /^container\.apparmor\.security\.beta\./

const everyone = ({ pod, containers }: JudgedPod): readonly Subject[] => [pod, ...containers]

const appArmor: Check = (judged) => {
  const bad = everyone(judged).filter(({ context }) => typeOf(context.appArmorProfile) === 'Unconfined')
  const annotations = Object.entries(judged.annotations).filter(
    ([key, value]) =>
      APP_ARMOR_ANNOTATION.test(key) && value !== '' && value !== 'runtime/default' && !String(value).startsWith('localhost/'),
  )
  if (bad.length + annotations.length === 0) return undefined
  const details = [
    ...(bad.length > 0 ? [`${subjectsText(bad)} must not set AppArmor profile type to "Unconfined"`] : []),
    ...annotations.map(([key, value]) => `annotation ${JSON.stringify(key)} must not be ${JSON.stringify(value)}`),
  ]
  return { reason: `forbidden AppArmor profile${bad.length + annotations.length === 1 ? '' : 's'}`, detail: details.join('; ') }
}

const typeOf = (profile: unknown): unknown => recordAt(profile).type

/** Capabilities that a container adds. */
export const addedCapabilities = ({ context }: Subject): readonly unknown[] => {
  const { add } = recordAt(context.capabilities)
  return Array.isArray(add) ? add : []
}

const capabilities: Check = ({ containers }) => {
  const forbidden = (subject: Subject) => addedCapabilities(subject).filter((name) => !CAPABILITIES.has(name))
  const bad = containers.filter((container) => forbidden(container).length > 0)
  if (bad.length === 0) return undefined
  const names = [...new Set(bad.flatMap(forbidden))].sort()
  return {
    reason: 'non-default capabilities',
    detail: `${subjectsText(bad)} must not include ${quoted(names)} in securityContext.capabilities.add`,
  }
}

const hostNamespaces: Check = ({ spec }) => {
  const used = HOST_NAMESPACES.filter((field) => spec[field] === true)
  if (used.length === 0) return undefined
  return { reason: 'host namespaces', detail: used.map((field) => `${field}=true`).join(', ') }
}

const hostPaths: Check = ({ spec }) => {
  const volumes = recordsIn(spec.volumes).filter(({ hostPath }) => hostPath !== undefined)
  if (volumes.length === 0) return undefined
  const names = volumes.map(({ name }) => name)
  return { reason: 'hostPath volumes', detail: named('volume', names) }
}

const hostPorts: Check = ({ containers }) => {
  const portsOf = ({ fields }: JudgedPod['containers'][number]) =>
    recordsIn(fields.ports).flatMap(({ hostPort }) => (hostPort ? [Number(hostPort)] : []))
  const bad = containers.filter((container) => portsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const ports = [...new Set(bad.flatMap(portsOf).map(String))].sort()
  const verb = bad.length === 1 ? 'uses' : 'use'
  return {
    reason: 'hostPort',
    detail: `${subjectsText(bad)} ${verb} hostPort${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`,
  }
}

const privileged: Check = ({ containers }) => {
  const bad = containers.filter(({ context }) => context.privileged === true)
  if (bad.length === 0) return undefined
  return { reason: 'privileged', detail: `${subjectsText(bad)} must not set securityContext.privileged=true` }
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const
const HOOKS = ['postStart', 'preStop'] as const
const HOST_PROBES_SINCE = 34

/** Hosts of probes and lifecycle hooks other than the pod itself. */
const hostProbes: Check = ({ containers, minor }) => {
  if (minor < HOST_PROBES_SINCE) return undefined
  const hostsOf = ({ fields }: JudgedPod['containers'][number]) => {
    const handlers = [...PROBES.map((probe) => fields[probe]), ...HOOKS.map((hook) => recordAt(fields.lifecycle)[hook])]
    const hosts = handlers.flatMap((handler) => ['httpGet', 'tcpSocket'].map((way) => recordAt(recordAt(handler)[way]).host))
    return hosts.filter((host) => host !== undefined && host !== '')
  }
  const bad = containers.filter((container) => hostsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const hosts = [...new Set(bad.flatMap(hostsOf))].sort()
  const verb = bad.length === 1 ? 'uses' : 'use'
  return { reason: 'probe or lifecycle host', detail: `${subjectsText(bad)} ${verb} ${named('probe or lifecycle host', hosts)}` }
}

const procMount: Check = (judged) => (hasOwnUsers(judged) ? undefined : anyProcMount(judged))

/** procMount other than the default. */
export const anyProcMount: Check = ({ containers }) => {
  const bad = containers.filter(({ context }) => context.procMount !== undefined && context.procMount !== 'Default')
  if (bad.length === 0) return undefined
  const values = bad.map(({ context }) => context.procMount)
  return { reason: 'procMount', detail: `${subjectsText(bad)} must not set securityContext.procMount to ${quoted(values)}` }
}

const seLinux: Check = (judged) => {
  const optionsOf = ({ context }: Subject) => recordAt(context.seLinuxOptions)
  const isBadType = (type: unknown) => !isAllowed(SELINUX_TYPES, type ?? '', judged.minor)
  const bad = everyone(judged).filter((subject) => {
    const { type, user, role } = optionsOf(subject)
    return isBadType(type) || user || role
  })
  if (bad.length === 0) return undefined
  const types = [...new Set(bad.map((subject) => optionsOf(subject).type).filter(isBadType))].sort()
  const faults = [
    ...(types.length > 0 ? [named('type', types)] : []),
    ...(bad.some((subject) => optionsOf(subject).user) ? ['user may not be set'] : []),
    ...(bad.some((subject) => optionsOf(subject).role) ? ['role may not be set'] : []),
  ]
  return {
    reason: 'seLinuxOptions',
    detail: `${subjectsText(bad)} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
  }
}

const SECCOMP_TYPES: ReadonlySet<unknown> = new Set(['RuntimeDefault', 'Localhost'])

/** Type of the seccomp profile of a container or pod. */
export const seccompType = ({ context }: Subject): unknown => typeOf(context.seccompProfile)

/** The minor version that introduced the field for the profile; before, there were annotations. */
export const SECCOMP_FIELD_SINCE = 19
const SECCOMP_ANNOTATION = /^(seccomp\.security\.alpha\.[^/]+\/pod|container\.seccomp\.security\.alpha\.[^/]+\/.*)$/

/** The annotations of a pod with seccomp profiles, which preceded the field. */
export const seccompAnnotations = (annotations: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries(annotations).filter(([key]) => SECCOMP_ANNOTATION.test(key))

function badSeccompAnnotations({ annotations }: JudgedPod): Violation | undefined {
  const isGood = (value: unknown) => /^((runtime|docker)\/default$|localhost\/)/.test(String(value))
  const bad = seccompAnnotations(annotations).filter(([, value]) => !isGood(value))
  if (bad.length === 0) return undefined
  const texts = bad.map(([key, value]) => `${key}=${JSON.stringify(value)}`).sort()
  return { reason: 'seccompProfile', detail: `forbidden annotation${bad.length === 1 ? '' : 's'} ${texts.join(', ')}` }
}

/** Seccomp profiles that the level does not allow. */
export function badSeccomp(judged: JudgedPod): Violation | undefined {
  if (judged.minor < SECCOMP_FIELD_SINCE) return badSeccompAnnotations(judged)
  const bad = everyone(judged).filter((subject) => seccompType(subject) !== undefined && !SECCOMP_TYPES.has(seccompType(subject)))
  if (bad.length === 0) return undefined
  const values = bad.map(seccompType)
  return {
    reason: 'seccompProfile',
    detail: `${subjectsText(bad)} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
  }
}

const sysctls: Check = ({ pod, minor }) => {
  const bad = recordsIn(pod.context.sysctls).filter(({ name }) => !isAllowed(SYSCTLS, name, minor))
  if (bad.length === 0) return undefined
  return { reason: 'forbidden sysctls', detail: bad.map(({ name }) => String(name)).join(', ') }
}

const windowsHostProcess: Check = (judged) => {
  const bad = everyone(judged).filter(({ context }) => recordAt(context.windowsOptions).hostProcess === true)
  if (bad.length === 0) return undefined
  return { reason: 'hostProcess', detail: `${subjectsText(bad)} must not set securityContext.windowsOptions.hostProcess=true` }
}

/** Rules that a stricter level replaces by stricter ones. */
export const replaceable = { capabilities, hostPaths, procMount, badSeccomp } as const

/** All rules of the level, in the order of reports. */
export const BASELINE: readonly Check[] = [
  appArmor,
  capabilities,
  hostNamespaces,
  hostPaths,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  seLinux,
  badSeccomp,
  sysctls,
  windowsHostProcess,
]
