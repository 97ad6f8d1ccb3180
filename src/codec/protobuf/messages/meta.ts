/**
 * Messages shared by all kinds: metadata, options, statuses, selectors, quantities.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages without a group; a status has the version `v1`. */
export const common: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: ['Status'],
  messages: {
    ObjectMeta: `
      1 name string
      2 generateName string
      3 namespace string
      4 selfLink string
      5 uid string
      6 resourceVersion string
      7 generation int64
      8 creationTimestamp Time
      9 deletionTimestamp Time
      10 deletionGracePeriodSeconds int64?
      11 labels map string
      12 annotations map string
      13 ownerReferences list OwnerReference
      14 finalizers list string
      17 managedFields list ManagedFieldsEntry`,
    OwnerReference: `
      1 kind string!
      3 name string!
      4 uid string!
      5 apiVersion string!
      6 controller bool?
      7 blockOwnerDeletion bool?`,
    ManagedFieldsEntry: `
      1 manager string
      2 operation string
      3 apiVersion string
      4 time Time
      6 fieldsType string
      7 fieldsV1 FieldsV1
      8 subresource string`,
    ListMeta: `
      1 selfLink string
      2 resourceVersion string
      3 continue string
      4 remainingItemCount int64?`,
    DeleteOptions: `
      1 gracePeriodSeconds int64?
      2 preconditions Preconditions
      3 orphanDependents bool?
      4 propagationPolicy string?
      5 dryRun list string
      6 ignoreStoreReadErrorWithClusterBreakingPotential bool?`,
    Preconditions: `
      1 uid string?
      2 resourceVersion string?`,
    Status: `
      1 metadata ListMeta
      2 status string
      3 message string
      4 reason string
      5 details StatusDetails
      6 code int32`,
    StatusDetails: `
      1 name string
      2 group string
      3 kind string
      4 causes list StatusCause
      5 retryAfterSeconds int32
      6 uid string`,
    StatusCause: `
      1 reason string
      2 message string
      3 field string`,
    LabelSelector: `
      1 matchLabels map string
      2 matchExpressions list LabelSelectorRequirement`,
    LabelSelectorRequirement: `
      1 key string!
      2 operator string!
      3 values list string`,
    Condition: `
      1 type string!
      2 status string!
      3 observedGeneration int64
      4 lastTransitionTime Time
      5 reason string!
      6 message string!`,
    Quantity: `
      1 string string!`,
    IntOrString: `
      1 type int64!
      2 intVal int32
      3 strVal string`,
  },
}

/** Messages of `meta.platform.io/v1`. */
export const meta: GroupMessages = {
  apiVersion: (domain) => `meta.${domain}/v1`,
  kinds: ['PartialObjectMetadata'],
  messages: {
    PartialObjectMetadata: `
      1 metadata ObjectMeta`,
  },
}

/** Messages of `meta.platform.io/v1beta1`, whose list has its fields in the other order. */
export const metaV1beta1: GroupMessages = {
  apiVersion: (domain) => `meta.${domain}/v1beta1`,
  kinds: ['v1beta1.PartialObjectMetadata'],
  messages: {
    'v1beta1.PartialObjectMetadata': `
      1 metadata ObjectMeta`,
    'v1beta1.PartialObjectMetadataList': `
      1 items list v1beta1.PartialObjectMetadata
      2 metadata ListMeta`,
  },
}
