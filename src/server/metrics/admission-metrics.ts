/**
 * Metrics of admission: its phases, plugins, webhooks and policies.
 *
 * Their names and labels are those of Kubernetes. Users make up the names of webhooks and policies, so that there is a bound on series.
 *
 * @module
 */

import type { AdmissionMetrics, EndOfAdmission, PolicyCheck } from '../../admission/index.js'
import type { Clock } from '../../meta/index.js'
import type { PlaneMetric } from './exposition.js'
import { durationsWithin, type HistogramSeries, type Labels, numberSeries, observeDuration, SeriesMap } from './series.js'
import { SummarySeries } from './summary.js'

const PHASE_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5] as const
const WEBHOOK_BUCKETS = [...PHASE_BUCKETS, 10, 25] as const
const CHECK_BUCKETS = [5e-7, 0.001, 0.01, 0.1, 1] as const

/** Series of one metric: of a plane with a hundred webhooks, or policies, there are about a thousand. */
const MAX_SERIES = 5000

/** Codes above it count as this one: webhooks may make them up. */
const MAX_CODE = 600

const OF_PHASE = ['type', 'operation', 'rejected'] as const
const OF_CONDITIONS = ['name', 'kind', 'type', 'operation'] as const
const OF_CHECK = ['policy', 'policy_binding', 'error_type'] as const

const counters = () => new SeriesMap(numberSeries, MAX_SERIES)
const durations = (bounds: readonly number[]) => new SeriesMap(durationsWithin(bounds), MAX_SERIES)

const keyOf = (labels: Labels): string => Object.values(labels).join(' ')
const count = (series: ReturnType<typeof counters>, labels: Labels): void => {
  series.at(keyOf(labels), () => labels).value += 1
}
const measure = (series: SeriesMap<HistogramSeries>, labels: Labels, seconds: number): void =>
  observeDuration(
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
  const steps = durations(PHASE_BUCKETS)
  const summaries = new SeriesMap((labels) => new SummarySeries(labels), MAX_SERIES)
  const plugins = durations(PHASE_BUCKETS)
  const webhooks = durations(WEBHOOK_BUCKETS)
  const [asked, refused, failedOpen] = [counters(), counters(), counters()]
  const [excluded, faults] = [counters(), counters()]
  const conditions = durations(PHASE_BUCKETS)
  const checks = { validating: counters(), mutating: counters() }
  const checkTimes = { validating: durations(CHECK_BUCKETS), mutating: durations(CHECK_BUCKETS) }
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
      observeDuration(series.at(key, whole), seconds)
      summary?.at(key, whole).observe(seconds, endedMs)
    }
  }
  const meter: AdmissionMetrics = {
    beginPhase: (type, operation) => timed({ type, operation }, steps, summaries),
    beginPlugin: (name, type, operation) => timed({ name, type, operation }, plugins),
    beginWebhook(name, mutates, operation) {
      const seconds = stopwatch()
      const type = mutates ? 'admit' : 'validating'
      return (result) => {
        const { outcome } = result
        const isPassed = outcome === 'allowed' || (outcome === 'failed' && result.isIgnored)
        const rejected = String(!isPassed)
        const code = outcome === 'allowed' ? 200 : outcome === 'unusable' ? 0 : Math.min(result.code, MAX_CODE)
        count(asked, { name, type, operation, code: String(code), rejected })
        measure(webhooks, { name, type, operation, rejected }, seconds())
        if (isPassed && outcome === 'failed') count(failedOpen, { name, type })
        if (!isPassed) {
          count(refused, { name, type, operation, error_type: ERROR_TYPES[outcome], rejection_code: String(code) })
        }
      }
    },
    beginConditions({ name, kind, mutates, operation }) {
      const seconds = stopwatch()
      const labels = { name, kind, type: mutates ? 'admit' : kind === 'webhook' ? 'validating' : 'validate', operation }
      return (errors, isExcluded) => {
        measure(conditions, labels, seconds())
        for (let i = 0; i < errors; i++) count(faults, labels)
        if (isExcluded) count(excluded, labels)
      }
    },
    policyChecked({ policy, binding, error, seconds, action }: PolicyCheck) {
      const phase = action === undefined ? 'mutating' : 'validating'
      const labels = { policy, policy_binding: binding, error_type: error, ...(action && { enforcement_action: action }) }
      count(checks[phase], labels)
      measure(checkTimes[phase], labels, seconds)
    },
  }
  const metrics: readonly PlaneMetric[] = [
    {
      type: 'histogram',
      name: 'apiserver_admission_step_admission_duration_seconds',
      stability: 'STABLE',
      help: 'Seconds that the phases of admission took, where a plugin was concerned.',
      labelNames: OF_PHASE,
      series: () => steps.values(),
    },
    {
      type: 'summary',
      name: 'apiserver_admission_step_admission_duration_seconds_summary',
      stability: 'ALPHA',
      help: 'Seconds that the phases of admission took in the last five hours, where a plugin was concerned.',
      labelNames: OF_PHASE,
      series: () => summaries.values(),
      now: () => clock.now(),
    },
    {
      type: 'histogram',
      name: 'apiserver_admission_controller_admission_duration_seconds',
      stability: 'STABLE',
      help: 'Seconds that admission plugins took.',
      labelNames: ['name', ...OF_PHASE],
      series: () => plugins.values(),
    },
    {
      type: 'histogram',
      name: 'apiserver_admission_webhook_admission_duration_seconds',
      stability: 'STABLE',
      help: 'Seconds that admission webhooks took.',
      labelNames: ['name', ...OF_PHASE],
      series: () => webhooks.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_admission_webhook_request_total',
      stability: 'ALPHA',
      help: 'Calls of admission webhooks, by the status that they came to; 503 for one that could not be made.',
      labelNames: ['name', 'type', 'operation', 'code', 'rejected'],
      series: () => asked.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_admission_webhook_rejection_count',
      stability: 'ALPHA',
      help: 'Requests that were refused by an admission webhook, or because it failed.',
      labelNames: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
      series: () => refused.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_admission_webhook_fail_open_count',
      stability: 'ALPHA',
      help: 'Admission webhooks that failed, and were passed over.',
      labelNames: ['name', 'type'],
      series: () => failedOpen.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_admission_match_condition_evaluation_errors_total',
      stability: 'ALPHA',
      help: 'Match conditions that could not be evaluated.',
      labelNames: OF_CONDITIONS,
      series: () => faults.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_admission_match_condition_exclusions_total',
      stability: 'ALPHA',
      help: 'Requests that a webhook or a policy was not asked about, as a match condition did not hold.',
      labelNames: OF_CONDITIONS,
      series: () => excluded.values(),
    },
    {
      type: 'histogram',
      name: 'apiserver_admission_match_condition_evaluation_seconds',
      stability: 'ALPHA',
      help: 'Seconds that match conditions took.',
      labelNames: OF_CONDITIONS,
      series: () => conditions.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_validating_admission_policy_check_total',
      stability: 'BETA',
      help: 'Validations of policies that did not pass, by what was done about them.',
      labelNames: [...OF_CHECK, 'enforcement_action'],
      series: () => checks.validating.values(),
    },
    {
      type: 'histogram',
      name: 'apiserver_validating_admission_policy_check_duration_seconds',
      stability: 'BETA',
      help: 'Seconds that validations of policies took which did not pass.',
      labelNames: [...OF_CHECK, 'enforcement_action'],
      series: () => checkTimes.validating.values(),
    },
    {
      type: 'counter',
      name: 'apiserver_mutating_admission_policy_check_total',
      stability: 'ALPHA',
      help: 'Mutations of policies that were made, or failed.',
      labelNames: OF_CHECK,
      series: () => checks.mutating.values(),
    },
    {
      type: 'histogram',
      name: 'apiserver_mutating_admission_policy_check_duration_seconds',
      stability: 'ALPHA',
      help: 'Seconds that mutations of policies took.',
      labelNames: OF_CHECK,
      series: () => checkTimes.mutating.values(),
    },
  ]
  return { meter, metrics }
}

/** Why a webhook had a request refused. */
const ERROR_TYPES = { denied: 'no_error', failed: 'calling_webhook_error', unusable: 'apiserver_internal_error' } as const
