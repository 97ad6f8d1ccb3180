/**
 * Disruption budgets and evictions.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `policy/v1`. */
export const policy: GroupMessages = {
  apiVersion: () => 'policy/v1',
  kinds: ['PodDisruptionBudget', 'Eviction'],
  messages: {
    PodDisruptionBudget: `
      1 metadata ObjectMeta
      2 spec PodDisruptionBudgetSpec
      3 status PodDisruptionBudgetStatus`,
    PodDisruptionBudgetSpec: `
      1 minAvailable IntOrString
      2 selector LabelSelector
      3 maxUnavailable IntOrString
      4 unhealthyPodEvictionPolicy string?`,
    PodDisruptionBudgetStatus: `
      1 observedGeneration int64
      2 disruptedPods map Time
      3 disruptionsAllowed int32!
      4 currentHealthy int32!
      5 desiredHealthy int32!
      6 expectedPods int32!
      7 conditions list Condition`,
    Eviction: `
      1 metadata ObjectMeta
      2 deleteOptions DeleteOptions`,
  },
}
