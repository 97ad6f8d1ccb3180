/**
 * Validation of where a container gets the volumes of its pod: mounts, and block devices.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  notFoundField,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../../../meta/index.js'
import { listOf, recordOf, repeatsIn, textAt, textOf } from '../../../fields/fields.js'
import { relativePath } from '../../volumes/paths.js'
import type { Volumes } from '../validate-pod-volumes.js'

type Part = Readonly<UnknownRecord>

/** Source of volumes that may be block devices. */
const BLOCK_SOURCES = ['persistentVolumeClaim', 'ephemeral']

const UNIQUE = 'must be unique'

/**
 * Validates where volumes are mounted, and which are devices: a volume is one or the other.
 *
 * @param container - The container.
 * @param path - Its field path.
 * @param volumes - The volumes of its pod.
 */
export function validateMounts(container: Part, path: string, volumes: Volumes): readonly FieldError[] {
  const isPrivileged = recordOf(container.securityContext).privileged === true
  const [mounts, devices] = ['volumeMounts', 'volumeDevices'].map((member) => listOf(container[member]).map(recordOf))
  return [
    ...mountErrors(mounts ?? [], `${path}.volumeMounts`, volumes, places(devices ?? [], 'devicePath'), isPrivileged),
    ...deviceErrors(devices ?? [], `${path}.volumeDevices`, volumes, places(mounts ?? [], 'mountPath')),
  ]
}

/** Volumes that are used in the other way: their names, and their paths. */
interface Places {
  readonly names: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
}

const places = (uses: readonly Part[], member: string): Places => ({
  names: new Set(uses.map(({ name }) => textOf(name))),
  paths: new Set(uses.map((use) => textOf(use[member]))),
})

function mountErrors(
  mounts: readonly Part[],
  path: string,
  volumes: Volumes,
  devices: Places,
  isPrivileged: boolean,
): readonly FieldError[] {
  const isRepeated = repeatsIn(mounts.map(({ mountPath }) => textOf(mountPath)))
  return errorsOf(mounts, (mount, i) => {
    const [name, at] = [textOf(mount.name), textOf(mount.mountPath)]
    const [nameField, atField] = [`${path}[${i}].name`, `${path}[${i}].mountPath`]
    return [
      ...existing(nameField, name, volumes),
      ...(at === '' ? [requiredField(atField)] : []),
      ...(isRepeated(i) ? [invalidField(atField, at, UNIQUE)] : []),
      ...(devices.names.has(name) ? [invalidField(nameField, name, 'must not already exist in volumeDevices')] : []),
      ...(devices.paths.has(at) ? [invalidField(atField, at, 'must not already exist as a path in volumeDevices')] : []),
      // These errors name the list, not the item, as in Kubernetes.
      ...relativePath(`${path}.subPath`, textOf(mount.subPath)),
      ...(textOf(mount.subPath) !== '' && textOf(mount.subPathExpr) !== ''
        ? [invalidField(`${path}[${i}].subPathExpr`, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
        : []),
      ...relativePath(`${path}.subPathExpr`, textOf(mount.subPathExpr)),
      ...validatePropagation(mount, path, isPrivileged),
    ]
  })
}

/** Validates whether mounts of the node appear in the container, or the other way round, and whether they are read-only. */
function validatePropagation({ mountPropagation, recursiveReadOnly, readOnly }: Part, path: string, isPrivileged: boolean) {
  const isRecursive = recursiveReadOnly === 'Enabled' || recursiveReadOnly === 'IfPossible'
  const isUnknown = recursiveReadOnly !== undefined && !isRecursive && recursiveReadOnly !== 'Disabled'
  const refusals = [
    mountPropagation === 'Bidirectional' && !isPrivileged
      ? forbiddenField(`${path}.mountPropagation`, 'Bidirectional mount propagation is available only to privileged containers')
      : undefined,
    isRecursive && readOnly !== true
      ? forbiddenField(`${path}.recursiveReadOnly`, 'may only be specified when readOnly is true')
      : undefined,
    isRecursive && mountPropagation !== undefined && mountPropagation !== 'None'
      ? forbiddenField(`${path}.recursiveReadOnly`, 'may only be specified when mountPropagation is None or not specified')
      : undefined,
  ]
  const unknown = isUnknown
    ? [unsupportedField(`${path}.recursiveReadOnly`, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])]
    : []
  return [...refusals.filter((refusal) => refusal !== undefined), ...unknown]
}

function deviceErrors(devices: readonly Part[], path: string, volumes: Volumes, mounts: Places): readonly FieldError[] {
  const isRepeated = {
    name: repeatsIn(devices.map((device) => textAt(device, 'name'))),
    path: repeatsIn(devices.map((device) => textAt(device, 'devicePath'))),
  }
  return errorsOf(devices, (device, i) => {
    const [name, at] = [textOf(device.name), textOf(device.devicePath)]
    const [nameField, atField] = [`${path}[${i}].name`, `${path}[${i}].devicePath`]
    const volume = volumes.get(name)
    const isBlock = volume === undefined || BLOCK_SOURCES.some((source) => volume[source] !== undefined)
    return [
      ...(name !== '' && isRepeated.name(i) ? [invalidField(nameField, name, UNIQUE)] : []),
      ...(isBlock
        ? []
        : [
            invalidField(nameField, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'),
          ]),
      ...existing(nameField, name, volumes),
      ...(at === '' ? [requiredField(atField)] : []),
      ...(isRepeated.path(i) ? [invalidField(atField, at, UNIQUE)] : []),
      ...(at.split('/').includes('..') ? [invalidField(atField, at, "can not contain backsteps ('..')")] : []),
      ...(mounts.names.has(name) ? [invalidField(nameField, name, 'must not already exist in volumeMounts')] : []),
      ...(mounts.paths.has(at) ? [invalidField(atField, at, 'must not already exist as a path in volumeMounts')] : []),
    ]
  })
}

/** The name of an existing volume. */
const existing = (field: string, name: string, volumes: Volumes): readonly FieldError[] => [
  ...(name === '' ? [requiredField(field)] : []),
  ...(volumes.has(name) ? [] : [notFoundField(field, name)]),
]
