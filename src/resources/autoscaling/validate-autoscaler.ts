/**
 * What may stand in a HorizontalPodAutoscaler: what is scaled, by which measures, and how fast.
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
import { all, type FieldRule, judgeFields, labelSelector, needed, number, oneOf, text } from '../field-rules.js'
import { numberOf, recordOf, textOf } from '../fields.js'

const HOUR = 3600
const HALF_AN_HOUR = 1800

const segment = needed(text(validatePathSegment))
const above0 = number((value) => value > 0, 'must be greater than zero')

const direction = (name: string): Readonly<Record<string, FieldRule>> => ({
  [`spec.behavior.${name}.stabilizationWindowSeconds`]: all(
    number((value) => value >= 0, 'must be greater than or equal to zero'),
    number((value) => value <= HOUR, `must be less than or equal to ${HOUR}`),
  ),
  [`spec.behavior.${name}.selectPolicy`]: oneOf('Disabled', 'Max', 'Min'),
  [`spec.behavior.${name}.policies[].type`]: oneOf('Percent', 'Pods'),
  [`spec.behavior.${name}.policies[].value`]: above0,
  [`spec.behavior.${name}.policies[].periodSeconds`]: all(
    above0,
    number((value) => value <= HALF_AN_HOUR, `must be less than or equal to ${HALF_AN_HOUR}`),
  ),
})

const judge = judgeFields({
  'spec.minReplicas': number((value) => value >= 1, 'must be greater than or equal to 1'),
  'spec.maxReplicas': number((value) => value >= 1, 'must be greater than 0'),
  'spec.scaleTargetRef.kind': segment,
  'spec.scaleTargetRef.name': segment,
  'spec.metrics[]': (field, value) => validateMetric(recordOf(value), field),
  ...direction('scaleUp'),
  ...direction('scaleDown'),
})

/** Judges an autoscaler. */
export function validateAutoscaler(object: ApiObject): readonly FieldError[] {
  const { minReplicas, maxReplicas } = recordOf(object.spec)
  const [min, max] = [numberOf(minReplicas) ?? 1, numberOf(maxReplicas) ?? 0]
  return [
    ...judge(object),
    ...(max < min ? [invalidField('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')] : []),
  ]
}

/** What a kind of measure has to say beside its target, and what its target aims at. */
interface Measure {
  readonly fields: ReturnType<typeof judgeFields>
  /** Ways to say what is aimed at; one of them has to be there. */
  readonly aims: readonly string[]
  /** Whether there may be one of them alone. */
  readonly isOneOf?: boolean
}

const metric = { 'metric.name': segment, 'metric.selector': labelSelector }

const MEASURES: Readonly<Record<string, Measure>> = {
  ContainerResource: {
    fields: judgeFields({ container: needed(), name: needed(undefined, 'must specify a resource name') }),
    aims: ['averageUtilization', 'averageValue'],
    isOneOf: true,
  },
  External: { fields: judgeFields(metric), aims: ['averageValue', 'value'], isOneOf: true },
  Object: {
    fields: judgeFields({ 'describedObject.kind': segment, 'describedObject.name': segment, ...metric }),
    aims: ['averageValue', 'value'],
  },
  Pods: { fields: judgeFields(metric), aims: ['averageValue'] },
  Resource: {
    fields: judgeFields({ name: needed(undefined, 'must specify a resource name') }),
    aims: ['averageUtilization', 'averageValue'],
    isOneOf: true,
  },
}

const memberOf = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1)

function validateMetric(given: Readonly<UnknownRecord>, field: string): readonly FieldError[] {
  const type = textOf(given.type)
  if (type === '') return [requiredField(`${field}.type`, 'must specify a metric source type')]
  const measure = Object.hasOwn(MEASURES, type) ? MEASURES[type] : undefined
  if (!measure) return oneOf(...Object.keys(MEASURES))(`${field}.type`, type)
  const [member, others] = [memberOf(type), Object.keys(MEASURES).map(memberOf)]
  return [
    ...others
      .filter((other) => other !== member && given[other] !== undefined)
      .map((other) => forbiddenField(`${field}.${other}`, 'must populate the given metric source only')),
    ...(given[member] === undefined
      ? [requiredField(`${field}.${member}`, 'must populate information for the given metric source')]
      : validateSource(recordOf(given[member]), measure, `${field}.${member}`)),
  ]
}

const validateSource = (source: Readonly<UnknownRecord>, { fields, aims, isOneOf }: Measure, field: string) => {
  const target = recordOf(source.target)
  const given = aims.filter((aim) => target[aim] !== undefined)
  const [first = ''] = aims
  return [
    ...fields(source, field),
    ...judgeTarget(target, `${field}.target`),
    ...(given.length === 0 ? [requiredField(`${field}.target.${first}`, `must set ${aims.join(' or ')}`)] : []),
    ...(isOneOf && given.length > 1
      ? [forbiddenField(`${field}.target.${given[1]}`, `may not set both ${given.join(' and ')}`)]
      : []),
  ]
}

const amountAbove0: FieldRule = (field, value) =>
  value === undefined || (parseQuantity(value)?.nanos ?? 0n) > 0n ? [] : [invalidField(field, value, 'must be positive')]

const TARGETS = ['Utilization', 'Value', 'AverageValue']

const judgeTarget = judgeFields({
  type: needed(
    text((value) => (TARGETS.includes(value) ? [] : ['must be either Utilization, Value, or AverageValue'])),
    'must specify a metric target type',
  ),
  averageUtilization: number((value) => value >= 1, 'must be greater than 0'),
  value: amountAbove0,
  averageValue: amountAbove0,
})
