import { expect, test } from '@jest/globals'
import { create } from '../support.js'
import { type Change, type Kind, kinds, plain } from './support.js'

const taint = { key: 'a', effect: 'NoExecute' }
const toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' }
const TYPE = 'must be a standard resource type or fully qualified'
const metric = (type: string, source: object): Change => ({
  apiVersion: 'autoscaling/v2',
  'spec.metrics': [{ type, [type.charAt(0).toLowerCase() + type.slice(1)]: source }],
})
const aimed = { type: 'Value' }
const target = 'spec.metrics[0]'

test.each<readonly [kind: Kind, change: Change, causes: readonly string[]]>([
  [
    'Pod',
    { 'spec.containers.0.resources': { requests: { foo: '1', pods: '1' } } },
    [
      `spec.containers[0].resources.requests[foo]: Invalid value: "foo": ${TYPE}`,
      'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
      'spec.containers[0].resources.requests[pods]: Invalid value: "pods": must be a standard resource for containers',
    ],
  ],
  [
    'ResourceQuota',
    { 'spec.hard': { foo: '3', storage: '1' } },
    [
      `spec.hard[foo]: Invalid value: "foo": ${TYPE}`,
      'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota',
      'spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota',
    ],
  ],
  [
    'Node',
    { spec: { taints: [taint, taint] } },
    [`spec.taints[1]: Duplicate value: ${JSON.stringify(taint)}: taints must be unique by key and effect pair`],
  ],
  [
    'PodDisruptionBudget',
    { spec: { minAvailable: 1, maxUnavailable: '200%' } },
    [
      'spec: Invalid value: {"minAvailable":1,"maxUnavailable":"200%"}: minAvailable and maxUnavailable cannot be both set',
      'spec.maxUnavailable: Invalid value: "200%": must not be greater than 100%',
    ],
  ],
  [
    'RuntimeClass',
    {
      scheduling: { tolerations: [toleration, { ...toleration, tolerationSeconds: 3 }, { ...toleration, effect: 'NoSchedule' }] },
    },
    [`scheduling.tolerations[1]: Duplicate value: ${JSON.stringify({ ...toleration, tolerationSeconds: 3 })}`],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('Resource', { name: 'cpu', target: aimed }),
    [`${target}.resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization`],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('ContainerResource', {
      name: 'foo',
      container: 'A',
      target: { ...aimed, averageUtilization: 1, averageValue: '1' },
    }),
    [
      `${target}.containerResource.name: Invalid value: "foo": ${TYPE}`,
      `${target}.containerResource.name: Invalid value: "foo": must be a standard resource for containers`,
      expect.stringContaining(`${target}.containerResource.container: Invalid value: "A": a lowercase RFC 1123 label`) as never,
      `${target}.containerResource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization`,
    ],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('Pods', { metric: { name: '' }, target: aimed }),
    [
      `${target}.pods.metric.name: Required value: must specify a metric name`,
      `${target}.pods.target.averageValue: Required value: must specify a positive target averageValue`,
    ],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('Object', { describedObject: { kind: 'K', name: 'n' }, metric: { name: 'm' }, target: aimed }),
    [`${target}.object.target.averageValue: Required value: must set either a target value or averageValue`],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('External', { metric: { name: 'm' }, target: aimed }),
    [`${target}.external.target.averageValue: Required value: must set either a target value for metric or a per-pod target`],
  ],
  [
    'HorizontalPodAutoscaler',
    metric('External', { metric: { name: 'm' }, target: { ...aimed, value: '1', averageValue: '1' } }),
    [`${target}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`],
  ],
])('a %s with %j has the errors of Kubernetes', (kind, change, causes) => {
  expect(create(kinds[kind], plain(kind, change)).causes).toEqual(causes)
})
