/**
 * Namespaces, config maps, secrets, service accounts, events, and references to objects.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `v1`. */
export const core: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: ['Namespace', 'ConfigMap', 'Secret', 'ServiceAccount', 'core.Event', 'Binding'],
  messages: {
    Namespace: `
      1 metadata ObjectMeta
      2 spec NamespaceSpec
      3 status NamespaceStatus`,
    NamespaceSpec: `
      1 finalizers list string`,
    NamespaceStatus: `
      1 phase string
      2 conditions list NamespaceCondition`,
    NamespaceCondition: `
      1 type string!
      2 status string!
      4 lastTransitionTime Time
      5 reason string
      6 message string`,
    ConfigMap: `
      1 metadata ObjectMeta
      2 data map string
      3 binaryData map bytes
      4 immutable bool?`,
    Secret: `
      1 metadata ObjectMeta
      2 data map bytes
      3 type string
      4 stringData map string
      5 immutable bool?`,
    ServiceAccount: `
      1 metadata ObjectMeta
      2 secrets list ObjectReference
      3 imagePullSecrets list LocalObjectReference
      4 automountServiceAccountToken bool?`,
    ObjectReference: `
      1 kind string
      2 namespace string
      3 name string
      4 uid string
      5 apiVersion string
      6 resourceVersion string
      7 fieldPath string`,
    LocalObjectReference: `
      1 name string`,
    'core.Event': `
      1 metadata ObjectMeta
      2 involvedObject ObjectReference
      3 reason string
      4 message string
      5 source EventSource
      6 firstTimestamp Time
      7 lastTimestamp Time
      8 count int32
      9 type string
      10 eventTime MicroTime
      11 series core.EventSeries
      12 action string
      13 related ObjectReference
      14 reportingComponent string!
      15 reportingInstance string!`,
    EventSource: `
      1 component string
      2 host string`,
    'core.EventSeries': `
      1 count int32
      2 lastObservedTime MicroTime`,
    Binding: `
      1 metadata ObjectMeta
      2 target ObjectReference`,
  },
}
