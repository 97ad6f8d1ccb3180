/**
 * Metrics of the calls that a plane makes itself: of webhooks, whatever they are asked.
 *
 * Names and labels are those of Kubernetes. Users make up the addresses of webhooks, so that there is a bound on series.
 *
 * @module
 */

import type { FinishedWebhookCall } from '../../webhook/index.js'
import type { HistogramMetric, NumberMetric } from './exposition.js'
import { histogramSeries, numberSeries, observe, SeriesMap } from './series.js'

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60] as const

/** Series of one metric: a plane with a hundred webhooks has a few hundred. */
const MAX_SERIES = 2000

/** The numbers of calls, and the metrics that show them. */
export interface WebhookNumbers {
  /** Counts a call. */
  observe(call: FinishedWebhookCall): void
  /** What is shown of them. */
  readonly metrics: readonly (NumberMetric | HistogramMetric)[]
}

/** Makes the metrics of calls. */
export function createWebhookNumbers(): WebhookNumbers {
  const calls = new SeriesMap(numberSeries, MAX_SERIES)
  const durations = histogramSeries(BUCKETS)
  return {
    observe({ host, status, seconds }) {
      const code = status === undefined ? '<error>' : String(status)
      calls.at(`${code} ${host}`, () => ({ code, host, method: 'POST' })).value += 1
      observe(
        durations.at(host, () => ({ host, verb: 'POST' })),
        seconds,
      )
    },
    metrics: [
      {
        type: 'counter',
        name: 'rest_client_requests_total',
        stability: 'ALPHA',
        help: 'Calls of webhooks, by the status that was answered.',
        labelNames: ['code', 'host', 'method'],
        series: () => calls.values(),
      },
      {
        type: 'histogram',
        name: 'rest_client_request_duration_seconds',
        stability: 'ALPHA',
        help: 'Seconds that calls of webhooks took.',
        labelNames: ['host', 'verb'],
        series: () => durations.values(),
      },
    ],
  }
}
