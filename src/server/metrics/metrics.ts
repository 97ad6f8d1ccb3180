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
import type { FindResource } from './request-labels.js'
import { RequestSeries } from './request-series.js'
import { durationSeries, numberSeries, observe, SeriesMap } from './series.js'

/** Sources of metrics beside the requests themselves. */
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
 * @param options - The sources.
 * @see Specification, "Signals on use of deprecated APIs" and "Health endpoints"
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { catalog, more = [] } = options
  const series = new RequestSeries((group, version, plural) => catalog.find(group, version, plural))
  const numbers = createNumbers(series, options)
  const pages = createPages({ all: [...planeMetrics(numbers), ...more], slis: healthMetrics(numbers) }, options)
  return {
    ...pages,
    ...requestMeter(numbers, series),
    ...accessMeter(numbers),
    ...auditMeter(numbers),
    healthChecked(name, endpoint, passed) {
      const about = { name, type: endpoint }
      numbers.health.states.at(`${endpoint} ${name}`, () => about).value = passed ? 1 : 0
      const status = passed ? 'success' : 'error'
      numbers.health.counts.at(`${endpoint} ${status} ${name}`, () => ({ ...about, status })).value += 1
    },
  }
}

const createNumbers = (
  { requests, durations, sizes }: RequestSeries,
  { dialect = platformDialect, features = { all: [] }, storedObjects = () => [], queued = () => 0 }: MetricsOptions,
) => ({
  requests,
  durations,
  sizes,
  watches: new SeriesMap(numberSeries),
  events: new SeriesMap(numberSeries),
  deprecated: new SeriesMap(numberSeries),
  authentications: new SeriesMap(numberSeries),
  authenticationDurations: durationSeries(),
  authorizations: new SeriesMap(numberSeries),
  authorizationDurations: durationSeries(),
  inflight: { mutating: 0, readOnly: 0 },
  audit: { events: 0, rejected: 0, levels: new SeriesMap(numberSeries), lost: new SeriesMap(numberSeries) },
  health: { states: new SeriesMap(numberSeries), counts: new SeriesMap(numberSeries) },
  queued,
  storedObjects,
  features,
  product: dialect.name,
})

type Numbers = ReturnType<typeof createNumbers>
type RequestMeter = Pick<Metrics, 'observe' | 'streamed' | 'usedDeprecated' | 'begin' | 'end' | 'openWatch'>

const requestMeter = (numbers: Numbers, series: RequestSeries): RequestMeter => ({
  observe(request, status, seconds, answerBytes) {
    const counted = series.of(request)
    counted.withStatus(status).value += 1
    if (!counted.isLongRunning) observe(counted.durations, seconds)
    if (answerBytes !== undefined && counted.hasSizes) observe(counted.sizes, answerBytes)
  },
  streamed(request, bytes) {
    const counted = series.of(request)
    if (counted.hasSizes) observe(counted.sizes, bytes)
  },
  usedDeprecated({ definition, version: { name: version, life }, subresource: { name: subresource } = { name: '' } }) {
    const { group, names } = definition
    const about = () => ({ group, version, resource: names.plural, subresource, removed_release: life?.removed ?? '' })
    numbers.deprecated.at(`${group}/${version}/${names.plural}/${subresource}`, about).value = 1
  },
  begin(kind) {
    numbers.inflight[kind] += 1
  },
  end(kind) {
    numbers.inflight[kind] -= 1
  },
  openWatch(request) {
    const { key, labels } = series.of(request)
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
})

const accessMeter = (numbers: Numbers): Pick<Metrics, 'authenticated' | 'authorized'> => ({
  authenticated(result, method, seconds) {
    numbers.authentications.at(`${result} ${method}`, () => ({ result, method })).value += 1
    const durations = numbers.authenticationDurations.at(result, () => ({ result }))
    observe(durations, seconds)
  },
  authorized(result, seconds) {
    numbers.authorizations.at(result, () => ({ result })).value += 1
    const durations = numbers.authorizationDurations.at(result, () => ({ result }))
    observe(durations, seconds)
  },
})

const auditMeter = ({ audit }: Numbers): AuditMetrics => ({
  audited() {
    audit.events += 1
  },
  auditLevel(level) {
    audit.levels.at(level, () => ({ level })).value += 1
  },
  auditLost(plugin, count) {
    audit.lost.at(plugin, () => ({ plugin })).value += count
  },
  auditRejected() {
    audit.rejected += 1
  },
})

/** A watch can end in several ways at once; it is counted only once. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
