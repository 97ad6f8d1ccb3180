import { expect, test } from '@jest/globals'
import { fieldRequirements, labelRequirements } from '../../../src/meta/index.js'

test.each([
  ['a=b', [{ key: 'a', operator: 'In', values: ['b'] }]],
  [
    'a==b,c!=d',
    [
      { key: 'a', operator: 'In', values: ['b'] },
      { key: 'c', operator: 'NotIn', values: ['d'] },
    ],
  ],
  ['a in (y,x)', [{ key: 'a', operator: 'In', values: ['x', 'y'] }]],
  ['a notin (x)', [{ key: 'a', operator: 'NotIn', values: ['x'] }]],
  [
    'a,!b',
    [
      { key: 'a', operator: 'Exists' },
      { key: 'b', operator: 'DoesNotExist' },
    ],
  ],
  ['size>3,a=b', [{ key: 'a', operator: 'In', values: ['b'] }]],
  ['((', []],
  ['', []],
])('the label selector %j has the requirements %j', (text, requirements) => {
  expect(labelRequirements(text)).toEqual(requirements)
})

test.each([
  ['metadata.name=a', [{ key: 'metadata.name', operator: 'In', values: ['a'] }]],
  ['status.phase!=Done', [{ key: 'status.phase', operator: 'NotIn', values: ['Done'] }]],
  ['nonsense', []],
  ['', []],
])('the field selector %j has the requirements %j', (text, requirements) => {
  expect(fieldRequirements(text)).toEqual(requirements)
})
