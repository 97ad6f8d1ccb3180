/**
 * Autoscalers of the second version.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `autoscaling/v2`. */
export const autoscalingV2: GroupMessages = {
  apiVersion: () => 'autoscaling/v2',
  kinds: ['autoscaling.v2.HorizontalPodAutoscaler'],
  messages: {
    'autoscaling.v2.HorizontalPodAutoscaler': `
      1 metadata ObjectMeta
      2 spec autoscaling.v2.HorizontalPodAutoscalerSpec
      3 status autoscaling.v2.HorizontalPodAutoscalerStatus`,
    'autoscaling.v2.HorizontalPodAutoscalerSpec': `
      1 scaleTargetRef CrossVersionObjectReference
      2 minReplicas int32?
      3 maxReplicas int32!
      4 metrics list MetricSpec
      5 behavior HorizontalPodAutoscalerBehavior`,
    MetricSpec: `
      1 type string!
      2 object ObjectMetricSource
      3 pods PodsMetricSource
      4 resource ResourceMetricSource
      5 external ExternalMetricSource
      7 containerResource ContainerResourceMetricSource`,
    ObjectMetricSource: `
      1 describedObject CrossVersionObjectReference
      2 target MetricTarget
      3 metric MetricIdentifier`,
    MetricTarget: `
      1 type string!
      2 value Quantity
      3 averageValue Quantity
      4 averageUtilization int32?`,
    MetricIdentifier: `
      1 name string!
      2 selector LabelSelector`,
    PodsMetricSource: `
      1 metric MetricIdentifier
      2 target MetricTarget`,
    ResourceMetricSource: `
      1 name string!
      2 target MetricTarget`,
    ExternalMetricSource: `
      1 metric MetricIdentifier
      2 target MetricTarget`,
    ContainerResourceMetricSource: `
      1 name string!
      2 target MetricTarget
      3 container string!`,
    HorizontalPodAutoscalerBehavior: `
      1 scaleUp HPAScalingRules
      2 scaleDown HPAScalingRules`,
    HPAScalingRules: `
      1 selectPolicy string?
      2 policies list HPAScalingPolicy
      3 stabilizationWindowSeconds int32?
      4 tolerance Quantity`,
    HPAScalingPolicy: `
      1 type string!
      2 value int32!
      3 periodSeconds int32!`,
    'autoscaling.v2.HorizontalPodAutoscalerStatus': `
      1 observedGeneration int64?
      2 lastScaleTime Time
      3 currentReplicas int32
      4 desiredReplicas int32!
      5 currentMetrics list MetricStatus
      6 conditions list HorizontalPodAutoscalerCondition`,
    MetricStatus: `
      1 type string!
      2 object ObjectMetricStatus
      3 pods PodsMetricStatus
      4 resource ResourceMetricStatus
      5 external ExternalMetricStatus
      7 containerResource ContainerResourceMetricStatus`,
    ObjectMetricStatus: `
      1 metric MetricIdentifier
      2 current MetricValueStatus
      3 describedObject CrossVersionObjectReference`,
    MetricValueStatus: `
      1 value Quantity
      2 averageValue Quantity
      3 averageUtilization int32?`,
    PodsMetricStatus: `
      1 metric MetricIdentifier
      2 current MetricValueStatus`,
    ResourceMetricStatus: `
      1 name string!
      2 current MetricValueStatus`,
    ExternalMetricStatus: `
      1 metric MetricIdentifier
      2 current MetricValueStatus`,
    ContainerResourceMetricStatus: `
      1 name string!
      2 current MetricValueStatus
      3 container string!`,
    HorizontalPodAutoscalerCondition: `
      1 type string!
      2 status string!
      3 lastTransitionTime Time
      4 reason string
      5 message string`,
  },
}
