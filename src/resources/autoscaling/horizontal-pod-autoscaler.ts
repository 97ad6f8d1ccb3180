/**
 * HorizontalPodAutoscalers: two versions of one kind, of which the older supports a single metric.
 *
 * @module
 */

import { type ApiObject, type Dialect, isRecord, type UnknownRecord } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { listOf, numberOf, recordOf, textAt, valueAt } from '../fields/fields.js'
import { statusCounts } from '../fields/validate-status.js'
import type { KnownGroup } from '../known/known-kind.js'
import { shown } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { autoscalerConversion, processor } from './autoscaler-versions.js'
import { validateAutoscaler } from './validate-autoscaler.js'

const PERCENT = 80

/**
 * Kind-specific rules of the kinds of the autoscaling group.
 *
 * @param dialect - The plane's dialect.
 */
export const autoscalingKinds = (dialect: Dialect): KnownGroup => ({
  group: 'autoscaling',
  kinds: {
    horizontalpodautoscalers: {
      shortNames: ['hpa'],
      categories: ['all'],
      table,
      convert: autoscalerConversion(dialect),
      judgesItself: 'in-full',
      validateStatus: statusCounts({ counts: ['currentReplicas', 'desiredReplicas'] }),
      strategy: {
        defaults: (object) => ({
          ...object,
          spec: withDefaults(defaultBehavior(recordOf(object.spec)), { minReplicas: 1, metrics: [processor(PERCENT)] }),
        }),
        validateCreate: validateAutoscaler,
        validateUpdate: validateAutoscaler,
      },
    },
  },
})

const policy = (type: string, value: number) => ({ type, value, periodSeconds: 15 })
const SCALE_UP = { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [policy('Pods', 4), policy('Percent', 100)] }
const SCALE_DOWN = { selectPolicy: 'Max', policies: [policy('Percent', 100)] }

/** If one direction is configured, both get default rules. */
function defaultBehavior(spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  if (!isRecord(spec.behavior)) return spec
  const { scaleUp, scaleDown } = spec.behavior
  return {
    ...spec,
    behavior: { scaleUp: withDefaults(recordOf(scaleUp), SCALE_UP), scaleDown: withDefaults(recordOf(scaleDown), SCALE_DOWN) },
  }
}

/** The metric types: their field, whether the name is shown, and how an average is marked. */
const MEASURES: Readonly<Record<string, { readonly member: string; readonly isNamed?: boolean; readonly suffix?: string }>> = {
  ContainerResource: { member: 'containerResource', isNamed: true },
  External: { member: 'external', suffix: ' (avg)' },
  Object: { member: 'object', suffix: ' (avg)' },
  Pods: { member: 'pods' },
  Resource: { member: 'resource', isNamed: true },
}

const UNKNOWN = '<unknown>'

/** A metric and its target, such as `cpu: <unknown>/80%`. */
function targetOf(metric: unknown, measured: unknown): string {
  const measure = MEASURES[textAt(metric, 'type')]
  if (!measure) return '<unknown type>'
  const { member, isNamed = false, suffix = '' } = measure
  const target = recordOf(valueAt(metric, member, 'target'))
  const current = recordOf(valueAt(measured, member, 'current'))
  if (target.averageValue !== undefined) {
    const text = `${shown(current.averageValue, UNKNOWN)}/${shown(target.averageValue)}${suffix}`
    return isNamed ? `${textAt(metric, member, 'name')}: ${text}` : text
  }
  if (!isNamed) return `${shown(current.value, UNKNOWN)}/${shown(target.value)}`
  const percent = (value: unknown, absent: string) => (value === undefined ? absent : `${shown(value)}%`)
  const now = percent(current.averageUtilization, UNKNOWN)
  return `${textAt(metric, member, 'name')}: ${now}/${percent(target.averageUtilization, '<auto>')}`
}

/** Maximum number of metrics shown. */
const SHOWN = 2

function targetsOf(autoscaler: ApiObject): string {
  const spec = recordOf(autoscaler.spec)
  const percent = numberOf(spec.targetCPUUtilizationPercentage)
  const metrics = Array.isArray(spec.metrics) ? spec.metrics : percent === undefined ? [] : [processor(percent)]
  const current = listOf(valueAt(autoscaler, 'status', 'currentMetrics'))
  const targets = metrics.slice(0, SHOWN).map((metric: unknown, i) => targetOf(metric, current[i]))
  const rest = metrics.length - SHOWN
  return shown(targets.join(', ')) + (rest > 0 ? ` + ${rest} more...` : '')
}

const table = tableOf([
  nameColumn,
  textColumn('Reference', 'What is scaled.', (autoscaler) =>
    ['kind', 'name'].map((member) => textAt(autoscaler, 'spec', 'scaleTargetRef', member)).join('/'),
  ),
  textColumn('Targets', 'What is measured, and what is aimed at.', targetsOf),
  textColumn('MinPods', 'Fewest replicas.', (autoscaler) =>
    String(numberOf(valueAt(autoscaler, 'spec', 'minReplicas')) ?? '<unset>'),
  ),
  textColumn('MaxPods', 'Most replicas.', (autoscaler) => numberOf(valueAt(autoscaler, 'spec', 'maxReplicas')) ?? 0),
  textColumn(
    'Replicas',
    'How many replicas there are.',
    (autoscaler) => numberOf(valueAt(autoscaler, 'status', 'currentReplicas')) ?? 0,
  ),
  ageColumn,
])
