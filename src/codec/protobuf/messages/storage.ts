/**
 * Storage classes, attachments and drivers.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `storage.platform.io/v1`. */
export const storage: GroupMessages = {
  apiVersion: (domain) => `storage.${domain}/v1`,
  kinds: ['StorageClass', 'VolumeAttributesClass', 'VolumeAttachment', 'CSIDriver', 'CSINode', 'CSIStorageCapacity'],
  messages: {
    StorageClass: `
      1 metadata ObjectMeta
      2 provisioner string!
      3 parameters map string
      4 reclaimPolicy string?
      5 mountOptions list string
      6 allowVolumeExpansion bool?
      7 volumeBindingMode string?
      8 allowedTopologies list TopologySelectorTerm`,
    VolumeAttributesClass: `
      1 metadata ObjectMeta
      2 driverName string!
      3 parameters map string`,
    TopologySelectorTerm: `
      1 matchLabelExpressions list TopologySelectorLabelRequirement`,
    TopologySelectorLabelRequirement: `
      1 key string!
      2 values list string`,
    VolumeAttachment: `
      1 metadata ObjectMeta
      2 spec VolumeAttachmentSpec
      3 status VolumeAttachmentStatus`,
    VolumeAttachmentSpec: `
      1 attacher string!
      2 source VolumeAttachmentSource
      3 nodeName string!`,
    VolumeAttachmentSource: `
      1 persistentVolumeName string?
      2 inlineVolumeSpec PersistentVolumeSpec`,
    VolumeAttachmentStatus: `
      1 attached bool!
      2 attachmentMetadata map string
      3 attachError VolumeError
      4 detachError VolumeError`,
    VolumeError: `
      1 time Time
      2 message string
      3 errorCode int32?`,
    CSIDriver: `
      1 metadata ObjectMeta
      2 spec CSIDriverSpec`,
    CSIDriverSpec: `
      1 attachRequired bool?
      2 podInfoOnMount bool?
      3 volumeLifecycleModes list string
      4 storageCapacity bool?
      5 fsGroupPolicy string?
      6 tokenRequests list storage.TokenRequest
      7 requiresRepublish bool?
      8 seLinuxMount bool?
      9 nodeAllocatableUpdatePeriodSeconds int64?
      10 serviceAccountTokenInSecrets bool?`,
    'storage.TokenRequest': `
      1 audience string!
      2 expirationSeconds int64?`,
    CSINode: `
      1 metadata ObjectMeta
      2 spec CSINodeSpec`,
    CSINodeSpec: `
      1 drivers list CSINodeDriver`,
    CSINodeDriver: `
      1 name string!
      2 nodeID string!
      3 topologyKeys list string
      4 allocatable VolumeNodeResources`,
    VolumeNodeResources: `
      1 count int32?`,
    CSIStorageCapacity: `
      1 metadata ObjectMeta
      2 nodeTopology LabelSelector
      3 storageClassName string!
      4 capacity Quantity
      5 maximumVolumeSize Quantity`,
  },
}
