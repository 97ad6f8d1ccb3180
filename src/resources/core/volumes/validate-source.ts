/**
 * Validation of volume sources, which pods and persistent volumes share.
 *
 * @module
 */

import {
  dialects,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../../meta/index.js'
import {
  all,
  between,
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  type FieldRules,
  givenText,
  judgeFields,
  needed,
  nullOr,
  number,
  oneOf,
} from '../../fields/field-rules.js'
import { listOf, recordOf, textOf } from '../../fields/fields.js'
import { driverName } from './driver-name.js'
import { localPath, pathWithoutSteps, relativePath } from './paths.js'

type Part = Readonly<UnknownRecord>

/** A partition number; the message starts at 1, as in Kubernetes. */
const partition = number((value) => value >= 0 && value <= 255, 'must be between 1 and 255, inclusive')

const unitNumber = between(0, 255)

/** File modes: three octal digits. */
export const fileMode: FieldRule = number(
  (value) => value >= 0 && value <= 0o777,
  'must be a number between 0 and 0777 (octal), both inclusive',
)

const PORTAL_NAMES = [/iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\s]+)$/, /^eui.[A-Za-z0-9]{16}$/, /^naa.[A-Za-z0-9]{32}$/]
const PORTAL_FORMATS = ['iqn', 'eui', 'naa']
/** Ours: a longer name is invalid. */
const MAX_PORTAL_NAME = 1024

/** A name in one of the formats of iSCSI. Of a volume of a pod, the error about an unknown format names those that exist. */
const portalName =
  (isPersistent: boolean): FieldRule =>
  (field, value) => {
    const format = PORTAL_FORMATS.indexOf(textOf(value).slice(0, 3))
    const isValid = textOf(value).length <= MAX_PORTAL_NAME && PORTAL_NAMES[format]?.test(textOf(value))
    if (value === undefined || isValid) return []
    const formats = isPersistent || format >= 0 ? '' : ' starting with iqn, eui, or naa'
    return [invalidField(field, value, `must be valid format${formats}`)]
  }

const MAX_INITIATOR = 64
const INITIATOR =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'

/** Fields of a source that depend on others. */
type SourceRule = (source: Part, path: string, owner: SourceOwner) => readonly FieldError[]

const iscsi: SourceRule = ({ chapAuthDiscovery, chapAuthSession, secretRef, initiatorName }, path, { isPersistent }) => [
  ...((chapAuthDiscovery === true || chapAuthSession === true) && secretRef === undefined
    ? [requiredField(`${path}.secretRef`)]
    : []),
  // The field path is in lower case, as in Kubernetes.
  ...portalName(isPersistent)(`${path}.initiatorname`, initiatorName),
]

const fc: SourceRule = ({ targetWWNs, wwids, lun }, path) => {
  const [hasTargets, hasIds] = [listOf(targetWWNs).length > 0, listOf(wwids).length > 0]
  const field = `${path}.targetWWNs`
  return [
    ...(hasTargets || hasIds ? [] : [requiredField(field, 'must specify either targetWWNs or wwids, but not both')]),
    ...(hasTargets && hasIds
      ? [invalidField(field, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously')]
      : []),
    ...(hasTargets && lun === undefined ? [requiredField(`${path}.lun`, 'lun is required if targetWWNs is specified')] : []),
    ...(hasTargets ? unitNumber(`${path}.lun`, lun) : []),
  ]
}

const HOST_PORTS = 'must be a host:port pair or multiple pairs separated by commas'
const HOST_PORT = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/
const MAX_TENANT = 64

const quobyte: SourceRule = ({ registry, tenant }, path) => {
  if (textOf(registry) === '') return [requiredField(`${path}.registry`, HOST_PORTS)]
  if (textOf(tenant).length > MAX_TENANT)
    return [requiredField(`${path}.tenant`, `must be a UUID and may not exceed a length of ${MAX_TENANT} characters`)]
  return errorsOf(textOf(registry).split(','), (pair) =>
    HOST_PORT.test(pair) ? [] : [invalidField(`${path}.registry`, registry, HOST_PORTS)],
  )
}

const flocker: SourceRule = ({ datasetName, datasetUUID }, path) => {
  const given = [datasetName, datasetUUID].filter((name) => textOf(name) !== '').length
  return [
    ...(given === 0 ? [requiredField(path, 'one of datasetName and datasetUUID is required')] : []),
    ...(given === 2 ? [invalidField(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')] : []),
    ...(textOf(datasetName).includes('/') ? [invalidField(`${path}.datasetName`, datasetName, "must not contain '/'")] : []),
  ]
}

/** Domains of the vendor, by dialect: options of users are not in them. */
const RESERVED = dialects.map(({ labelDomain, groupDomain }) => [...new Set([labelDomain, groupDomain])])

const flexVolume: SourceRule = ({ options }, path) =>
  errorsOf(Object.keys(recordOf(options)), (key) => {
    const domain = `.${(key.split('/', 1)[0] ?? '').toLowerCase()}`
    const reserved = RESERVED.find((domains) => domains.some((own) => domain.endsWith(`.${own}`)))
    return reserved ? [invalidField(`${path}.options[${key}]`, key, `${reserved.join(' and ')} namespaces are reserved`)] : []
  })

/** The form of a disk's address, by kind: its start, and how it is shown. */
const DISKS = {
  managed: ['/subscriptions/', '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'],
  blob: ['https://', 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'],
} as const

const azureDisk: SourceRule = ({ kind, diskURI }, path) => {
  const [start, shown] = kind === 'Managed' ? DISKS.managed : DISKS.blob
  return textOf(diskURI).startsWith(start) ? [] : [unsupportedField(`${path}.diskURI`, diskURI, [shown])]
}

const RULES: Readonly<Record<string, SourceRule>> = { iscsi, fc, quobyte, flocker, flexVolume, azureDisk }

/** Required fields of sources. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  awsElasticBlockStore: ['volumeID'],
  azureDisk: ['diskName', 'diskURI'],
  azureFile: ['secretName', 'shareName'],
  cinder: ['volumeID'],
  configMap: ['name'],
  csi: ['driver'],
  flexVolume: ['driver'],
  gcePersistentDisk: ['pdName'],
  gitRepo: ['repository'],
  glusterfs: ['endpoints', 'path'],
  hostPath: ['path'],
  iscsi: ['targetPortal', 'iqn'],
  local: ['path'],
  nfs: ['server', 'path'],
  persistentVolumeClaim: ['claimName'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  quobyte: ['volume'],
  rbd: ['image'],
  scaleIO: ['gateway', 'system', 'volumeName'],
  secret: ['secretName'],
  storageos: ['volumeName'],
  vsphereVolume: ['volumePath'],
}

const SHARED: FieldRules = {
  'awsElasticBlockStore.partition': partition,
  'gcePersistentDisk.partition': partition,
  'cephfs.monitors': needed(),
  'rbd.monitors': needed(),
  'csi.driver': driverName,
  'iscsi.lun': unitNumber,
  'nfs.path': givenText((path) => (path.startsWith('/') ? [] : ['must be an absolute path'])),
  'storageos.volumeName': dnsLabel,
  'storageos.volumeNamespace': dnsLabel,
  'hostPath.path': pathWithoutSteps,
}

/** A field whose empty string is missing, which is another error. */
const given =
  (rule: FieldRule): FieldRule =>
  (field, value) =>
    value === '' ? [] : rule(field, value)

/** A reference to a Secret in any namespace. */
const secretReference = (path: string): FieldRules => ({ [`${path}.name`]: needed(), [`${path}.namespace`]: needed() })

/** The same, with the names validated. */
const validReference = (path: string): FieldRules => ({
  [`${path}.name`]: needed(dnsSubdomain),
  [`${path}.namespace`]: needed(dnsLabel),
})

const NAMESPACE = 'if the endpointnamespace is set, it must be a valid namespace name'

const judge = {
  pod: judgeFields({
    ...SHARED,
    'iscsi.iqn': given(portalName(false)),
    'gitRepo.directory': relativePath,
    'emptyDir.sizeLimit': (field, value) =>
      (parseQuantity(value)?.nanos ?? 0n) < 0n
        ? [forbiddenField(field, 'SizeLimit field must be a valid resource quantity')]
        : [],
    'image.pullPolicy': needed(oneOf('Always', 'IfNotPresent', 'Never')),
    'cinder.secretRef.name': needed(),
    'storageos.secretRef.name': needed(),
    'csi.nodePublishSecretRef.name': needed(),
    // The field path of an invalid name lacks the reference, as in Kubernetes.
    csi: (field, value) => dnsSubdomain(`${field}.name`, recordOf(recordOf(value).nodePublishSecretRef).name),
    ...Object.fromEntries(
      ['secret', 'configMap'].flatMap((kind) => [
        [`${kind}.defaultMode`, fileMode],
        [`${kind}.items[]`, keyToPath],
      ]),
    ),
  }),
  persistent: judgeFields({
    ...SHARED,
    'iscsi.iqn': given(portalName(true)),
    'local.path': pathWithoutSteps,
    'iscsi.secretRef.name': needed(),
    'glusterfs.endpointsNamespace': all(dnsLabel, (field, value) =>
      value === '' ? [invalidField(field, value, NAMESPACE)] : [],
    ),
    'azureFile.secretNamespace': nullOr(),
    ...secretReference('cinder.secretRef'),
    ...secretReference('storageos.secretRef'),
    'csi.volumeHandle': needed(),
    ...Object.assign(
      {},
      ...['controllerPublish', 'controllerExpand', 'nodePublish', 'nodeExpand'].map((use) =>
        validReference(`csi.${use}SecretRef`),
      ),
    ),
  }),
}

/** A key of a Secret or ConfigMap, and the file that has its value. */
export function keyToPath(field: string, value: unknown): readonly FieldError[] {
  const { key, path, mode } = recordOf(value)
  return [
    ...(textOf(key) === '' ? [requiredField(`${field}.key`)] : []),
    ...(textOf(path) === '' ? [requiredField(`${field}.path`)] : localPath(`${field}.path`, path)),
    ...fileMode(`${field}.mode`, mode),
  ]
}

/** Sources whose field paths have another name. */
const SHOWN: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk' }

/** The volume that has a source. */
export interface SourceOwner {
  /** Its name, and the field that the name is reported at if the name is too long for the source. */
  readonly name: string
  readonly nameField: string
  /** Whether it is a PersistentVolume, not a volume of a pod. */
  readonly isPersistent: boolean
}

/**
 * Validates a volume source.
 *
 * @param kind - The source, such as `hostPath`.
 * @param source - Its fields.
 * @param path - Field path of the volume's sources.
 * @param owner - See {@link SourceOwner}.
 */
export function validateSource(kind: string, source: Part, path: string, owner: SourceOwner): readonly FieldError[] {
  const at = `${path}.${Object.hasOwn(SHOWN, kind) ? SHOWN[kind] : kind}`
  const required = Object.hasOwn(REQUIRED, kind) ? (REQUIRED[kind] ?? []) : []
  const missing = required.filter((member) => textOf(source[member]) === '').map((member) => requiredField(`${at}.${member}`))
  const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined
  const errors = (owner.isPersistent ? judge.persistent : judge.pod)({ [kind]: source }, path)
  return [
    ...missing,
    ...errors.map((error) => ({ ...error, field: error.field.replace(`${path}.${kind}`, at) })),
    ...(rule ? rule(source, at, owner) : []),
    ...(kind === 'iscsi' ? validateInitiator(source, owner) : []),
  ]
}

function validateInitiator({ initiatorName, targetPortal }: Part, { name, nameField, isPersistent }: SourceOwner) {
  if (initiatorName === undefined || `${name}:${textOf(targetPortal)}`.length <= MAX_INITIATOR) return []
  return [invalidField(nameField, isPersistent ? targetPortal : name, INITIATOR)]
}
