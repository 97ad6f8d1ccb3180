import { expect, test } from '@jest/globals'
import { kinds, plain } from '../../packaged/support.js'
import { create } from '../../support.js'

test('keys of the labels of a new pod are added to its selectors', () => {
  const term = { topologyKey: 'zone', labelSelector: { matchLabels: { x: 'y' } } }
  const keys = { matchLabelKeys: ['a', 'absent'], mismatchLabelKeys: ['b'] }
  const isIn = { key: 'a', operator: 'In', values: ['1'] }
  const isNotIn = { key: 'b', operator: 'NotIn', values: ['2'] }
  const affinity = {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { ...term, ...keys },
        { ...keys, topologyKey: 'zone' },
      ],
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { ...term, ...keys } }],
    },
  }
  const change = {
    'metadata.labels': { a: '1', b: '2' },
    'spec.affinity': affinity,
    'spec.topologySpreadConstraints': [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {}, matchLabelKeys: ['a'] },
    ],
  }
  const { spec } = create(kinds.Pod, plain('Pod', change)).object as { readonly spec?: object }
  const expanded = { ...term, ...keys, labelSelector: { ...term.labelSelector, matchExpressions: [isIn, isNotIn] } }
  expect(spec).toMatchObject({
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [expanded, { ...keys, topologyKey: 'zone' }] },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: expanded }],
      },
    },
    topologySpreadConstraints: [{ labelSelector: { matchExpressions: [isIn] }, matchLabelKeys: ['a'] }],
  })
})
