/**
 * Metrics of an autoscaler in the form of `autoscaling/v2beta1`, in which each metric type has its own field names for targets. The
 * annotations of `autoscaling/v1` have them too.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { recordOf, withFields } from '../fields/fields.js'

type Fields = Readonly<UnknownRecord>

/** The fields of a metric type in both forms; `current` are those of the measured values. */
interface Measure {
  readonly toPresent: (source: Fields, names: Names) => Fields
  readonly fromPresent: (source: Fields, names: Names) => Fields
}

/** Field names of targets, or of measured values. */
export interface Names {
  /** Field of the present form with the values. */
  readonly holder: 'target' | 'current'
  readonly value: string
  readonly averageValue: string
  readonly averageUtilization: string
}

/** Field names of targets. */
export const TARGETS: Names = {
  holder: 'target',
  value: 'targetValue',
  averageValue: 'targetAverageValue',
  averageUtilization: 'targetAverageUtilization',
}

/** Field names of measured values. */
export const MEASURED: Names = {
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

/** This form has averages only. */
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

/**
 * Converts a list of metrics.
 *
 * @param metrics - The list; any other value is returned as it is.
 * @param direction - To the present form, or from it.
 * @param names - Whether these are targets or measured values.
 */
export function turned(metrics: unknown, direction: keyof Measure, names: Names): unknown {
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
