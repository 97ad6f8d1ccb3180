/**
 * Level `baseline`: nothing that is known to lead out of a pod.
 *
 * @see Kubernetes, Pod Security Standards
 * @module
 */

import { type JudgedPod, named, quoted, recordAt, recordsIn, type Subject, subjectsText } from './pod.js'

/** What is wrong with a pod. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** One rule: what is wrong with a pod by it; undefined when nothing is. */
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
const SYSCTLS: ReadonlySet<unknown> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
])
const SELINUX_TYPES: ReadonlySet<unknown> = new Set([
  '',
  'container_engine_t',
  'container_init_t',
  'container_kvm_t',
  'container_t',
])
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

const procMount: Check = ({ containers, spec }) => {
  // In a user namespace of its own a pod sees what it may.
  if (spec.hostUsers === false) return undefined
  const bad = containers.filter(({ context }) => context.procMount !== undefined && context.procMount !== 'Default')
  if (bad.length === 0) return undefined
  const values = bad.map(({ context }) => context.procMount)
  return { reason: 'procMount', detail: `${subjectsText(bad)} must not set securityContext.procMount to ${quoted(values)}` }
}

const seLinux: Check = (judged) => {
  const faultsOf = ({ context }: Subject): readonly string[] => {
    const { type = '', user, role } = recordAt(context.seLinuxOptions)
    return [
      ...(SELINUX_TYPES.has(type) ? [] : [`type ${JSON.stringify(type)}`]),
      ...(user ? ['user may not be set'] : []),
      ...(role ? ['role may not be set'] : []),
    ]
  }
  const bad = everyone(judged).filter((subject) => faultsOf(subject).length > 0)
  if (bad.length === 0) return undefined
  const faults = [...new Set(bad.flatMap(faultsOf))]
  return {
    reason: 'seLinuxOptions',
    detail: `${subjectsText(bad)} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
  }
}

const SECCOMP_TYPES: ReadonlySet<unknown> = new Set(['RuntimeDefault', 'Localhost'])

/** Type of the seccomp profile of a container or pod. */
export const seccompType = ({ context }: Subject): unknown => typeOf(context.seccompProfile)

/** Who wants a seccomp profile that keeps nothing away. */
export function badSeccomp(judged: JudgedPod): Violation | undefined {
  const bad = everyone(judged).filter((subject) => seccompType(subject) !== undefined && !SECCOMP_TYPES.has(seccompType(subject)))
  if (bad.length === 0) return undefined
  const values = bad.map(seccompType)
  return {
    reason: 'seccompProfile',
    detail: `${subjectsText(bad)} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
  }
}

const sysctls: Check = ({ pod }) => {
  const bad = recordsIn(pod.context.sysctls).filter(({ name }) => !SYSCTLS.has(name))
  if (bad.length === 0) return undefined
  return { reason: 'forbidden sysctls', detail: [...new Set(bad.map(({ name }) => String(name)))].join(', ') }
}

const windowsHostProcess: Check = (judged) => {
  const bad = everyone(judged).filter(({ context }) => recordAt(context.windowsOptions).hostProcess === true)
  if (bad.length === 0) return undefined
  return { reason: 'hostProcess', detail: `${subjectsText(bad)} must not set securityContext.windowsOptions.hostProcess=true` }
}

/** Rules that a stricter level has a stricter one for. */
export const REPLACED: ReadonlySet<Check> = new Set([capabilities, hostPaths, badSeccomp])

/** All rules of the level, in the order in which they are told. */
export const BASELINE: readonly Check[] = [
  appArmor,
  capabilities,
  hostNamespaces,
  hostPaths,
  hostPorts,
  privileged,
  procMount,
  seLinux,
  badSeccomp,
  sysctls,
  windowsHostProcess,
]
