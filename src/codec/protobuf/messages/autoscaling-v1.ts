/**
 * Scales, and autoscalers of the first version.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `autoscaling/v1`. */
export const autoscalingV1: GroupMessages = {
  apiVersion: () => 'autoscaling/v1',
  kinds: ['autoscaling.v1.HorizontalPodAutoscaler', 'Scale'],
  messages: {
    'autoscaling.v1.HorizontalPodAutoscaler': `
      1 metadata ObjectMeta
      2 spec autoscaling.v1.HorizontalPodAutoscalerSpec
      3 status autoscaling.v1.HorizontalPodAutoscalerStatus`,
    'autoscaling.v1.HorizontalPodAutoscalerSpec': `
      1 scaleTargetRef CrossVersionObjectReference
      2 minReplicas int32?
      3 maxReplicas int32!
      4 targetCPUUtilizationPercentage int32?`,
    CrossVersionObjectReference: `
      1 kind string!
      2 name string!
      3 apiVersion string`,
    'autoscaling.v1.HorizontalPodAutoscalerStatus': `
      1 observedGeneration int64?
      2 lastScaleTime Time
      3 currentReplicas int32!
      4 desiredReplicas int32!
      5 currentCPUUtilizationPercentage int32?`,
    Scale: `
      1 metadata ObjectMeta
      2 spec ScaleSpec
      3 status ScaleStatus`,
    ScaleSpec: `
      1 replicas int32`,
    ScaleStatus: `
      1 replicas int32!
      2 selector string`,
  },
}
