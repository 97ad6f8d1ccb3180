/**
 * Pods: defaults, what may be written, what stays as it is, what may be selected by, columns.
 *
 * @module
 */

import { type ApiObject, type FieldError, forbiddenField, jsonEqual, type UnknownRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, valueAt, withFields } from '../fields.js'
import type { KnownKind } from '../known-kind.js'
import { newPodStatus } from './pod-status.js'
import { podTable } from './pod-table.js'
import { defaultPodSpec, defaultRequests, withDefaults } from './pod-template.js'
import { validatePodSpec } from './validate-pod-spec.js'

const text = (...path: readonly string[]) => ({
  [path.join('.')]: (pod: ApiObject) => textOf(valueAt(pod, ...path)),
})

/** What is known of pods. */
export const podKind: KnownKind = {
  shortNames: ['po'],
  categories: ['all'],
  hasGeneration: true,
  table: podTable,
  statusTakes: ['labels', 'annotations', 'finalizers'],
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
    returnsDeletedObject: true,
    defaults: (pod) => {
      const spec = defaultRequests(defaultPodSpec(recordOf(pod.spec)))
      return { ...pod, spec: withDefaults(spec, { enableServiceLinks: true }) }
    },
    prepareForCreate: (pod) => ({ ...pod, status: newPodStatus(pod) }),
    prepareForUpdate: (pod, live) => {
      // The class of service is decided once.
      const qosClass = valueAt(live, 'status', 'qosClass')
      return qosClass === undefined ? pod : { ...pod, status: { ...recordOf(pod.status), qosClass } }
    },
    validateCreate: (pod) => [
      ...validatePodSpec(recordOf(pod.spec), 'spec'),
      ...(listOf(valueAt(pod, 'spec', 'ephemeralContainers')).length > 0
        ? [forbiddenField('spec.ephemeralContainers', 'cannot be set on create')]
        : []),
    ],
    validateUpdate,
  },
}

const FIXED =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** A pod stays as it is, but for its images, and for how long and where it may run. */
function validateUpdate(pod: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [recordOf(pod.spec), recordOf(live.spec)]
  const kept = new Set(listOf(next.tolerations).map(stable))
  const gone = listOf(before.tolerations).some((toleration) => !kept.has(stable(toleration)))
  return [
    ...(jsonEqual(fixedPart(next), fixedPart(before)) ? [] : [forbiddenField('spec', FIXED)]),
    ...(gone ? [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')] : []),
    ...validatePodSpec(next, 'spec'),
  ]
}

const stable = (toleration: unknown): string =>
  JSON.stringify(Object.entries(withFields(recordOf(toleration), { tolerationSeconds: undefined })).sort())

const withoutImages = (containers: unknown) =>
  listOf(containers).map((container) => withFields(recordOf(container), { image: undefined, imagePullPolicy: undefined }))

/** What may not change. Gates may only be taken away, which whoever schedules does. */
const fixedPart = (spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> => ({
  ...withFields(spec, {
    activeDeadlineSeconds: undefined,
    tolerations: undefined,
    terminationGracePeriodSeconds: undefined,
    schedulingGates: undefined,
  }),
  containers: withoutImages(spec.containers),
  initContainers: withoutImages(spec.initContainers),
})
