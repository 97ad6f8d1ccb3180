/**
 * The two versions of an autoscaler. The older one has a single metric, CPU utilization: all other fields are kept in
 * annotations, so that a round trip loses nothing.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import { type ApiObject, type Dialect, isRecord, jsonEqual, type UnknownRecord } from '../../meta/index.js'
import { listOf, numberOf, recordOf, textOf, valueAt, withFields, withValueAt } from '../fields/fields.js'
import { MEASURED, type Names, TARGETS, turned } from './metric-forms.js'

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

/** A list of the newer version of which the older one has a single number: its path, and the entry for the number. */
interface Shortened {
  readonly path: readonly string[]
  readonly entry: (percent: number) => unknown
}

const WANTED: Shortened = { path: ['resource', 'target', 'averageUtilization'], entry: processor }
const TAKEN: Shortened = { path: ['resource', 'current', 'averageUtilization'], entry: measured }

const isOld = (apiVersion: string): boolean => apiVersion.endsWith('/v1')

/**
 * Creates the conversion between the versions.
 *
 * @param dialect - Defines the domain of the annotations.
 */
export function autoscalerConversion({ labelDomain }: Dialect): (object: ApiObject, apiVersion: string) => ApiObject {
  const prefix = `autoscaling.alpha.${labelDomain}/`
  const exactPrefix = `conversion.${labelDomain}/`
  return (object, apiVersion) => {
    if (isOld(apiVersion) === isOld(object.apiVersion)) return { ...object, apiVersion }
    return isOld(apiVersion)
      ? toOld({ ...object, apiVersion }, prefix, exactPrefix)
      : toNew({ ...object, apiVersion }, prefix, exactPrefix)
  }
}

function toOld(object: ApiObject, prefix: string, exactPrefix: string): ApiObject {
  const { metrics, behavior, ...spec } = recordOf(object.spec)
  const { currentMetrics: given, conditions, ...status } = recordOf(object.status)
  const currentMetrics = given ?? undefined
  const percent = percentIn(metrics, WANTED)
  const current = percentIn(currentMetrics, TAKEN)
  const [others, othersTaken] = [othersOf(metrics, percent, WANTED), othersOf(currentMetrics, current, TAKEN)]
  const kept = {
    [`${prefix}metrics`]: turned(others, 'fromPresent', TARGETS),
    [`${exactPrefix}metrics`]: exactOf(others, TARGETS),
    [`${prefix}behavior`]: renamed(behavior, (name) => name.charAt(0).toUpperCase() + name.slice(1)),
    [`${prefix}current-metrics`]: turned(othersTaken, 'fromPresent', MEASURED),
    [`${exactPrefix}current-metrics`]: exactOf(othersTaken, MEASURED),
    [`${prefix}conditions`]: conditions,
  }
  const annotations: UnknownRecord = { ...object.metadata.annotations }
  for (const [name, value] of Object.entries(kept)) if (value !== undefined) annotations[name] = JSON.stringify(value)
  return {
    ...withAnnotations(object, annotations),
    spec: withFields(spec, { targetCPUUtilizationPercentage: percent }),
    // The older version has the current number even before there is one.
    ...(object.status !== undefined && {
      status: { currentReplicas: 0, ...withFields(status, { currentCPUUtilizationPercentage: current }) },
    }),
  }
}

function toNew(object: ApiObject, prefix: string, exactPrefix: string): ApiObject {
  const { targetCPUUtilizationPercentage, ...spec } = recordOf(object.spec)
  const { currentCPUUtilizationPercentage, currentReplicas, ...status } = recordOf(object.status)
  const annotations: UnknownRecord = { ...object.metadata.annotations }
  const take = (name: string, from = prefix): unknown => {
    const text = annotations[from + name]
    delete annotations[from + name]
    return readKept(textOf(text))
  }
  const takeList = (name: string, names: Names): unknown => {
    const [older, exact] = [take(name), take(name, exactPrefix)]
    // A client that does not know the exact list may have changed the other one.
    return exact !== undefined && jsonEqual(turned(exact, 'fromPresent', names), older)
      ? exact
      : turned(older, 'toPresent', names)
  }
  const metrics = withPercent(takeList('metrics', TARGETS), numberOf(targetCPUUtilizationPercentage), WANTED)
  const currentMetrics = withPercent(takeList('current-metrics', MEASURED), numberOf(currentCPUUtilizationPercentage), TAKEN)
  const behavior = renamed(take('behavior'), (name) => name.charAt(0).toLowerCase() + name.slice(1))
  const conditions = take('conditions')
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

/**
 * Renames the fields of a value at all levels, without those that are null. The annotation with the behavior has Go's names of the
 * fields.
 */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (!isRecord(value)) return value
  const present = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(present.map(([name, member]) => [rename(name), renamed(member, rename)]))
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

/** A list that the older form cannot represent; undefined if it can. */
const exactOf = (list: unknown, names: Names): unknown =>
  jsonEqual(turned(turned(list, 'fromPresent', names), 'toPresent', names), list) ? undefined : list

/** The part of a list that the number does not represent; undefined for none. */
function othersOf(list: unknown, percent: number | undefined, shortened: Shortened): unknown {
  const [first, ...others] = listOf(list)
  const isFirst = percent !== undefined && jsonEqual(first, shortened.entry(percent))
  // Where the number cannot tell which entry it is of, or its place, all of them are kept.
  const isApart = isFirst && !others.some((entry) => isPercent(entry, shortened))
  if (isApart && others.length === 0) return undefined
  return isApart ? others : list
}

/** A list with the number of the older version, where it may have changed. */
function withPercent(kept: unknown, percent: number | undefined, shortened: Shortened): unknown {
  const list = listOf(kept)
  const at = list.findIndex((entry) => isPercent(entry, shortened))
  if (percent === undefined) return at === -1 ? kept : list.filter((_, i) => i !== at)
  if (at === -1) return [shortened.entry(percent), ...list]
  return list.map((entry, i) => (i === at ? withValueAt(recordOf(entry), shortened.path, percent) : entry))
}
