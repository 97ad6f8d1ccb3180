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
    // Of two sources the one is judged that is looked at first.
    ['metric.name', 'target.type', 'target.averageValue']
      .map((member) => `${PLACE}.external.${member}`)
      .concat(`${PLACE}.external`),
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
  [
    metric({ type: 'Resource', resource: {} }),
    ['name', 'target.type', 'target.averageUtilization'].map((m) => `${PLACE}.resource.${m}`),
  ],
  [scaled({ tolerance: '-1' }), ['spec.behavior.scaleDown.tolerance']],
  [
    {
      'spec.minReplicas': 0,
      'spec.maxReplicas': -1,
      'spec.scaleTargetRef': {},
      'spec.metrics': [{ type: 'Mood' }, { type: 'Pods' }],
      'spec.behavior': {
        scaleDown: { selectPolicy: 'Avg' },
        scaleUp: {
          stabilizationWindowSeconds: -1,
          policies: [
            { type: 'Half', value: 0, periodSeconds: 9 },
            { type: 'Pods', value: 0, periodSeconds: 9 },
          ],
        },
      },
    },
    [
      'spec.minReplicas',
      'spec.maxReplicas',
      'spec.scaleTargetRef.kind',
      'spec.scaleTargetRef.name',
      'spec.metrics[0].type',
      'spec.metrics[1].pods',
      'spec.behavior.scaleUp.stabilizationWindowSeconds',
      'spec.behavior.scaleUp.policies[0].type',
      'spec.behavior.scaleUp.policies[0].value',
      'spec.behavior.scaleUp.policies[1].value',
      'spec.behavior.scaleDown.selectPolicy',
    ],
  ],
  [scaled({ stabilizationWindowSeconds: 3601 }), ['spec.behavior.scaleDown.stabilizationWindowSeconds']],
  [scaled({ policies: [] }), ['spec.behavior.scaleDown.policies']],
  [{ 'spec.behavior': { scaleUp: { policies: [] } } }, ['spec.behavior.scaleUp.policies']],
  [{ 'spec.behavior': { scaleUp: {}, scaleDown: { selectPolicy: 'Min' } } }, []],
  [scaled({ selectPolicy: 'Avg' }), ['spec.behavior.scaleDown.selectPolicy']],
  [
    scaled({ policies: [{ type: 'Half', value: 0, periodSeconds: 1801 }] }),
    ['type', 'value', 'periodSeconds'].map((member) => `spec.behavior.scaleDown.policies[0].${member}`),
  ],
])('a HorizontalPodAutoscaler with %j is refused at %j', (change, fields) => {
  expect(refused('HorizontalPodAutoscaler', { apiVersion: 'autoscaling/v2', ...change })).toEqual(fields)
})
