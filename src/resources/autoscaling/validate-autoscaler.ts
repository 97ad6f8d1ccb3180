/**
 * Validation of HorizontalPodAutoscalers: scale target, metrics and behavior.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  type UnknownRecord,
  validatePathSegment,
} from '../../meta/index.js'
import { containerResource } from '../core/resource-names.js'
import { all, dnsLabel, type FieldRule, judgeFields, labelSelector, needed, number, oneOf, text } from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, textOf } from '../fields/fields.js'

const HOUR = 3600
const HALF_AN_HOUR = 1800

const segment = needed(text(validatePathSegment))
const above0 = number((value) => value > 0, 'must be greater than zero')

/** An enum field, whose empty value counts as absent. */
const choice =
  (...supported: readonly string[]): FieldRule =>
  (field, value) =>
    oneOf(...supported)(field, value ?? '')

const judgeDirection = judgeFields({
  stabilizationWindowSeconds: all(
    number((value) => value >= 0, 'must be greater than or equal to zero'),
    number((value) => value <= HOUR, `must be less than or equal to ${HOUR}`),
  ),
  selectPolicy: oneOf('Disabled', 'Max', 'Min'),
  policies: (field, policies) => (listOf(policies).length > 0 ? [] : [requiredField(field, 'must specify at least one Policy')]),
  // Policy by policy, so that errors of the first come before those of the second.
  'policies[]': (field, policy) => judgePolicy(recordOf(policy), field),
  tolerance: (field, value) =>
    (parseQuantity(value ?? 0)?.nanos ?? 0n) < 0n ? [invalidField(field, value, 'must be greater than or equal to 0')] : [],
})

const judgePolicy = judgeFields({
  type: choice('Percent', 'Pods'),
  value: above0,
  periodSeconds: all(
    above0,
    number((value) => value <= HALF_AN_HOUR, `must be less than or equal to ${HALF_AN_HOUR}`),
  ),
})

const judgeCounts = judgeFields({
  minReplicas: number((value) => value >= 1, 'must be greater than or equal to 1'),
  maxReplicas: number((value) => value >= 1, 'must be greater than 0'),
})

const judgeReference = judgeFields({ kind: segment, name: segment })

const judgeRest = judgeFields({
  'metrics[]': (field, value) => validateMetric(recordOf(value), field),
  'behavior.scaleUp': (field, value) => (value === undefined ? [] : judgeDirection(value, field)),
  'behavior.scaleDown': (field, value) => (value === undefined ? [] : judgeDirection(value, field)),
})

/** Validates an autoscaler; errors are in the order of Kubernetes. */
export function validateAutoscaler(object: ApiObject): readonly FieldError[] {
  const spec = recordOf(object.spec)
  const [min, max] = [numberOf(spec.minReplicas) ?? 1, numberOf(spec.maxReplicas) ?? 0]
  return [
    ...judgeCounts(spec, 'spec'),
    ...(max < min ? [invalidField('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')] : []),
    ...judgeReference(recordOf(spec.scaleTargetRef), 'spec.scaleTargetRef'),
    ...judgeRest(spec, 'spec'),
  ]
}

/** Required fields of a metric type besides its target, and the allowed targets. */
interface Measure {
  readonly fields: ReturnType<typeof judgeFields>
  /** Forms of the target; one of them is required. */
  readonly aims: readonly string[]
  /** What is said when there is none. */
  readonly missing: string
  /** What is said when there are several; they are allowed by default. */
  readonly several?: string
}

const metric = {
  'metric.name': needed(text(validatePathSegment), 'must specify a metric name'),
  'metric.selector': labelSelector,
}
const NO_NAME = 'must specify a resource name'
const ofResources = {
  aims: ['averageUtilization', 'averageValue'],
  missing: 'must set either a target raw value or a target utilization',
  several: 'may not set both a target raw value and a target utilization',
}

/** In the order of validation. */
const MEASURES: Readonly<Record<string, Measure>> = {
  Object: {
    fields: judgeFields({ 'describedObject.kind': segment, 'describedObject.name': segment, ...metric }),
    aims: ['averageValue', 'value'],
    missing: 'must set either a target value or averageValue',
  },
  External: {
    fields: judgeFields(metric),
    aims: ['averageValue', 'value'],
    missing: 'must set either a target value for metric or a per-pod target',
    several: 'may not set both a target value for metric and a per-pod target',
  },
  Pods: {
    fields: judgeFields(metric),
    aims: ['averageValue'],
    missing: 'must specify a positive target averageValue',
  },
  Resource: { fields: judgeFields({ name: needed(undefined, NO_NAME) }), ...ofResources },
  ContainerResource: {
    fields: judgeFields({
      name: needed((field, name) => containerResource(field, textOf(name)), NO_NAME),
      container: needed(dnsLabel, 'must specify a container'),
    }),
    ...ofResources,
  },
}

const memberOf = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1)

const isMeasure = choice(...Object.keys(MEASURES).sort())

function validateMetric(given: Readonly<UnknownRecord>, field: string): readonly FieldError[] {
  const type = textOf(given.type)
  const present = Object.entries(MEASURES).filter(([name]) => given[memberOf(name)] !== undefined)
  const [first] = present
  const isMissing = Object.hasOwn(MEASURES, type) && given[memberOf(type)] === undefined
  return [
    ...(type === '' ? [requiredField(`${field}.type`, 'must specify a metric source type')] : []),
    ...isMeasure(`${field}.type`, type),
    // If several sources are set, the first one is validated.
    ...(first ? validateSource(recordOf(given[memberOf(first[0])]), first[1], `${field}.${memberOf(first[0])}`) : []),
    ...(isMissing ? [requiredField(`${field}.${memberOf(type)}`, 'must populate information for the given metric source')] : []),
    ...(present.length === 1 ? [] : present.filter(([name]) => name !== type)).map(([name]) =>
      forbiddenField(`${field}.${memberOf(name)}`, 'must populate the given metric source only'),
    ),
  ]
}

const validateSource = (given: Readonly<UnknownRecord>, { fields, aims, missing, several }: Measure, field: string) => {
  const target = recordOf(given.target)
  const aimed = aims.filter((aim) => target[aim] !== undefined)
  const [first = ''] = aims
  return [
    ...fields({ describedObject: {}, metric: {}, ...given }, field),
    ...judgeTarget(target, `${field}.target`),
    ...(aimed.length === 0 ? [requiredField(`${field}.target.${first}`, missing)] : []),
    ...(several !== undefined && aimed.length > 1 ? [forbiddenField(`${field}.target.${aimed[1]}`, several)] : []),
  ]
}

const amountAbove0: FieldRule = (field, value) =>
  value === undefined || (parseQuantity(value)?.nanos ?? 0n) > 0n ? [] : [invalidField(field, value, 'must be positive')]

const TARGETS = ['Utilization', 'Value', 'AverageValue']

const judgeTarget = judgeFields({
  type: all(needed(undefined, 'must specify a metric target type'), (field, value) =>
    TARGETS.includes(textOf(value))
      ? []
      : [invalidField(field, value ?? '', 'must be either Utilization, Value, or AverageValue')],
  ),
  value: amountAbove0,
  averageValue: amountAbove0,
  averageUtilization: number((value) => value >= 1, 'must be greater than 0'),
})
