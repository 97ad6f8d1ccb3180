/**
 * The two versions of an autoscaler. The older one has a single metric, CPU utilization: all other fields are kept in
 * annotations, so that a round trip loses nothing.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import { type ApiObject, type Dialect, jsonEqual, type UnknownRecord } from '../../meta/index.js'
import { listOf, numberOf, recordOf, textOf, valueAt, withFields, withValueAt } from '../fields/fields.js'

/** CPU utilization as a metric of the newer version. */
export const processor = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

/** The measured CPU utilization. */
const measured = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization } },
})

/** A list of the newer version that the older one has as a single number: its path, and the entry for the number. */
interface Shortened {
  readonly path: readonly string[]
  readonly entry: (percent: number) => unknown
}

const TARGETS: Shortened = { path: ['resource', 'target', 'averageUtilization'], entry: processor }
const MEASURED: Shortened = { path: ['resource', 'current', 'averageUtilization'], entry: measured }

const isOld = (apiVersion: string): boolean => apiVersion.endsWith('/v1')

/**
 * Creates the conversion between the versions.
 *
 * @param dialect - Defines the domain of the annotations.
 */
export function autoscalerConversion({ labelDomain }: Dialect): (object: ApiObject, apiVersion: string) => ApiObject {
  const prefix = `autoscaling.alpha.${labelDomain}/`
  return (object, apiVersion) => {
    if (isOld(apiVersion) === isOld(object.apiVersion)) return { ...object, apiVersion }
    return isOld(apiVersion) ? toOld({ ...object, apiVersion }, prefix) : toNew({ ...object, apiVersion }, prefix)
  }
}

function toOld(object: ApiObject, prefix: string): ApiObject {
  const { metrics, behavior, ...spec } = recordOf(object.spec)
  const { currentMetrics: given, conditions, ...status } = recordOf(object.status)
  const currentMetrics = given ?? undefined
  const percent = percentIn(metrics, TARGETS)
  const current = percentIn(currentMetrics, MEASURED)
  const kept = {
    metrics: unlessShort(metrics, percent, TARGETS),
    behavior,
    'current-metrics': unlessShort(currentMetrics, current, MEASURED),
    conditions,
  }
  const annotations: UnknownRecord = { ...object.metadata.annotations }
  for (const [name, value] of Object.entries(kept)) if (value !== undefined) annotations[prefix + name] = JSON.stringify(value)
  return {
    ...withAnnotations(object, annotations),
    spec: withFields(spec, { targetCPUUtilizationPercentage: percent }),
    // The older version has the current number even before there is one.
    ...(object.status !== undefined && {
      status: { currentReplicas: 0, ...withFields(status, { currentCPUUtilizationPercentage: current }) },
    }),
  }
}

function toNew(object: ApiObject, prefix: string): ApiObject {
  const { targetCPUUtilizationPercentage, ...spec } = recordOf(object.spec)
  const { currentCPUUtilizationPercentage, currentReplicas, ...status } = recordOf(object.status)
  const annotations: UnknownRecord = { ...object.metadata.annotations }
  const take = (name: string): unknown => {
    const text = annotations[prefix + name]
    delete annotations[prefix + name]
    return readKept(textOf(text))
  }
  const metrics = withPercent(take('metrics'), numberOf(targetCPUUtilizationPercentage), TARGETS)
  const currentMetrics = withPercent(take('current-metrics'), numberOf(currentCPUUtilizationPercentage), MEASURED)
  const [behavior, conditions] = [take('behavior'), take('conditions')]
  return {
    ...withAnnotations(object, annotations),
    spec: withFields(spec, { metrics, behavior }),
    ...(object.status !== undefined && {
      status: withFields(status, {
        currentReplicas: currentReplicas || undefined,
        currentMetrics,
        conditions,
      }),
    }),
  }
}

const withAnnotations = (object: ApiObject, annotations: Readonly<UnknownRecord>): ApiObject => ({
  ...object,
  metadata: withFields(object.metadata, { annotations: Object.keys(annotations).length > 0 ? annotations : undefined }),
})

/** The value of an annotation; undefined when unreadable. */
function readKept(text: string): unknown {
  if (text === '') return undefined
  try {
    return decodeJson(new TextEncoder().encode(text)).value
  } catch {
    return undefined
  }
}

const isPercent = (entry: unknown, { path }: Shortened): boolean =>
  valueAt(entry, 'resource', 'name') === 'cpu' && numberOf(valueAt(entry, ...path)) !== undefined

const percentIn = (list: unknown, shortened: Shortened): number | undefined =>
  numberOf(
    valueAt(
      listOf(list).find((entry) => isPercent(entry, shortened)),
      ...shortened.path,
    ),
  )

/** A list, unless the number represents all of it. */
const unlessShort = (list: unknown, percent: number | undefined, { entry }: Shortened): unknown =>
  percent !== undefined && jsonEqual(list, [entry(percent)]) ? undefined : list

/** A list with the number of the older version, where it may have changed. */
function withPercent(kept: unknown, percent: number | undefined, shortened: Shortened): unknown {
  const list = listOf(kept)
  const at = list.findIndex((entry) => isPercent(entry, shortened))
  if (percent === undefined) return at === -1 ? kept : list.filter((_, i) => i !== at)
  if (at === -1) return [shortened.entry(percent), ...list]
  return list.map((entry, i) => (i === at ? withValueAt(recordOf(entry), shortened.path, percent) : entry))
}
