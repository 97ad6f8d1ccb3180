/**
 * Pods: defaults, validation, selectable fields, columns.
 *
 * @module
 */

import { type ApiObject, type Dialect, forbiddenField } from '../../../meta/index.js'
import { listOf, numberOf, recordOf, textOf, valueAt } from '../../fields/fields.js'
import { onCreate } from '../../fields/warnings.js'
import type { KnownKind } from '../../known/known-kind.js'
import { validateEphemeralChange } from './containers/ephemeral-containers.js'
import { withLabelKeys } from './label-keys.js'
import { validatePodAnnotations } from './pod-annotations.js'
import type { PodHandlers } from './pod-connections.js'
import { defaultOwnSpec } from './pod-defaults.js'
import { validateResize } from './pod-resize.js'
import { newPodStatus } from './pod-status.js'
import { podSubresources } from './pod-subresources.js'
import { podTable } from './pod-table.js'
import { podWarnings } from './pod-warnings.js'
import { validateProfilesAgree, withAnnotatedProfiles } from './profile-annotations.js'
import { nameWarnings } from './template-warnings.js'
import { validatePod } from './validate-pod.js'
import { validatePodStatus } from './validate-pod-status.js'
import { validatePodUpdate } from './validate-pod-update.js'
import { validateImageReferences } from './validate-pod-volumes.js'

const text = (...path: readonly string[]) => ({
  [path.join('.')]: (pod: ApiObject) => textOf(valueAt(pod, ...path)),
})

/** Additional rules of updates through a subresource. */
const PARTS: Readonly<Record<string, typeof validateResize>> = {
  ephemeralcontainers: validateEphemeralChange,
  resize: validateResize,
}

/**
 * Kind-specific rules of pods.
 *
 * @param dialect - The plane's dialect.
 * @param handlers - Handlers of pod subresources.
 */
export const podKind = (dialect: Dialect, handlers: PodHandlers = {}): KnownKind => ({
  shortNames: ['po'],
  categories: ['all'],
  hasGeneration: true,
  table: podTable,
  subresources: podSubresources(dialect, handlers),
  statusTakes: ['labels', 'annotations', 'finalizers'],
  validateStatus: validatePodStatus,
  selectableFields: {
    ...text('spec', 'nodeName'),
    ...text('spec', 'restartPolicy'),
    ...text('spec', 'schedulerName'),
    ...text('spec', 'serviceAccountName'),
    'spec.hostNetwork': (pod) => String(valueAt(pod, 'spec', 'hostNetwork') === true),
    ...text('status', 'phase'),
    ...text('status', 'podIP'),
    ...text('status', 'nominatedNodeName'),
  },
  strategy: {
    warnings: newPodWarnings(dialect),
    returnsDeletedObject: true,
    gracePeriodSeconds: (pod, asked) => (runsOnNode(pod) ? (asked ?? ownGrace(pod)) : 0),
    defaults: (pod) => ({ ...withAddresses(pod), spec: defaultOwnSpec(recordOf(pod.spec)) }),
    prepareForCreate: (pod, { warn }) => ({
      ...withAnnotatedProfiles(withLabelKeys(pod), dialect, warn),
      status: newPodStatus(pod),
    }),
    prepareForUpdate: (pod, live) => {
      // The QoS class is set on create only.
      const qosClass = valueAt(live, 'status', 'qosClass')
      return qosClass === undefined ? pod : { ...pod, status: { ...recordOf(pod.status), qosClass } }
    },
    validateCreate: (pod) => [
      ...validatePodAnnotations(recordOf(pod.metadata.annotations), recordOf(pod.spec), 'metadata.annotations'),
      ...validateProfilesAgree(pod, dialect),
      ...validatePod(pod),
      ...validateImageReferences(listOf(valueAt(pod, 'spec', 'volumes')).map(recordOf), 'spec.volumes'),
      ...(listOf(valueAt(pod, 'spec', 'ephemeralContainers')).length > 0
        ? [forbiddenField('spec.ephemeralContainers', 'cannot be set on create')]
        : []),
    ],
    validateUpdate: (pod, live, { subresource }) => {
      const judge = Object.hasOwn(PARTS, subresource) ? PARTS[subresource] : undefined
      return judge ? [...judge(pod, live, dialect), ...validatePod(pod)] : validatePodUpdate(pod, live)
    },
  },
})

const newPodWarnings = (dialect: Dialect) => {
  const ofName = nameWarnings("in the Pod's hostname")
  return onCreate((pod) => [...ofName(pod), ...podWarnings(pod, '', dialect)])
}

const FINISHED: ReadonlySet<string> = new Set(['Succeeded', 'Failed'])

/** Whether the agent of a node has to end the pod before it can be removed. */
const runsOnNode = (pod: ApiObject): boolean =>
  textOf(valueAt(pod, 'spec', 'nodeName')) !== '' && !FINISHED.has(textOf(valueAt(pod, 'status', 'phase')))

const ownGrace = (pod: ApiObject): number => numberOf(valueAt(pod, 'spec', 'terminationGracePeriodSeconds')) ?? 30

/** The older field `podIP` equals the first of `podIPs`; if they differ, the older field counts. */
function withAddresses(pod: ApiObject): ApiObject {
  const { podIP, podIPs, ...status } = recordOf(pod.status)
  const [address, first] = [textOf(podIP), textOf(recordOf(listOf(podIPs)[0]).ip)]
  if (address === first) return pod
  const same = address === '' ? { podIP: first, podIPs } : { podIP, podIPs: [{ ip: podIP }] }
  return { ...pod, status: { ...status, ...same } }
}
