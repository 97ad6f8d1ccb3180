/**
 * Metrics of a plane, at `/metrics` and `/metrics/slis`, under the names that existing dashboards know.
 *
 * @module
 */

import type { AuditMetrics } from '../../audit/index.js'
import type { RequestKind, RequestMetrics } from '../../endpoints/index.js'
import { type Dialect, type Features, platformDialect } from '../../meta/index.js'
import type { HealthEndpoint } from '../health/index.js'
import type { PlaneMetric } from './exposition.js'
import { createPages, type MetricsPages, type PagesOptions } from './pages.js'
import { healthMetrics, planeMetrics } from './plane-metrics.js'
import { countedRequest, type FindResource } from './request-labels.js'
import { durationSeries, numberSeries, observeDuration, SeriesMap } from './series.js'

/** What is measured beside the requests themselves. */
export interface MetricsOptions extends PagesOptions {
  /** Finds the type that a request addresses; requests for anything else are counted without its name. */
  readonly catalog: { find: FindResource }
  /** Names the metric of features; {@link platformDialect} by default. */
  readonly dialect?: Pick<Dialect, 'name'>
  /** Which features are on. None by default. */
  readonly features?: Pick<Features, 'all'>
  /** How many objects of each resource are stored, asked at each scrape. None by default. */
  readonly storedObjects?: () => Iterable<readonly [resource: string, count: number]>
  /** Metrics that others keep, shown after those of the requests. None by default. */
  readonly more?: readonly PlaneMetric[]
  /** How many requests wait for others to be answered, asked at each scrape. None by default. */
  readonly queued?: (kind: RequestKind) => number
}

/** Takes measurements, and shows them. */
export interface Metrics extends RequestMetrics, AuditMetrics, MetricsPages {
  /** A health check was made, for an endpoint. */
  healthChecked(name: string, endpoint: HealthEndpoint, passed: boolean): void
}

/**
 * Makes the metrics of a plane. Measuring costs a map lookup; prom-client is loaded at the first scrape.
 *
 * @param options - What there is to measure.
 * @see Specification, "Signals on use of deprecated APIs" and "Health endpoints"
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const {
    catalog,
    dialect = platformDialect,
    features = { all: [] },
    storedObjects = () => [],
    queued = () => 0,
    more = [],
  } = options
  const numbers = {
    requests: new SeriesMap(numberSeries),
    durations: new SeriesMap(durationSeries),
    watches: new SeriesMap(numberSeries),
    events: new SeriesMap(numberSeries),
    deprecated: new SeriesMap(numberSeries),
    authentications: new SeriesMap(numberSeries),
    authenticationDurations: new SeriesMap(durationSeries),
    authorizations: new SeriesMap(numberSeries),
    authorizationDurations: new SeriesMap(durationSeries),
    inflight: { mutating: 0, readOnly: 0 },
    audit: { events: 0, rejected: 0, levels: new SeriesMap(numberSeries), lost: new SeriesMap(numberSeries) },
    health: { states: new SeriesMap(numberSeries), counts: new SeriesMap(numberSeries) },
    queued,
    storedObjects,
    features,
    product: dialect.name,
  }
  const find: FindResource = (group, version, plural) => catalog.find(group, version, plural)
  const { register, handle } = createPages({ all: [...planeMetrics(numbers), ...more], slis: healthMetrics(numbers) }, options)
  return {
    register,
    handle,
    observe(request, status, seconds) {
      const { key, labels, isLongRunning } = countedRequest(request, find)
      numbers.requests.at(`${key} ${status}`, () => ({ ...labels(), code: String(status) })).value += 1
      if (!isLongRunning) observeDuration(numbers.durations.at(key, labels), seconds)
    },
    usedDeprecated({ definition, version: { name: version, life }, subresource: { name: subresource } = { name: '' } }) {
      const { group, names } = definition
      const about = () => ({ group, version, resource: names.plural, subresource, removed_release: life?.removed ?? '' })
      numbers.deprecated.at(`${group}/${version}/${names.plural}/${subresource}`, about).value = 1
    },
    begin(kind) {
      numbers.inflight[kind] += 1
      return once(() => {
        numbers.inflight[kind] -= 1
      })
    },
    authenticated(result, method, seconds) {
      numbers.authentications.at(`${result} ${method}`, () => ({ result, method })).value += 1
      observeDuration(
        numbers.authenticationDurations.at(result, () => ({ result })),
        seconds,
      )
    },
    authorized(result, seconds) {
      numbers.authorizations.at(result, () => ({ result })).value += 1
      observeDuration(
        numbers.authorizationDurations.at(result, () => ({ result })),
        seconds,
      )
    },
    audited() {
      numbers.audit.events += 1
    },
    auditLevel(level) {
      numbers.audit.levels.at(level, () => ({ level })).value += 1
    },
    auditLost(plugin, count) {
      numbers.audit.lost.at(plugin, () => ({ plugin })).value += count
    },
    auditRejected() {
      numbers.audit.rejected += 1
    },
    openWatch(request) {
      const { key, labels } = countedRequest(request, find)
      const open = numbers.watches.at(key, labels)
      const { group = '', version = '', resource = '' } = labels()
      const events = numbers.events.at(`${group}/${version}/${resource}`, () => ({ group, version, resource }))
      open.value += 1
      return {
        sent(count) {
          events.value += count
        },
        end: once(() => {
          open.value -= 1
        }),
      }
    },
    healthChecked(name, endpoint, passed) {
      const about = { name, type: endpoint }
      numbers.health.states.at(`${endpoint} ${name}`, () => about).value = passed ? 1 : 0
      const status = passed ? 'success' : 'error'
      numbers.health.counts.at(`${endpoint} ${status} ${name}`, () => ({ ...about, status })).value += 1
    },
  }
}

/** A request can end in several ways at once; it is counted off only once. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
