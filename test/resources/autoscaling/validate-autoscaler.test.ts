import { expect, test } from '@jest/globals'
import { type Change, refused } from '../packaged/support.js'

const metric = (given: object) => ({ 'spec.metrics': [given] })
const target = (given: object) => ({ type: 'Value', ...given })
const PLACE = 'spec.metrics[0]'
const scaled = (given: object) => ({
  'spec.behavior': { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }], ...given } },
})

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.minReplicas': 0 }, ['spec.minReplicas']],
  [{ 'spec.maxReplicas': 0 }, ['spec.maxReplicas']],
  [{ 'spec.scaleTargetRef': { kind: 'a/b', name: '' } }, ['spec.scaleTargetRef.kind', 'spec.scaleTargetRef.name']],
  [metric({ type: '' }), [`${PLACE}.type`]],
  [metric({ type: 'Mood' }), [`${PLACE}.type`]],
  [metric({ type: 'Pods' }), [`${PLACE}.pods`]],
  [metric({ type: 'Resource', resource: { name: 'cpu', target: target({ averageValue: '1' }) } }), []],
  [
    metric({ type: 'Resource', resource: { name: 'cpu', target: target({ averageValue: '0' }) } }),
    [`${PLACE}.resource.target.averageValue`],
  ],
  [metric({ type: 'Resource', resource: { name: 'cpu', target: target({}) } }), [`${PLACE}.resource.target.averageUtilization`]],
  [
    metric({ type: 'Resource', resource: { name: 'cpu', target: target({ averageValue: '1', averageUtilization: 0 }) } }),
    [`${PLACE}.resource.target.averageUtilization`, `${PLACE}.resource.target.averageValue`],
  ],
  [metric({ type: 'Resource', resource: { name: '', target: target({ averageValue: '1' }) } }), [`${PLACE}.resource.name`]],
  [
    metric({ type: 'Resource', resource: { name: 'cpu', target: { type: 'Most', averageValue: '1' } } }),
    [`${PLACE}.resource.target.type`],
  ],
  [
    metric({
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: '', target: target({ averageUtilization: 1 }) },
    }),
    [`${PLACE}.containerResource.container`],
  ],
  [
    metric({ type: 'Pods', pods: { metric: { name: 'm' }, target: target({ value: '1' }) } }),
    [`${PLACE}.pods.target.averageValue`],
  ],
  [
    metric({ type: 'Pods', pods: { metric: { name: 'm' }, target: target({ averageValue: '1' }) }, external: {} }),
    // The schema says what else an external measure would need.
    [`${PLACE}.external.metric`, `${PLACE}.external.target`, `${PLACE}.external`],
  ],
  [
    metric({ type: 'External', external: { metric: { name: 'a/b' }, target: target({ value: '1', averageValue: '1' }) } }),
    [`${PLACE}.external.metric.name`, `${PLACE}.external.target.value`],
  ],
  [
    metric({
      type: 'Object',
      object: {
        describedObject: { kind: 'K', name: '..' },
        metric: { name: 'm' },
        target: target({ value: '1', averageValue: '1' }),
      },
    }),
    [`${PLACE}.object.describedObject.name`],
  ],
  [scaled({ stabilizationWindowSeconds: 3601 }), ['spec.behavior.scaleDown.stabilizationWindowSeconds']],
  [scaled({ selectPolicy: 'Avg' }), ['spec.behavior.scaleDown.selectPolicy']],
  [
    scaled({ policies: [{ type: 'Half', value: 0, periodSeconds: 1801 }] }),
    ['type', 'value', 'periodSeconds'].map((member) => `spec.behavior.scaleDown.policies[0].${member}`),
  ],
])('a HorizontalPodAutoscaler with %j is refused at %j', (change, fields) => {
  expect(refused('HorizontalPodAutoscaler', { apiVersion: 'autoscaling/v2', ...change })).toEqual(fields)
})
