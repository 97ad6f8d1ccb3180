import { describe, expect, test } from '@jest/globals'
import { type AuditPolicy, type AuditPolicyRule, compileAuditPolicy, defaultAuditPolicy } from '../../src/audit/policy.js'
import type { Attributes } from '../../src/meta/index.js'

const podLog: Attributes = {
  user: { username: 'jane', groups: ['dev', 'system:authenticated'] },
  verb: 'get',
  isResourceRequest: true,
  path: '/api/v1/namespaces/shop/pods/p/log',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: 'log',
  namespace: 'shop',
  name: 'p',
}
const pod: Attributes = { ...podLog, subresource: '', path: '/api/v1/namespaces/shop/pods/p' }
const version: Attributes = { ...pod, isResourceRequest: false, path: '/version', resource: '', namespace: '', name: '' }

const levelOf = (rule: Omit<AuditPolicyRule, 'level'>, attributes: Attributes) =>
  compileAuditPolicy({ rules: [{ level: 'Request', ...rule }] })(attributes).level

describe('a rule fits', () => {
  test.each<[string, Omit<AuditPolicyRule, 'level'>, Attributes]>([
    ['everything, when it names nothing', {}, version],
    ['a user', { users: ['joe', 'jane'] }, pod],
    ['a group of the user', { userGroups: ['ops', 'dev'] }, pod],
    ['a verb', { verbs: ['get'] }, pod],
    ['a namespace', { namespaces: ['shop'] }, pod],
    ['all resources of a group', { resources: [{ group: '' }] }, podLog],
    ['a resource', { resources: [{ resources: ['pods'] }] }, pod],
    ['a subresource', { resources: [{ resources: ['pods/log'] }] }, podLog],
    ['a resource and its subresources, by a star', { resources: [{ resources: ['pods/*'] }] }, pod],
    ['a subresource of whatever resource', { resources: [{ resources: ['*/log'] }] }, podLog],
    ['all resources, by a star', { resources: [{ resources: ['*'] }] }, podLog],
    ['an object by its name', { resources: [{ resources: ['pods'], resourceNames: ['p'] }] }, pod],
    ['a path', { nonResourceURLs: ['/version'] }, version],
    ['the rest of a path, by a star', { nonResourceURLs: ['/ver*'] }, version],
    ['all paths, by a star', { nonResourceURLs: ['*'] }, version],
  ])('%s', (_, rule, attributes) => {
    expect(levelOf(rule, attributes)).toBe('Request')
  })
})

describe('a rule does not fit', () => {
  test.each<[string, Omit<AuditPolicyRule, 'level'>, Attributes]>([
    ['another user', { users: ['joe'] }, pod],
    ['another group of users', { userGroups: ['ops'] }, pod],
    ['another verb', { verbs: ['list'] }, pod],
    ['another namespace', { namespaces: ['', 'stock'] }, pod],
    ['another group', { resources: [{ group: 'apps', resources: ['pods'] }] }, pod],
    ['a subresource, when it names the resource alone', { resources: [{ resources: ['pods'] }] }, podLog],
    ['a resource, when it names a subresource of all', { resources: [{ resources: ['*/log'] }] }, pod],
    ['another object', { resources: [{ resources: ['pods'], resourceNames: ['q'] }] }, pod],
    ['another path', { nonResourceURLs: ['/versions', '/v'] }, version],
    ['a resource, when it is about paths', { nonResourceURLs: ['*'] }, pod],
    ['a path, when it is about resources', { resources: [{ resources: ['*'] }] }, version],
    ['a path, when it is about namespaces', { namespaces: [''] }, version],
    ['when one of its parts does not', { users: ['jane'], verbs: ['list'] }, pod],
  ])('%s', (_, rule, attributes) => {
    expect(levelOf(rule, attributes)).toBe('None')
  })
})

test('the first rule that fits decides', () => {
  const policy: AuditPolicy = { rules: [{ level: 'None', verbs: ['get'] }, { level: 'Request' }] }
  const decide = compileAuditPolicy(policy)
  expect([decide(pod).level, decide({ ...pod, verb: 'list' }).level]).toEqual(['None', 'Request'])
})

test('stages are left out for all rules and for one; managed fields by the rule before the policy', () => {
  const decide = compileAuditPolicy({
    omitStages: ['RequestReceived'],
    omitManagedFields: true,
    rules: [
      { level: 'Request', verbs: ['get'], omitStages: ['ResponseStarted'], omitManagedFields: false },
      { level: 'Metadata' },
    ],
  })
  expect(decide(pod)).toEqual({
    level: 'Request',
    omitStages: new Set(['RequestReceived', 'ResponseStarted']),
    omitManagedFields: false,
  })
  expect(decide({ ...pod, verb: 'list' })).toMatchObject({ omitStages: new Set(['RequestReceived']), omitManagedFields: true })
})

test('by default bodies are not recorded', () => {
  expect(compileAuditPolicy(defaultAuditPolicy)(pod).level).toBe('Metadata')
})
