/**
 * The times of an event, in UTC: those with microseconds as they are, the others to the second.
 *
 * @module
 */

import { type ApiObject, badRequest, normalizeMicroTime, normalizeTime } from '../../meta/index.js'
import { recordOf, textOf, withFields } from '../fields/fields.js'

const MICRO_TIMES = ['eventTime']
const TIMES = ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'firstTimestamp', 'lastTimestamp']

/** The zero time of Go, which counts as absent. */
const ZERO_TIME = /^0001-01-01T00:00:00(\.000000)?Z$/

/**
 * Rewrites the times of an event.
 *
 * @param event - In either form.
 * @throws {@link ApiError} 400 when a time is none, or has not six fractional digits where it must.
 */
export function readEventTimes(event: ApiObject): ApiObject {
  const times = { ...rewrite(event, MICRO_TIMES, normalizeMicroTime), ...rewrite(event, TIMES, normalizeTime) }
  const series = recordOf(event.series)
  const observed = rewrite(series, ['lastObservedTime'], normalizeMicroTime, 'series.')
  return withFields(event, { ...times, series: event.series === undefined ? undefined : withFields(series, observed) })
}

function rewrite(
  object: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  normalize: (text: string) => string | undefined,
  path = '',
): Readonly<Record<string, string | undefined>> {
  const times: Record<string, string | undefined> = {}
  for (const field of fields) {
    const value = object[field]
    if (value === undefined || value === null) continue
    const normal = normalize(textOf(value))
    if (normal === undefined)
      throw badRequest(`Event in version "v1" cannot be handled as a Event: ${path}${field} is not a time of its kind`)
    times[field] = ZERO_TIME.test(normal) ? undefined : normal
  }
  return times
}
