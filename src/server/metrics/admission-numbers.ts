/**
 * Measuring admission: its phases, plugins, webhooks and policies.
 *
 * Users make up the names of webhooks and policies, so that there is a bound on series.
 *
 * @module
 */

import type { AdmissionMetrics, EndOfAdmission, PolicyCheck, WebhookResult } from '../../admission/index.js'
import type { Clock } from '../../meta/index.js'
import { type AdmissionSeries, admissionMetrics } from './admission-metrics.js'
import type { PlaneMetric } from './exposition.js'
import {
  distributionSeries,
  type HistogramSeries,
  histogramSeries,
  type Labels,
  numberSeries,
  observe,
  SeriesMap,
} from './series.js'
import { SummarySeries } from './summary.js'

const PHASE_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5] as const
const WEBHOOK_BUCKETS = [...PHASE_BUCKETS, 10, 25] as const
const CHECK_BUCKETS = [5e-7, 0.001, 0.01, 0.1, 1] as const

/** Series of one counter: of a plane with a hundred webhooks, or policies, there are about a thousand. */
const MAX_SERIES = 5000

/** Codes above it count as this one: webhooks may make them up. */
const MAX_CODE = 600

const counters = () => new SeriesMap(numberSeries, MAX_SERIES)

const keyOf = (labels: Labels): string => Object.values(labels).join(' ')
const count = (series: ReturnType<typeof counters>, labels: Labels): void => {
  series.at(keyOf(labels), () => labels).value += 1
}
const measure = (series: SeriesMap<HistogramSeries>, labels: Labels, seconds: number): void =>
  observe(
    series.at(keyOf(labels), () => labels),
    seconds,
  )

/** The numbers of admission, and the metrics that show them. */
export interface AdmissionNumbers {
  /** Takes the measurements. */
  readonly meter: AdmissionMetrics
  /** What is shown of them. */
  readonly metrics: readonly PlaneMetric[]
}

/**
 * Makes the metrics of admission.
 *
 * @param clock - Measures times.
 */
export function createAdmissionNumbers(clock: Clock): AdmissionNumbers {
  const numbers: AdmissionSeries = {
    phases: histogramSeries(PHASE_BUCKETS),
    phaseSummaries: distributionSeries((labels) => new SummarySeries(labels)),
    plugins: histogramSeries(PHASE_BUCKETS),
    webhooks: histogramSeries(WEBHOOK_BUCKETS),
    asked: counters(),
    refused: counters(),
    failedOpen: counters(),
    conditions: histogramSeries(PHASE_BUCKETS),
    faults: counters(),
    excluded: counters(),
    checks: { validating: counters(), mutating: counters() },
    checkTimes: { validating: histogramSeries(CHECK_BUCKETS), mutating: histogramSeries(CHECK_BUCKETS) },
  }
  return { meter: createMeter(numbers, clock), metrics: admissionMetrics(numbers, () => clock.now()) }
}

function createMeter(numbers: AdmissionSeries, clock: Clock): AdmissionMetrics {
  const stopwatch = (): (() => number) => {
    const startedMs = clock.now()
    return () => (clock.now() - startedMs) / 1000
  }
  const timed = (labels: Labels, series: SeriesMap<HistogramSeries>, summary?: SeriesMap<SummarySeries>): EndOfAdmission => {
    const startedMs = clock.now()
    return (isRejected) => {
      const endedMs = clock.now()
      const seconds = (endedMs - startedMs) / 1000
      const rejected = String(isRejected)
      const key = `${keyOf(labels)} ${rejected}`
      const whole = () => ({ ...labels, rejected })
      observe(series.at(key, whole), seconds)
      summary?.at(key, whole).observe(seconds, endedMs)
    }
  }
  return {
    beginPhase: (type, operation) => timed({ type, operation }, numbers.phases, numbers.phaseSummaries),
    beginPlugin: (name, type, operation) => timed({ name, type, operation }, numbers.plugins),
    beginWebhook(name, mutates, operation) {
      const seconds = stopwatch()
      const labels = { name, type: mutates ? 'admit' : 'validating', operation }
      return (result) => countWebhook(numbers, labels, result, seconds())
    },
    beginConditions({ name, kind, mutates, operation }) {
      const seconds = stopwatch()
      const labels = { name, kind, type: mutates ? 'admit' : kind === 'webhook' ? 'validating' : 'validate', operation }
      return (errors, isExcluded) => {
        measure(numbers.conditions, labels, seconds())
        for (let i = 0; i < errors; i++) count(numbers.faults, labels)
        if (isExcluded) count(numbers.excluded, labels)
      }
    },
    policyChecked({ policy, binding, error, seconds, action }: PolicyCheck) {
      const phase = action === undefined ? 'mutating' : 'validating'
      const labels = { policy, policy_binding: binding, error_type: error, ...(action && { enforcement_action: action }) }
      count(numbers.checks[phase], labels)
      measure(numbers.checkTimes[phase], labels, seconds)
    },
  }
}

/** Counts one call of a webhook, which took so many seconds. */
function countWebhook(
  numbers: AdmissionSeries,
  { name, type, operation }: { readonly name: string; readonly type: string; readonly operation: string },
  result: WebhookResult,
  seconds: number,
): void {
  const { outcome } = result
  const isPassed = outcome === 'allowed' || (outcome === 'failed' && result.isIgnored)
  const rejected = String(!isPassed)
  const code = outcome === 'allowed' ? 200 : outcome === 'unusable' ? 0 : Math.min(result.code, MAX_CODE)
  count(numbers.asked, { name, type, operation, code: String(code), rejected })
  measure(numbers.webhooks, { name, type, operation, rejected }, seconds)
  if (isPassed && outcome === 'failed') count(numbers.failedOpen, { name, type })
  if (!isPassed) {
    count(numbers.refused, { name, type, operation, error_type: ERROR_TYPES[outcome], rejection_code: String(code) })
  }
}

/** Why a webhook had a request refused. */
const ERROR_TYPES = { denied: 'no_error', failed: 'calling_webhook_error', unusable: 'apiserver_internal_error' } as const
