import { describe, expect, test } from '@jest/globals'
import { type Change, refused, stored } from '../packaged/support.js'

const policy = (rule: object, more: Change = {}): Change => ({
  'spec.podFailurePolicy': { rules: [{ action: 'Ignore', ...rule }] },
  ...more,
})
const codes = (given: object) => policy({ onExitCodes: { operator: 'In', values: [1, 2], ...given } })
const RULE = 'spec.podFailurePolicy.rules[0]'
const indexed = { 'spec.completionMode': 'Indexed', 'spec.completions': 3 }
const many = { 'spec.completions': 100_001, 'spec.parallelism': 1, 'spec.backoffLimitPerIndex': 1 }

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.managedBy': 'me' }, ['spec.managedBy']],
  [{ 'spec.managedBy': 'example.com/me' }, []],
  [{ 'spec.managedBy': `example.com/${'m'.repeat(60)}` }, ['spec.managedBy']],
  [{ 'spec.maxFailedIndexes': 1 }, ['spec.backoffLimitPerIndex', 'spec.maxFailedIndexes']],
  [{ ...indexed, ...many, 'spec.maxFailedIndexes': 5 }, []],
  [{ ...indexed, ...many }, ['spec.maxFailedIndexes']],
  [{ ...indexed, ...many, 'spec.maxFailedIndexes': 20_000 }, ['spec.maxFailedIndexes']],
  [{ ...indexed, ...many, 'spec.maxFailedIndexes': 5, 'spec.parallelism': 20_000 }, ['spec.parallelism']],
  [{ ...indexed, 'metadata.name': 'a'.repeat(61) }, []],
  [{ ...indexed, 'metadata.name': 'a'.repeat(62) }, ['metadata.name']],
  [{ ...indexed, 'metadata.name': 'a.b' }, ['metadata.name']],
  [{ 'metadata.name': 'a.b' }, []],
  [{ 'spec.successPolicy': { rules: [{ succeededCount: 1 }] } }, ['spec.successPolicy']],
  [{ ...indexed, 'spec.successPolicy': { rules: [] } }, ['spec.successPolicy.rules']],
  [{ 'spec.backoffLimitPerIndex': 1 }, ['spec.backoffLimitPerIndex']],
  [{ ...indexed, 'spec.maxFailedIndexes': 1 }, ['spec.backoffLimitPerIndex']],
  [{ ...indexed, 'spec.backoffLimitPerIndex': 1, 'spec.maxFailedIndexes': 4 }, ['spec.maxFailedIndexes']],
  [codes({}), []],
  [codes({ values: [] }), [`${RULE}.onExitCodes.values`]],
  [codes({ values: [2, 1] }), [`${RULE}.onExitCodes.values`]],
  [codes({ values: [1, 1] }), [`${RULE}.onExitCodes.values[1]`]],
  [codes({ values: [3, 1, 2, 1] }), [`${RULE}.onExitCodes.values[3]`, `${RULE}.onExitCodes.values`]],
  [codes({ values: [0, 1] }), [`${RULE}.onExitCodes.values[0]`]],
  [codes({ containerName: 'nobody' }), [`${RULE}.onExitCodes.containerName`]],
  [codes({ containerName: 'main' }), []],
  [policy({}), [RULE]],
  [policy({ onPodConditions: [{ type: 'A', status: 'True' }], onExitCodes: { operator: 'In', values: [1] } }), [RULE]],
  [policy({ action: 'FailIndex', onPodConditions: [{ type: 'A', status: 'True' }] }), [`${RULE}.action`]],
  [policy({ onPodConditions: [{ type: 'a b', status: 'True' }] }), [`${RULE}.onPodConditions[0].type`]],
  [policy({ onPodConditions: [{ status: 'True' }] }), [`${RULE}.onPodConditions[0].type`]],
  [
    policy({
      onPodConditions: [
        { type: 'A', status: 'True' },
        { type: 'A', status: 'Maybe' },
      ],
    }),
    [`${RULE}.onPodConditions[1].status`],
  ],
  [policy({ onPodConditions: Array.from({ length: 21 }, () => ({ type: 'A', status: 'True' })) }), [`${RULE}.onPodConditions`]],
  [{ ...codes({}), 'spec.template.spec.restartPolicy': 'OnFailure' }, ['spec.template.spec.restartPolicy']],
  [{ ...codes({}), 'spec.podReplacementPolicy': 'TerminatingOrFailed' }, ['spec.podReplacementPolicy']],
  [{ 'spec.template.metadata': { labels: { 'a b': 'c' } } }, ['spec.template.labels']],
])('a Job with %j is refused at %j', (change, fields) => {
  expect(refused('Job', change)).toEqual(fields)
})

const SUCCESS = 'spec.successPolicy.rules'

test.each<readonly [rule: object, members: readonly string[]]>([
  [{ succeededCount: 3 }, []],
  [{ succeededIndexes: '' }, []],
  [{ succeededIndexes: '0,2' }, []],
  [{ succeededIndexes: '0-2', succeededCount: 3 }, []],
  [{}, ['']],
  [{ succeededCount: -1 }, ['.succeededCount']],
  [{ succeededCount: 4 }, ['.succeededCount']],
  [{ succeededCount: 2, succeededIndexes: '1' }, ['.succeededCount']],
  [{ succeededIndexes: '3' }, ['.succeededIndexes']],
  [{ succeededIndexes: '0-3' }, ['.succeededIndexes']],
  [{ succeededIndexes: '2-1' }, ['.succeededIndexes']],
  [{ succeededIndexes: '1,1' }, ['.succeededIndexes']],
  [{ succeededIndexes: '0-1-2' }, ['.succeededIndexes']],
  [{ succeededIndexes: '-1' }, ['.succeededIndexes']],
  [{ succeededIndexes: '0, 1' }, ['.succeededIndexes']],
  [{ succeededIndexes: 'x', succeededCount: 1 }, ['.succeededIndexes', '.succeededCount']],
  [{ succeededIndexes: '1,'.repeat(40_000) }, ['.succeededIndexes']],
])('a rule of a success policy for 3 indexes with %j is refused at %j', (rule, members) => {
  const fields = members.map((member) => `${SUCCESS}[0]${member}`)
  expect(refused('Job', { ...indexed, 'spec.successPolicy': { rules: [rule] } })).toEqual(fields)
})

test('a success policy has at most 20 rules', () => {
  const rules = Array.from({ length: 21 }, () => ({ succeededCount: 1 }))
  expect(refused('Job', { ...indexed, 'spec.successPolicy': { rules } })).toEqual([SUCCESS])
})

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.jobTemplate.spec.manualSelector': false }, []],
  [{ 'spec.jobTemplate.spec.manualSelector': true }, ['spec.jobTemplate.spec.manualSelector']],
  [{ 'spec.jobTemplate.spec.selector': { matchLabels: { app: 'a' } } }, ['spec.jobTemplate.spec.selector']],
])('jobs of a CronJob select their pods by themselves: %j is refused at %j', (change, fields) => {
  expect(refused('CronJob', change)).toEqual(fields)
})

describe('a job selects its pods by labels of its own', () => {
  const OWN = 'batch.platform.io/job-name'

  test('beside those that it is given', () => {
    const job = stored('Job', { 'spec.template.metadata': { labels: { app: 'a' } } })
    expect(job).toMatchObject({ spec: { template: { metadata: { labels: { app: 'a', 'job-name': 'a', [OWN]: 'a' } } } } })
  })

  test.each<readonly [change: Change, fields: readonly string[]]>([
    [{ 'spec.template.metadata': { labels: { 'job-name': 'other' } } }, ['spec.template.metadata.labels[job-name]']],
    [{ 'spec.selector': { matchLabels: { app: 'a' } } }, ['spec.selector', 'spec.template.metadata.labels']],
    [{ 'spec.manualSelector': true, 'spec.selector': { matchLabels: { app: 'a' } } }, ['spec.template.metadata.labels']],
    [
      {
        'spec.manualSelector': true,
        'spec.selector': { matchLabels: { app: 'a' } },
        'spec.template.metadata': { labels: { app: 'a' } },
      },
      [],
    ],
    [{ 'spec.manualSelector': true }, ['spec.selector']],
  ])('%j is refused at %j', (change, fields) => {
    expect(refused('Job', change)).toEqual(fields)
  })
})
