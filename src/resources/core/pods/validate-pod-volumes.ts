/**
 * Validation of a pod's volumes.
 *
 * @module
 */

import {
  dnsLabelName,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { between, type FieldRule, givenText, judgeFields, matching, needed, number, oneOf } from '../../fields/field-rules.js'
import { listOf, numberOf, recordOf, repeatsIn, textOf } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'
import { driverName } from '../volumes/driver-name.js'
import { validateClaimSpec } from '../volumes/validate-claim.js'
import { resourceReference } from './containers/validate-variables.js'

type Part = Readonly<UnknownRecord>

/**
 * Validates volumes: unique names, and exactly one valid source each.
 *
 * @param volumes - The volumes.
 * @param path - Its field path.
 */
export function validateVolumes(volumes: readonly Part[], path: string): readonly FieldError[] {
  const names = volumes.map(({ name }) => textOf(name))
  return [
    ...errorsOf(volumes, (volume, i) => {
      const name = textOf(volume.name)
      if (name === '') return [requiredField(`${path}[${i}].name`)]
      const sources = Object.keys(volume).filter((member) => member !== 'name')
      return [
        ...dnsLabelName(name).map((message) => invalidField(`${path}[${i}].name`, name, message)),
        ...sources.slice(1).map((source) => forbiddenField(`${path}[${i}].${source}`, 'may not specify more than 1 volume type')),
        ...errorsOf(sources, (source) => validateSource(source, recordOf(volume[source]), `${path}[${i}].${source}`)),
      ]
    }),
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}

/** Validates that the image volumes of a new pod name their images; those of a template may get them later, from admission. */
export const validateImageReferences = (volumes: readonly Part[], path: string): readonly FieldError[] =>
  errorsOf(volumes, ({ image }, i) =>
    image !== undefined && textOf(recordOf(image).reference) === '' ? [requiredField(`${path}[${i}].image.reference`)] : [],
  )

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
  quobyte: ['registry', 'volume'],
  rbd: ['image'],
  scaleIO: ['system', 'volumeName'],
  secret: ['secretName'],
  vsphereVolume: ['volumePath'],
}

/** Lifetimes of tokens in volumes, in seconds. */
const [SHORTEST_TOKEN, LONGEST_TOKEN] = [600, 2 ** 32]

const partition = between(0, 255)

/** File modes: three octal digits. */
const mode: FieldRule = number(
  (value) => value >= 0 && value <= 0o777,
  'must be a number between 0 and 0777 (octal), both inclusive',
)

const judge = judgeFields({
  'emptyDir.sizeLimit': (field, value) =>
    (parseQuantity(value)?.nanos ?? 0n) < 0n ? [forbiddenField(field, 'SizeLimit field must be a valid resource quantity')] : [],
  'awsElasticBlockStore.partition': partition,
  'gcePersistentDisk.partition': partition,
  'cephfs.monitors': needed(),
  'rbd.monitors': needed(),
  'csi.driver': driverName,
  'image.pullPolicy': needed(oneOf('Always', 'IfNotPresent', 'Never')),
  'ephemeral.volumeClaimTemplate': needed(),
  'ephemeral.volumeClaimTemplate.spec': (field, spec) => validateClaimSpec(spec, field),
  'iscsi.iqn': matching(/^(?:iqn|eui|naa)/, 'must be valid format'),
  'iscsi.lun': partition,
  'nfs.path': givenText((path) => (path.startsWith('/') ? [] : ['must be an absolute path'])),
  ...Object.fromEntries(
    ['secret', 'configMap', 'downwardAPI', 'projected'].flatMap((kind) => [
      [`${kind}.defaultMode`, mode],
      [`${kind}.items[].mode`, mode],
    ]),
  ),
  'projected.sources[].serviceAccountToken': (field, value) => {
    const { expirationSeconds } = recordOf(value)
    const seconds = numberOf(expirationSeconds)
    if (seconds === undefined || (seconds >= SHORTEST_TOKEN && seconds <= LONGEST_TOKEN)) return []
    const limit = seconds < SHORTEST_TOKEN ? 'less than 10 minutes' : 'larger than 2^32 seconds'
    return [invalidField(`${field}.expirationSeconds`, seconds, `may not specify a duration ${limit}`)]
  },
  'downwardAPI.items[].resourceFieldRef': resourceReference(true),
  'downwardAPI.items[]': (field, value) => {
    const { fieldRef, resourceFieldRef } = recordOf(value)
    const isOne = (fieldRef === undefined) !== (resourceFieldRef === undefined)
    if (isOne) return []
    return fieldRef === undefined
      ? [requiredField(field, 'one of fieldRef and resourceFieldRef is required')]
      : [invalidField(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
  },
})

/** Validates volume sources, which pods and persistent volumes share. */
export function validateSource(kind: string, source: Part, path: string): readonly FieldError[] {
  const required = Object.hasOwn(REQUIRED, kind) ? (REQUIRED[kind] ?? []) : []
  const parts = kind === 'projected' ? listOf(source.sources).map(recordOf) : []
  return [
    ...required.filter((member) => textOf(source[member]) === '').map((member) => requiredField(`${path}.${member}`)),
    ...judge({ [kind]: source }, path.slice(0, -kind.length - 1)),
    ...(kind === 'hostPath' ? validateSteps(`${path}.path`, textOf(source.path)) : []),
    ...validateFiles(listOf(source.items), `${path}.items`),
    ...errorsOf(parts, (part, i) =>
      errorsOf(Object.keys(part), (member) =>
        validateFiles(listOf(recordOf(part[member]).items), `${path}.sources[${i}].${member}.items`),
      ),
    ),
    ...validateProjections(parts, path),
  ]
}

/** Validates the sources of a projected volume. Some errors name the volume instead of a source, as in Kubernetes. */
function validateProjections(sources: readonly Part[], path: string): readonly FieldError[] {
  const files = sources.flatMap((source) =>
    Object.entries(source).flatMap(([kind, part]) => {
      const { name, path: own, items } = recordOf(part)
      const isNamed = kind === 'secret' || kind === 'configMap'
      // The path of a token may be taken, too.
      const paths = [kind === 'clusterTrustBundle' ? own : '', ...listOf(items).map((item) => recordOf(item).path)].map(textOf)
      return paths.filter((file) => file !== '').map((file) => ({ file, shown: isNamed ? textOf(name) : file }))
    }),
  )
  const isRepeated = repeatsIn(files.map(({ file }) => file))
  return [
    ...errorsOf(sources, (source, i) => {
      // A missing one is found by the schema.
      const token = recordOf(source.serviceAccountToken).path
      return [
        ...(token === '' ? [requiredField(`${path}.path`)] : relativePath(`${path}.path`, textOf(token))),
        ...(Object.keys(source).length > 1
          ? [forbiddenField(`${path}.sources[${i}]`, 'may not specify more than 1 volume type')]
          : []),
      ]
    }),
    ...errorsOf(files, ({ shown }, i) => (isRepeated(i) ? [invalidField(path, shown, 'conflicting duplicate paths')] : [])),
  ]
}

/** File paths must stay within the volume. */
const validateFiles = (items: readonly unknown[], path: string): readonly FieldError[] =>
  errorsOf(items, (item, i) => {
    const file = textOf(recordOf(item).path)
    return file === '' ? [requiredField(`${path}[${i}].path`)] : relativePath(`${path}[${i}].path`, file)
  })

/** A relative path without `..`. */
export const relativePath = (field: string, path: string): readonly FieldError[] => [
  ...(path.startsWith('/') ? [invalidField(field, path, 'must be a relative path')] : []),
  ...validateSteps(field, path),
]

/** A path with `..` could leave its directory. */
const validateSteps = (field: string, path: string): readonly FieldError[] =>
  path.split('/').includes('..') ? [invalidField(field, path, "must not contain '..'")] : []
