/**
 * The metrics of admission: names, labels and help, as Kubernetes has them.
 *
 * @module
 */

import type { PlaneMetric } from './exposition.js'
import type { HistogramSeries, NumberSeries, SeriesMap } from './series.js'
import type { SummarySeries } from './summary.js'

type Counters = SeriesMap<NumberSeries>
type Durations = SeriesMap<HistogramSeries>

/** The measurements of admission. */
export interface AdmissionSeries {
  readonly phases: Durations
  /** Quantiles of the same. */
  readonly phaseSummaries: SeriesMap<SummarySeries>
  readonly plugins: Durations
  readonly webhooks: Durations
  /** Calls of webhooks: made, refusals, and failures that were ignored. */
  readonly asked: Counters
  readonly refused: Counters
  readonly failedOpen: Counters
  readonly conditions: Durations
  /** Match conditions that could not be evaluated, and that left a webhook or a policy out. */
  readonly faults: Counters
  readonly excluded: Counters
  /** Decisions and mutations of policies. */
  readonly checks: { readonly validating: Counters; readonly mutating: Counters }
  readonly checkTimes: { readonly validating: Durations; readonly mutating: Durations }
}

const OF_PHASE = ['type', 'operation', 'rejected'] as const
const OF_CONDITIONS = ['name', 'kind', 'type', 'operation'] as const
const OF_CHECK = ['policy', 'policy_binding', 'error_type'] as const

/**
 * The metrics of admission.
 *
 * @param numbers - The measurements; read at each scrape.
 * @param now - The time at which quantiles are asked for, in milliseconds.
 */
export const admissionMetrics = (numbers: AdmissionSeries, now: () => number): readonly PlaneMetric[] => [
  {
    type: 'histogram',
    name: 'apiserver_admission_step_admission_duration_seconds',
    stability: 'STABLE',
    help: 'Seconds that the phases of admission took, where a plugin was concerned.',
    labelNames: OF_PHASE,
    series: () => numbers.phases.values(),
  },
  {
    type: 'summary',
    name: 'apiserver_admission_step_admission_duration_seconds_summary',
    stability: 'ALPHA',
    help: 'Seconds that the phases of admission took in the last five hours, where a plugin was concerned.',
    labelNames: OF_PHASE,
    series: () => numbers.phaseSummaries.values(),
    now,
  },
  {
    type: 'histogram',
    name: 'apiserver_admission_controller_admission_duration_seconds',
    stability: 'STABLE',
    help: 'Seconds that admission plugins took.',
    labelNames: ['name', ...OF_PHASE],
    series: () => numbers.plugins.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    stability: 'STABLE',
    help: 'Seconds that admission webhooks took.',
    labelNames: ['name', ...OF_PHASE],
    series: () => numbers.webhooks.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_admission_webhook_request_total',
    stability: 'ALPHA',
    help: 'Calls of admission webhooks, by the status that they came to; 503 for one that could not be made.',
    labelNames: ['name', 'type', 'operation', 'code', 'rejected'],
    series: () => numbers.asked.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_admission_webhook_rejection_count',
    stability: 'ALPHA',
    help: 'Requests that were refused by an admission webhook, or because it failed.',
    labelNames: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
    series: () => numbers.refused.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_admission_webhook_fail_open_count',
    stability: 'ALPHA',
    help: 'Admission webhooks that failed, and were passed over.',
    labelNames: ['name', 'type'],
    series: () => numbers.failedOpen.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_admission_match_condition_evaluation_errors_total',
    stability: 'ALPHA',
    help: 'Match conditions that could not be evaluated.',
    labelNames: OF_CONDITIONS,
    series: () => numbers.faults.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_admission_match_condition_exclusions_total',
    stability: 'ALPHA',
    help: 'Requests that a webhook or a policy was not asked about, as a match condition did not hold.',
    labelNames: OF_CONDITIONS,
    series: () => numbers.excluded.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_admission_match_condition_evaluation_seconds',
    stability: 'ALPHA',
    help: 'Seconds that match conditions took.',
    labelNames: OF_CONDITIONS,
    series: () => numbers.conditions.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_validating_admission_policy_check_total',
    stability: 'BETA',
    help: 'Validations of policies that did not pass, by what was done about them.',
    labelNames: [...OF_CHECK, 'enforcement_action'],
    series: () => numbers.checks.validating.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_validating_admission_policy_check_duration_seconds',
    stability: 'BETA',
    help: 'Seconds that validations of policies took which did not pass.',
    labelNames: [...OF_CHECK, 'enforcement_action'],
    series: () => numbers.checkTimes.validating.values(),
  },
  {
    type: 'counter',
    name: 'apiserver_mutating_admission_policy_check_total',
    stability: 'ALPHA',
    help: 'Mutations of policies that were made, or failed.',
    labelNames: OF_CHECK,
    series: () => numbers.checks.mutating.values(),
  },
  {
    type: 'histogram',
    name: 'apiserver_mutating_admission_policy_check_duration_seconds',
    stability: 'ALPHA',
    help: 'Seconds that mutations of policies took.',
    labelNames: OF_CHECK,
    series: () => numbers.checkTimes.mutating.values(),
  },
]
