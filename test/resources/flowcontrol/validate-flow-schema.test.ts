import { expect, test } from '@jest/globals'
import { type Change, refused } from '../packaged/support.js'

const RULE = 'spec.rules.0'
const at = (place: string) => [`spec.rules[0].${place}`]
const subject = (kind: string, more: object) => ({ [`${RULE}.subjects`]: [{ kind, ...more }] })

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.matchingPrecedence': -1 }, ['spec.matchingPrecedence']],
  [{ 'spec.matchingPrecedence': 10_000 }, []],
  [{ 'spec.matchingPrecedence': 10_001 }, ['spec.matchingPrecedence']],
  [{ 'spec.matchingPrecedence': 1 }, ['spec.matchingPrecedence']],
  [{ 'spec.matchingPrecedence': 1, 'metadata.name': 'exempt' }, []],
  [{ 'spec.distinguisherMethod': { type: 'ByUser' } }, []],
  [{ 'spec.distinguisherMethod': { type: 'ByColour' } }, ['spec.distinguisherMethod.type']],
  [{ 'spec.priorityLevelConfiguration.name': '' }, ['spec.priorityLevelConfiguration.name']],
  [{ 'spec.priorityLevelConfiguration.name': 'A' }, ['spec.priorityLevelConfiguration.name']],
  [{ [`${RULE}.subjects`]: [] }, at('subjects')],
  [{ [`${RULE}.resourceRules`]: [], [`${RULE}.nonResourceRules`]: [] }, ['spec.rules[0]']],
  [{ [`${RULE}.resourceRules`]: [] }, []],
  [{ [`${RULE}.resourceRules.0.verbs`]: ['dance'] }, at('resourceRules[0].verbs[0]')],
  [{ [`${RULE}.resourceRules.0.verbs`]: ['*', 'get'] }, at('resourceRules[0].verbs')],
  [{ [`${RULE}.resourceRules.0.apiGroups`]: [] }, at('resourceRules[0].apiGroups')],
  [{ [`${RULE}.resourceRules.0.resources`]: ['*', 'pods'] }, at('resourceRules[0].resources')],
  [{ [`${RULE}.resourceRules.0.namespaces`]: [] }, at('resourceRules[0].namespaces')],
  [{ [`${RULE}.resourceRules.0.namespaces`]: [], [`${RULE}.resourceRules.0.clusterScope`]: true }, []],
  [{ [`${RULE}.resourceRules.0.namespaces`]: ['A'] }, at('resourceRules[0].namespaces[0]')],
  [{ [`${RULE}.nonResourceRules.0.verbs`]: ['list'] }, at('nonResourceRules[0].verbs[0]')],
  [{ [`${RULE}.nonResourceRules.0.nonResourceURLs`]: ['healthz'] }, at('nonResourceRules[0].nonResourceURLs[0]')],
  [{ [`${RULE}.nonResourceRules.0.nonResourceURLs`]: ['/a/*/b'] }, at('nonResourceRules[0].nonResourceURLs[0]')],
  [{ [`${RULE}.nonResourceRules.0.nonResourceURLs`]: ['*'] }, []],
  [subject('Group', { group: { name: 'g' } }), []],
  [subject('Robot', {}), at('subjects[0].kind')],
  [subject('Group', { user: { name: 'u' } }), [...at('subjects[0].user'), ...at('subjects[0].group')]],
  [subject('ServiceAccount', { serviceAccount: { namespace: 'a', name: '*' } }), []],
  [
    subject('ServiceAccount', { serviceAccount: { namespace: '', name: 'A' } }),
    [...at('subjects[0].serviceAccount.name'), ...at('subjects[0].serviceAccount.namespace')],
  ],
])('a FlowSchema with %j is refused at %j', (change, fields) => {
  expect(refused('FlowSchema', change)).toEqual(fields)
})

test.each(['resourceRules', 'nonResourceRules'])('errors of 1,000 unknown verbs of %s are listed up to the maximum', (rules) => {
  const verbs = Array.from({ length: 1_000 }, () => 'dance')
  expect(refused('FlowSchema', { [`${RULE}.${rules}.0.verbs`]: verbs })).toHaveLength(257)
})
