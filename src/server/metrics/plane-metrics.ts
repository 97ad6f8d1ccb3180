/**
 * The metrics that a plane shows: names, help texts and labels.
 *
 * @module
 */

import type { Features } from '../../meta/index.js'
import type { HistogramMetric, NumberMetric } from './exposition.js'
import type { HistogramSeries, NumberSeries, SeriesMap } from './series.js'

/** The numbers of a plane. */
export interface PlaneNumbers {
  readonly requests: SeriesMap<NumberSeries>
  readonly durations: SeriesMap<HistogramSeries>
  readonly sizes: SeriesMap<HistogramSeries>
  readonly watches: SeriesMap<NumberSeries>
  readonly events: SeriesMap<NumberSeries>
  readonly deprecated: SeriesMap<NumberSeries>
  readonly authentications: SeriesMap<NumberSeries>
  readonly authenticationDurations: SeriesMap<HistogramSeries>
  readonly authorizations: SeriesMap<NumberSeries>
  readonly authorizationDurations: SeriesMap<HistogramSeries>
  readonly inflight: { readonly mutating: number; readonly readOnly: number }
  readonly audit: {
    readonly events: number
    readonly rejected: number
    readonly levels: SeriesMap<NumberSeries>
    readonly lost: SeriesMap<NumberSeries>
  }
  readonly health: { readonly states: SeriesMap<NumberSeries>; readonly counts: SeriesMap<NumberSeries> }
  readonly queued: (kind: 'mutating' | 'readOnly') => number
  readonly features: Pick<Features, 'all'>
  /** Prefix of the metric's name. */
  readonly product: string
  readonly storedObjects: () => Iterable<readonly [resource: string, count: number]>
}

const ADDRESS = ['verb', 'group', 'version', 'resource', 'subresource', 'scope'] as const

/**
 * Describes the metrics of a plane.
 *
 * @param numbers - Where their values are; read at each scrape.
 */
export const planeMetrics = (numbers: PlaneNumbers): readonly (NumberMetric | HistogramMetric)[] => [
  {
    type: 'counter',
    name: 'apiserver_request_total',
    stability: 'STABLE',
    help: 'Requests that were answered, by what they addressed and by HTTP status.',
    labelNames: [...ADDRESS, 'code'],
    series: () => numbers.requests.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_request_duration_seconds',
    stability: 'STABLE',
    help: 'Seconds from a request to its answer, without watches and connections to subresources.',
    labelNames: ADDRESS,
    series: () => numbers.durations.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_response_sizes',
    stability: 'STABLE',
    help: 'Bytes of the answers to reads of single objects and of lists, before they are compressed.',
    labelNames: ADDRESS,
    series: () => numbers.sizes.values(),
  },
  {
    type: 'gauge',
    name: 'apiserver_current_inflight_requests',
    stability: 'STABLE',
    help: 'Requests that are being answered, without watches.',
    labelNames: ['request_kind'],
    series: () => [
      { labels: { request_kind: 'mutating' }, value: numbers.inflight.mutating },
      { labels: { request_kind: 'readOnly' }, value: numbers.inflight.readOnly },
    ],
  },
  {
    type: 'gauge',
    name: 'apiserver_current_inqueue_requests',
    stability: 'ALPHA',
    help: 'Requests that wait for others of their user or of everybody to be answered.',
    labelNames: ['request_kind'],
    series: () => [
      { labels: { request_kind: 'mutating' }, value: numbers.queued('mutating') },
      { labels: { request_kind: 'readOnly' }, value: numbers.queued('readOnly') },
    ],
  },
  {
    type: 'gauge',
    name: 'apiserver_longrunning_requests',
    stability: 'STABLE',
    help: 'Watches, and connections to subresources, that are open.',
    labelNames: ADDRESS,
    series: () => numbers.watches.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_watch_events_total',
    stability: 'ALPHA',
    help: 'Events that were sent to watches.',
    labelNames: ['group', 'version', 'resource'],
    series: () => numbers.events.values(),
  },
  {
    type: 'gauge',
    name: 'apiserver_requested_deprecated_apis',
    stability: 'STABLE',
    help: '1 for each deprecated API that was asked for.',
    labelNames: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    series: () => numbers.deprecated.values(),
  },
  {
    type: 'counter',
    name: 'authentication_attempts',
    stability: 'ALPHA',
    help: 'Requests by whether it could be found out who asks, and by which method.',
    labelNames: ['result', 'method'],
    series: () => numbers.authentications.values(),
  },
  {
    type: 'histogram',
    name: 'authentication_duration_seconds',
    stability: 'ALPHA',
    help: 'Seconds that it took to find out who asks.',
    labelNames: ['result'],
    series: () => numbers.authenticationDurations.values(),
  },
  {
    type: 'counter',
    name: 'authorization_attempts_total',
    stability: 'ALPHA',
    help: 'Decisions about what was asked for.',
    labelNames: ['result'],
    series: () => numbers.authorizations.values(),
  },
  {
    type: 'histogram',
    name: 'authorization_duration_seconds',
    stability: 'ALPHA',
    help: 'Seconds that decisions took.',
    labelNames: ['result'],
    series: () => numbers.authorizationDurations.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_audit_event_total',
    stability: 'ALPHA',
    help: 'Audit events that were made.',
    labelNames: [],
    series: () => [{ labels: {}, value: numbers.audit.events }],
  },
  {
    type: 'counter',
    name: 'apiserver_audit_level_total',
    stability: 'ALPHA',
    help: 'Requests by the level that the audit policy gives them.',
    labelNames: ['level'],
    series: () => numbers.audit.levels.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_audit_error_total',
    stability: 'ALPHA',
    help: 'Audit events that were lost, by backend: it failed, or its buffer was full.',
    labelNames: ['plugin'],
    series: () => numbers.audit.lost.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_audit_requests_rejected_total',
    stability: 'ALPHA',
    help: 'Requests that were refused, as they could not be written down.',
    labelNames: [],
    series: () => [{ labels: {}, value: numbers.audit.rejected }],
  },
  {
    type: 'gauge',
    name: `${numbers.product}_feature_enabled`,
    stability: 'BETA',
    help: '1 for each feature that is on, 0 for one that is off.',
    labelNames: ['name', 'stage'],
    series: () =>
      numbers.features.all.map(({ name, stage, isEnabled }) => ({
        labels: { name, stage: stage === 'GA' ? '' : stage },
        value: isEnabled ? 1 : 0,
      })),
  },
  {
    type: 'gauge',
    name: 'apiserver_storage_objects',
    stability: 'STABLE',
    help: 'Objects that are stored, by resource.',
    labelNames: ['resource'],
    series: () => [...numbers.storedObjects()].map(([resource, value]) => ({ labels: { resource }, value })),
  },
]

/**
 * Describes the metrics of `/metrics/slis`: results of health checks, from which availability is computed.
 *
 * @param numbers - Where their values are; read at each scrape.
 */
export const healthMetrics = ({ health, product }: Pick<PlaneNumbers, 'health' | 'product'>): readonly NumberMetric[] => [
  {
    type: 'gauge',
    name: `${product}_healthcheck`,
    stability: 'STABLE',
    help: '1 for each health check that passed the last time, 0 for one that failed.',
    labelNames: ['name', 'type'],
    series: () => health.states.values(),
  },
  {
    type: 'counter',
    name: `${product}_healthchecks_total`,
    stability: 'STABLE',
    help: 'Health checks by what came of them.',
    labelNames: ['name', 'type', 'status'],
    series: () => health.counts.values(),
  },
]
