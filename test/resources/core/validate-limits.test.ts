import { expect, test } from '@jest/globals'
import { validateQuota } from '../../../src/resources/core/validate-limits.js'
import { type Change, type Kind, refused } from '../packaged/support.js'

const limit = (type: string, more: object): Change => ({ 'spec.limits': [{ type, ...more }] })
const hard = (amounts: object, scopes?: readonly string[]): Change => ({
  'spec.hard': amounts,
  ...(scopes && { 'spec.scopes': scopes }),
})
const selected = (expression: object): Change => ({ 'spec.scopeSelector': { matchExpressions: [expression] } })
const cpu = (amount: string) => ({ cpu: amount })

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['LimitRange', limit('', {}), ['spec.limits[0].type']],
  ['LimitRange', limit('Cup', {}), ['spec.limits[0].type']],
  ['LimitRange', limit('example.com/cup', {}), []],
  ['LimitRange', { 'spec.limits': [{ type: 'Pod' }, { type: 'Pod' }] }, ['spec.limits[1].type']],
  ['LimitRange', limit('Pod', { default: cpu('1') }), ['spec.limits[0].default']],
  ['LimitRange', limit('PersistentVolumeClaim', {}), ['spec.limits']],
  ['LimitRange', limit('PersistentVolumeClaim', { min: { storage: '1Gi' } }), []],
  [
    'LimitRange',
    limit('Container', { min: cpu('2'), max: cpu('1') }),
    ['spec.limits[0].min[cpu]', 'spec.limits[0].defaultRequest[cpu]', 'spec.limits[0].default[cpu]'],
  ],
  [
    'LimitRange',
    limit('Container', { defaultRequest: cpu('3'), default: cpu('2'), max: cpu('4') }),
    ['spec.limits[0].defaultRequest[cpu]'],
  ],
  ['LimitRange', limit('Container', { maxLimitRequestRatio: cpu('500m') }), ['spec.limits[0].maxLimitRequestRatio[cpu]']],
  ['ResourceQuota', hard({ cups: '1' }), ['spec.hard[cups]']],
  ['ResourceQuota', hard({ 'count/cups.example.com': '1', 'requests.example.com/gpu': '1', 'hugepages-2Mi': '1' }), []],
  ['ResourceQuota', hard({ pods: '1500m' }), ['spec.hard[pods]']],
  ['ResourceQuota', hard({ pods: '-1' }), ['spec.hard[pods]']],
  ['ResourceQuota', hard({ cpu: '1500m' }), []],
  ['ResourceQuota', hard({ pods: '1' }, ['BestEffort', 'NotBestEffort']), ['spec.scopes']],
  ['ResourceQuota', hard({ cpu: '1' }, ['BestEffort']), ['spec.scopes']],
  ['ResourceQuota', hard({ cpu: '1', pods: '2' }, ['NotBestEffort']), []],
  ['ResourceQuota', hard({ services: '1' }, ['Terminating']), ['spec.scopes']],
  ['ResourceQuota', hard({ pods: '1' }, ['Cups']), ['spec.scopes']],
  ['ResourceQuota', selected({ scopeName: 'Cups', operator: 'Exists' }), ['scopeName']],
  ['ResourceQuota', selected({ operator: 'Exists' }), ['scopeName']],
  ['ResourceQuota', selected({ scopeName: 'PriorityClass', operator: 'Near', values: ['a'] }), ['operator']],
  ['ResourceQuota', selected({ scopeName: 'PriorityClass' }), ['operator']],
  ['ResourceQuota', selected({ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }), []],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  const relative = refused(kind, change).map((field) => field.replace('spec.scopeSelector.matchExpressions.', ''))
  expect([...new Set(relative)]).toEqual(fields)
})

test('a quota of any size has a bounded number of errors', () => {
  const amounts = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`count/t${i}.example.com`, '1']))
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: {}, spec: { hard: amounts, scopes: ['BestEffort'] } }
  expect(validateQuota(quota).length).toBeLessThan(1000)
})
