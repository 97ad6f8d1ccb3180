/**
 * Autoscalers: two versions of one kind, of which the older knows a single measure.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  invalidField,
  isRecord,
  requiredField,
  type UnknownRecord,
} from '../../meta/index.js'
import { withDefaults } from '../core/pod-template.js'
import { listOf, numberOf, recordOf, textAt, textOf, valueAt } from '../fields.js'
import type { KnownGroup } from '../known-kind.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables.js'
import { autoscalerConversion, processor } from './autoscaler-versions.js'

const PERCENT = 80

/**
 * What is known of the kinds of the autoscaling group.
 *
 * @param dialect - The plane's words.
 */
export const autoscalingKinds = (dialect: Dialect): KnownGroup => ({
  group: 'autoscaling',
  kinds: {
    horizontalpodautoscalers: {
      shortNames: ['hpa'],
      categories: ['all'],
      table,
      convert: autoscalerConversion(dialect),
      strategy: {
        defaults: (object) => ({
          ...object,
          spec: withDefaults(defaultBehavior(recordOf(object.spec)), { minReplicas: 1, metrics: [processor(PERCENT)] }),
        }),
        validateCreate: validate,
        validateUpdate: validate,
      },
    },
  },
})

const policy = (type: string, value: number) => ({ type, value, periodSeconds: 15 })
const SCALE_UP = { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [policy('Pods', 4), policy('Percent', 100)] }
const SCALE_DOWN = { selectPolicy: 'Max', policies: [policy('Percent', 100)] }

/** Both directions have rules as soon as one is spoken of. */
function defaultBehavior(spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  if (!isRecord(spec.behavior)) return spec
  const { scaleUp, scaleDown } = spec.behavior
  return {
    ...spec,
    behavior: { scaleUp: withDefaults(recordOf(scaleUp), SCALE_UP), scaleDown: withDefaults(recordOf(scaleDown), SCALE_DOWN) },
  }
}

function validate(object: ApiObject): readonly FieldError[] {
  const { minReplicas, maxReplicas, scaleTargetRef } = recordOf(object.spec)
  const [min, max] = [numberOf(minReplicas) ?? 1, numberOf(maxReplicas) ?? 0]
  return [
    ...(min < 1 ? [invalidField('spec.minReplicas', min, 'must be greater than or equal to 1')] : []),
    ...(max < 1 ? [invalidField('spec.maxReplicas', max, 'must be greater than 0')] : []),
    ...(max < min ? [invalidField('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')] : []),
    ...['kind', 'name']
      .filter((member) => textAt(scaleTargetRef, member) === '')
      .map((member) => requiredField(`spec.scaleTargetRef.${member}`)),
  ]
}

/** A measure and its target, such as `cpu: <unknown>/80%`. */
function targetOf(autoscaler: ApiObject, metric: unknown): string {
  const { name, target } = recordOf(valueAt(metric, 'resource'))
  const wanted = recordOf(target)
  const goal =
    numberOf(wanted.averageUtilization) === undefined ? textOf(wanted.averageValue) : `${numberOf(wanted.averageUtilization)}%`
  const current = listOf(valueAt(autoscaler, 'status', 'currentMetrics')).find(
    (entry) => valueAt(entry, 'resource', 'name') === name,
  )
  const measured = numberOf(valueAt(current, 'resource', 'current', 'averageUtilization'))
  return `${textOf(name)}: ${measured === undefined ? '<unknown>' : `${measured}%`}/${goal}`
}

function targetsOf(autoscaler: ApiObject): string {
  const spec = recordOf(autoscaler.spec)
  const percent = numberOf(spec.targetCPUUtilizationPercentage)
  const metrics = Array.isArray(spec.metrics) ? spec.metrics : percent === undefined ? [] : [processor(percent)]
  const resources = metrics.filter((metric: unknown) => isRecord(valueAt(metric, 'resource')))
  return resources.map((metric: unknown) => targetOf(autoscaler, metric)).join(', ') || '<none>'
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
  {
    ...textColumn('MaxPods', 'Most replicas.', (autoscaler) => numberOf(valueAt(autoscaler, 'spec', 'maxReplicas')) ?? 0),
    type: 'integer',
  },
  {
    ...textColumn(
      'Replicas',
      'How many replicas there are.',
      (autoscaler) => numberOf(valueAt(autoscaler, 'status', 'currentReplicas')) ?? 0,
    ),
    type: 'integer',
  },
  ageColumn,
])
