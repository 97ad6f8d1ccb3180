import { describe, expect, test } from '@jest/globals'
import { parseAuditPolicy } from '../../../../src/cli/serve/policies/audit-policy.js'

const read = (rules: unknown, more: object = {}) =>
  parseAuditPolicy(JSON.stringify({ apiVersion: 'audit.platform.io/v1', kind: 'Policy', rules, ...more }), 'platform.io')

describe('the file of --audit-policy-file', () => {
  test('is a policy, in YAML or JSON', async () => {
    const yaml = `apiVersion: audit.k8s.io/v1
kind: Policy
metadata: { name: mine }
omitStages: [RequestReceived, Panic]
rules:
- level: None
  userGroups: [system:nodes]
- level: Metadata
  resources: [{ group: "", resources: [secrets] }]
  omitManagedFields: true
`
    expect(await parseAuditPolicy(yaml, 'k8s.io')).toEqual({
      omitStages: ['RequestReceived'],
      rules: [
        { level: 'None', userGroups: ['system:nodes'] },
        { level: 'Metadata', resources: [{ group: '', resources: ['secrets'] }], omitManagedFields: true },
      ],
    })
  })

  test.each<[string, Promise<unknown>]>([
    ['rules: expected at least one', read([])],
    ['rules[0].level: expected one of None, Metadata, Request, RequestResponse', read([{ level: 'Everything' }])],
    ['rules[0]: Unrecognized key: "user"', read([{ level: 'None', user: 'jane' }])],
    ['omitStages[0]: expected one of RequestReceived', read([{ level: 'None' }], { omitStages: ['Later'] })],
    ['rules[0].nonResourceURLs[0]: expected * or a path', read([{ level: 'None', nonResourceURLs: ['version'] }])],
    ['rules[0].nonResourceURLs[0]: expected * at the end alone', read([{ level: 'None', nonResourceURLs: ['/a*/b'] }])],
    [
      'rules[0].nonResourceURLs: a rule is about resources or about other paths',
      read([{ level: 'None', nonResourceURLs: ['/a'], namespaces: ['b'] }]),
    ],
    ['rules[0].resources[0].resourceNames: needs resources', read([{ level: 'None', resources: [{ resourceNames: ['a'] }] }])],
    ['rules[0].resources[0].group: expected the name of a group', read([{ level: 'None', resources: [{ group: 'apps/v1' }] }])],
    ['apiVersion: expected audit.platform.io/v1, found "v1"', read([{ level: 'None' }], { apiVersion: 'v1' })],
    ['kind: expected Policy', read([{ level: 'None' }], { kind: 'Rules' })],
  ])('is refused with %s', async (message, reading) => {
    await expect(reading).rejects.toThrow(message)
  })
})
