/**
 * Sources of volumes, in the order in which they are looked at: of several ones, the first counts.
 *
 * @module
 */

import { type FieldError, forbiddenField } from '../../../meta/index.js'

const ORDER = [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi', 'glusterfs'],
  ...['flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap'],
  ...['azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk', 'storageos', 'projected', 'scaleIO'],
  ...['local', 'csi', 'ephemeral', 'image'],
]

const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((source, i) => [source, i]))

/** Sorts names of sources; unknown ones are last. */
export const inSourceOrder = (sources: readonly string[]): readonly string[] =>
  sources.length < 2 ? sources : [...sources].sort((a, b) => (PLACES.get(a) ?? ORDER.length) - (PLACES.get(b) ?? ORDER.length))

/** Sources that errors about further sources spell in another way, as in Kubernetes. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['cephfs', 'cephFS'],
  ['downwardAPI', 'downwarAPI'],
])

/**
 * Refuses further sources of a volume.
 *
 * @param sources - Their names.
 * @param path - Field path of the volume's sources.
 */
export const furtherSources = (sources: readonly string[], path: string): readonly FieldError[] =>
  sources.map((source) => forbiddenField(`${path}.${SHOWN.get(source) ?? source}`, 'may not specify more than 1 volume type'))
