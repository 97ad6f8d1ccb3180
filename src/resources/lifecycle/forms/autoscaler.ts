/**
 * HorizontalPodAutoscaler in `autoscaling/v2beta1`: each metric type has its own field names for targets.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../../meta/index.js'
import { recordOf, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'
import type { SchemaChanges } from '../older-schema.js'

type Fields = Readonly<UnknownRecord>

/** The fields of a metric type in both forms; `current` are those of the measured values. */
interface Measure {
  readonly toPresent: (source: Fields, names: Names) => Fields
  readonly fromPresent: (source: Fields, names: Names) => Fields
}

/** Field names of targets, or of measured values. */
interface Names {
  /** Field of the present form with the values. */
  readonly holder: 'target' | 'current'
  readonly value: string
  readonly averageValue: string
  readonly averageUtilization: string
}

const TARGETS: Names = {
  holder: 'target',
  value: 'targetValue',
  averageValue: 'targetAverageValue',
  averageUtilization: 'targetAverageUtilization',
}
const MEASURED: Names = {
  holder: 'current',
  value: 'currentValue',
  averageValue: 'currentAverageValue',
  averageUtilization: 'currentAverageUtilization',
}

function heldOf(values: Fields, { holder }: Names): Fields {
  if (Object.values(values).every((value) => value === undefined)) return {}
  const { averageUtilization, averageValue } = values
  const type = averageUtilization !== undefined ? 'Utilization' : averageValue !== undefined ? 'AverageValue' : 'Value'
  return withFields({ ...(holder === 'target' && { type }) }, values)
}

/** A resource of the Pods, or of one container in them. */
const ofResource: Measure = {
  toPresent(source, names) {
    const { [names.averageValue]: averageValue, [names.averageUtilization]: averageUtilization, ...rest } = source
    return { ...rest, [names.holder]: heldOf({ averageValue, averageUtilization }, names) }
  },
  fromPresent(source, names) {
    const { [names.holder]: held, ...rest } = source
    const { averageValue, averageUtilization } = recordOf(held)
    return withFields(rest, { [names.averageValue]: averageValue, [names.averageUtilization]: averageUtilization })
  },
}

/** A named metric, whose selector and value fields differ between the types. */
const named = (selectorName: string, averageName?: string): Measure => ({
  toPresent(source, names) {
    const average = averageName ?? names.averageValue
    const { metricName, [selectorName]: selector, [names.value]: value, [average]: averageValue, ...rest } = source
    const metric = withFields({}, { name: metricName, selector })
    return { ...rest, metric, [names.holder]: heldOf({ value, averageValue }, names) }
  },
  fromPresent(source, names) {
    const { metric, [names.holder]: held, ...rest } = source
    const { name, selector } = recordOf(metric)
    const { value, averageValue } = recordOf(held)
    const average = averageName ?? names.averageValue
    return withFields(rest, { metricName: name, [selectorName]: selector, [names.value]: value, [average]: averageValue })
  },
})

/** The older form has averages only. */
const ofPods: Measure = {
  toPresent: named('selector').toPresent,
  fromPresent: (source, names) => withFields(named('selector').fromPresent(source, names), { [names.value]: undefined }),
}
const ofObject: Measure = {
  // The older form names the described object as the present one names the values.
  toPresent({ target, ...source }, names) {
    return {
      ...named('selector', 'averageValue').toPresent(source, names),
      ...(target !== undefined && { describedObject: target }),
    }
  },
  fromPresent({ describedObject, ...source }, names) {
    const older = named('selector', 'averageValue').fromPresent(source, names)
    return { ...older, ...(describedObject !== undefined && { target: describedObject }) }
  },
}

const MEASURES: Readonly<Record<string, Measure>> = {
  resource: ofResource,
  containerResource: ofResource,
  pods: ofPods,
  object: ofObject,
  external: named('metricSelector'),
}

function turned(metrics: unknown, direction: keyof Measure, names: Names): unknown {
  if (!Array.isArray(metrics)) return metrics
  return metrics.map((metric) => {
    if (!isRecord(metric)) return metric
    const sources = Object.entries(MEASURES).flatMap(([type, measure]) => {
      const source = metric[type]
      return isRecord(source) ? [[type, measure[direction](source, names)]] : []
    })
    return { ...metric, ...Object.fromEntries(sources) }
  })
}

const turn =
  (direction: keyof Measure): OlderForm['toPresent'] =>
  (object) => {
    const { spec, status } = object
    return withFields(object, {
      ...(isRecord(spec) && { spec: withFields(spec, { metrics: turned(spec.metrics, direction, TARGETS) }) }),
      ...(isRecord(status) && {
        status: withFields(status, { currentMetrics: turned(status.currentMetrics, direction, MEASURED) }),
      }),
    })
  }

/** The changes of the metric types below a path. */
function changesAt(path: string, { holder, ...names }: Names): SchemaChanges {
  const value = { [names.value]: `${holder}.value` }
  const averageValue = { [names.averageValue]: `${holder}.averageValue` }
  const metric = (selectorName: string) => ({ metricName: 'metric.name', [selectorName]: 'metric.selector' })
  const removed = ['metric', holder]
  const resource = {
    members: { ...averageValue, [names.averageUtilization]: `${holder}.averageUtilization` },
    removed: [holder],
  }
  const object = { ...metric('selector'), ...value, averageValue: `${holder}.averageValue`, target: 'describedObject' }
  return {
    [`${path}.resource`]: resource,
    [`${path}.containerResource`]: resource,
    [`${path}.pods`]: { members: { ...metric('selector'), ...averageValue }, removed },
    [`${path}.object`]: { members: object, removed: [...removed, 'describedObject'] },
    [`${path}.external`]: { members: { ...metric('metricSelector'), ...value, ...averageValue }, removed },
  }
}

export const autoscalerForm: OlderForm = {
  toPresent: turn('toPresent'),
  fromPresent(object) {
    const older = turn('fromPresent')(object)
    return isRecord(older.spec) ? withFields(older, { spec: withFields(older.spec, { behavior: undefined }) }) : older
  },
  changes: {
    spec: { removed: ['behavior'] },
    ...changesAt('spec.metrics', TARGETS),
    ...changesAt('status.currentMetrics', MEASURED),
  },
}
