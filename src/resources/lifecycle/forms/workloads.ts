/**
 * Workloads before `apps/v1`: other defaults, an optional selector, and removed fields.
 *
 * @module
 */

import { type ApiObject, type FieldError, isRecord, type JsonObject, type UnknownRecord } from '../../../meta/index.js'
import { recordOf, textOf, valueAt, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

/** Differences of a workload's older form. */
interface OlderWorkload {
  /** Defaults of fields of `spec`. */
  readonly defaults?: Readonly<UnknownRecord>
  /** The same for `spec.updateStrategy` or `spec.strategy`. */
  readonly strategy?: { readonly member: 'updateStrategy' | 'strategy'; readonly defaults: Readonly<UnknownRecord> }
  /** Whether the selector defaults to the labels of the template. */
  readonly selectsByTemplate?: boolean
  /** A removed field of `spec`, and the annotation that keeps it. */
  readonly gone?: { readonly member: string; readonly annotation: string; readonly schema: JsonObject }
}

const workload = ({ defaults = {}, strategy, selectsByTemplate = false, gone }: OlderWorkload): OlderForm => ({
  toPresent(object) {
    const { [gone?.member ?? '']: old, ...given } = recordOf(object.spec)
    const spec: UnknownRecord = { ...defaults, ...given }
    if (strategy) spec[strategy.member] = { ...strategy.defaults, ...recordOf(spec[strategy.member]) }
    const labels = valueAt(spec, 'template', 'metadata', 'labels')
    if (selectsByTemplate && spec.selector === undefined && isRecord(labels)) spec.selector = { matchLabels: labels }
    const present = { ...object, spec }
    return gone && old !== undefined ? annotated(present, gone.annotation, JSON.stringify(old)) : present
  },
  fromPresent(object) {
    const text = gone && textOf(recordOf(object.metadata.annotations)[gone.annotation])
    const old = text ? parsed(text) : undefined
    if (!gone || old === undefined) return object
    return { ...annotated(object, gone.annotation, undefined), spec: { ...recordOf(object.spec), [gone.member]: old } }
  },
  ...(selectsByTemplate && { allows: isNewSelector }),
  ...((gone || selectsByTemplate) && {
    changes: {
      spec: {
        ...(gone && { members: { [gone.member]: gone.schema } }),
        ...(selectsByTemplate && { optional: ['selector'] }),
      },
    },
  }),
})

/** The selector became immutable together with the need to set it. */
const isNewSelector = ({ field, message }: FieldError): boolean =>
  field === 'spec.selector' && message.endsWith('field is immutable')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function annotated(object: ApiObject, name: string, value: string | undefined): ApiObject {
  const annotations = withFields({ ...recordOf(object.metadata.annotations) }, { [name]: value })
  const some = Object.keys(annotations).length > 0 ? annotations : undefined
  return { ...object, metadata: withFields(object.metadata, { annotations: some }) }
}

const INTEGER = { type: 'integer', format: 'int64' }
const ROLLBACK = {
  member: 'rollbackTo',
  annotation: 'deprecated.deployment.rollback.to',
  schema: { type: 'object', properties: { revision: INTEGER } },
}
const GENERATION = {
  member: 'templateGeneration',
  annotation: 'deprecated.daemonset.template.generation',
  schema: INTEGER,
}
/** Unlimited: the older forms had no limit. */
const NO_LIMIT = 2 ** 31 - 1

const rolling = (type: string) => ({ member: 'updateStrategy' as const, defaults: { type } })
const oneByOne = {
  member: 'strategy' as const,
  defaults: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
}
const byQuarters = {
  member: 'strategy' as const,
  defaults: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
}

/** Deployments by version. */
export const deploymentForms = {
  extensions: workload({
    defaults: { progressDeadlineSeconds: NO_LIMIT, revisionHistoryLimit: NO_LIMIT },
    strategy: oneByOne,
    selectsByTemplate: true,
    gone: ROLLBACK,
  }),
  v1beta1: workload({
    defaults: { progressDeadlineSeconds: 600, revisionHistoryLimit: 2 },
    strategy: byQuarters,
    selectsByTemplate: true,
    gone: ROLLBACK,
  }),
  v1beta2: workload({ defaults: { progressDeadlineSeconds: 600, revisionHistoryLimit: 10 }, strategy: byQuarters }),
}

/** DaemonSets by version. */
export const daemonSetForms = {
  extensions: workload({ strategy: rolling('OnDelete'), selectsByTemplate: true, gone: GENERATION }),
  v1beta2: workload({ strategy: rolling('RollingUpdate') }),
}

/** StatefulSets by version. */
export const statefulSetForms = {
  v1beta1: workload({ strategy: rolling('OnDelete'), selectsByTemplate: true }),
  v1beta2: workload({ strategy: rolling('RollingUpdate') }),
}

/** ReplicaSets by version. */
export const replicaSetForms = { extensions: workload({ selectsByTemplate: true }), v1beta2: workload({}) }
