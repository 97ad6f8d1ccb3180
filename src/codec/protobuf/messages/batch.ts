/**
 * Jobs and cron jobs.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `batch/v1`. */
export const batch: GroupMessages = {
  apiVersion: () => 'batch/v1',
  kinds: ['Job', 'CronJob'],
  messages: {
    Job: `
      1 metadata ObjectMeta
      2 spec JobSpec
      3 status JobStatus`,
    JobSpec: `
      1 parallelism int32?
      2 completions int32?
      3 activeDeadlineSeconds int64?
      4 selector LabelSelector
      5 manualSelector bool?
      6 template PodTemplateSpec
      7 backoffLimit int32?
      8 ttlSecondsAfterFinished int32?
      9 completionMode string?
      10 suspend bool?
      11 podFailurePolicy PodFailurePolicy
      12 backoffLimitPerIndex int32?
      13 maxFailedIndexes int32?
      14 podReplacementPolicy string?
      15 managedBy string?
      16 successPolicy SuccessPolicy`,
    PodFailurePolicy: `
      1 rules list PodFailurePolicyRule`,
    PodFailurePolicyRule: `
      1 action string!
      2 onExitCodes PodFailurePolicyOnExitCodesRequirement
      3 onPodConditions list PodFailurePolicyOnPodConditionsPattern`,
    PodFailurePolicyOnExitCodesRequirement: `
      1 containerName string?
      2 operator string!
      3 values list int32`,
    PodFailurePolicyOnPodConditionsPattern: `
      1 type string!
      2 status string!`,
    SuccessPolicy: `
      1 rules list SuccessPolicyRule`,
    SuccessPolicyRule: `
      1 succeededIndexes string?
      2 succeededCount int32?`,
    JobStatus: `
      1 conditions list JobCondition
      2 startTime Time
      3 completionTime Time
      4 active int32
      5 succeeded int32
      6 failed int32
      7 completedIndexes string
      8 uncountedTerminatedPods UncountedTerminatedPods
      9 ready int32?
      10 failedIndexes string?
      11 terminating int32?`,
    JobCondition: `
      1 type string!
      2 status string!
      3 lastProbeTime Time
      4 lastTransitionTime Time
      5 reason string
      6 message string`,
    UncountedTerminatedPods: `
      1 succeeded list string
      2 failed list string`,
    CronJob: `
      1 metadata ObjectMeta
      2 spec CronJobSpec
      3 status CronJobStatus`,
    CronJobSpec: `
      1 schedule string!
      2 startingDeadlineSeconds int64?
      3 concurrencyPolicy string
      4 suspend bool?
      5 jobTemplate JobTemplateSpec
      6 successfulJobsHistoryLimit int32?
      7 failedJobsHistoryLimit int32?
      8 timeZone string?`,
    JobTemplateSpec: `
      1 metadata ObjectMeta
      2 spec JobSpec`,
    CronJobStatus: `
      1 active list ObjectReference
      4 lastScheduleTime Time
      5 lastSuccessfulTime Time`,
  },
}
