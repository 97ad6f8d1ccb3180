/**
 * Validation of fields that only some operating systems, or only pods in the user namespace of the host, can have.
 *
 * @module
 */

import { errorsOf, type FieldError, forbiddenField, type UnknownRecord, unsupportedField } from '../../../meta/index.js'
import { listOf, recordOf, textOf, valueAt } from '../../fields/fields.js'
import { containersOf } from './containers/containers.js'

type Part = Readonly<UnknownRecord>

/** Fields of a pod that pods for Windows cannot have. */
const NOT_OF_WINDOWS = [
  ...['hostPID', 'hostIPC', 'hostUsers', 'shareProcessNamespace', 'securityContext.appArmorProfile'],
  ...['seLinuxOptions', 'seccompProfile', 'fsGroup', 'fsGroupChangePolicy', 'sysctls', 'runAsUser', 'runAsGroup'].map(inContext),
  ...['supplementalGroups', 'supplementalGroupsPolicy', 'seLinuxChangePolicy'].map(inContext),
]

/** Fields of their containers. */
const NOT_OF_WINDOWS_CONTAINERS = [
  ...['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem', 'privileged'].map(
    inContext,
  ),
  ...['allowPrivilegeEscalation', 'procMount', 'runAsUser', 'runAsGroup'].map(inContext),
]

function inContext(member: string): string {
  return `securityContext.${member}`
}

/**
 * Validates fields of a pod against its operating system.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validateOperatingSystem(spec: Part, path: string): readonly FieldError[] {
  const parts = [[spec, path] as const, ...containersOf(spec, path)]
  const forbid = ([part, field]: readonly [Part, string], members: readonly string[], detail: string) =>
    members
      .filter((member) => isSet(valueAt(part, ...member.split('.')), member))
      .map((member) => forbiddenField(`${field}.${member}`, detail))
  if (recordOf(spec.os).name === 'linux') {
    const detail = 'windows options cannot be set for a linux pod'
    return errorsOf(parts, (part) => forbid(part, ['securityContext.windowsOptions'], detail))
  }
  const { name } = recordOf(spec.os)
  if (textOf(name) !== '' && name !== 'windows') return [unsupportedField(`${path}.os`, name, ['linux', 'windows'])]
  if (name !== 'windows') return []
  const detail = 'cannot be set for a windows pod'
  return errorsOf(parts, (part, i) => forbid(part, i === 0 ? NOT_OF_WINDOWS : NOT_OF_WINDOWS_CONTAINERS, detail))
}

/** Flags whose absence is the same as false; of others, false says something. */
const PLAIN_FLAGS: ReadonlySet<string> = new Set(['hostPID', 'hostIPC'])

const isSet = (value: unknown, member: string): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0) && !(PLAIN_FLAGS.has(member) && value === false)

/** Namespaces of the host, and how errors spell them, as in Kubernetes. */
const OF_HOST = [
  ['hostNetwork', 'hostNetwork'],
  ['hostPID', 'HostPID'],
  ['hostIPC', 'HostIPC'],
] as const

/**
 * Validates what a pod in its own user namespace cannot have.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validateUserNamespace(spec: Part, path: string): readonly FieldError[] {
  if (spec.hostUsers !== false) return []
  const detail = 'when `hostUsers` is false'
  return [
    ...OF_HOST.filter(([member]) => spec[member] === true).map(([, shown]) => forbiddenField(`${path}.${shown}`, detail)),
    ...containersOf(spec, path)
      .filter(([container]) => listOf(container.volumeDevices).length > 0)
      .map(([, field]) => forbiddenField(`${field}.volumeDevices`, detail)),
  ]
}
