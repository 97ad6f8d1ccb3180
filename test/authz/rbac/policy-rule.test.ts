import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { missingRights } from '../../../src/authz/index.js'
import { CompiledRole } from '../../../src/authz/rbac/compiled-role.js'
import { covers, coversRule, type PolicyRule } from '../../../src/authz/rbac/policy-rule.js'
import { pathRequest, resourceRequest } from './requests.js'

describe('what a rule covers', () => {
  const rule = { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods', 'deployments/scale'] }
  test.each([
    { what: 'its verb on its resource', rule, request: { verb: 'get', resource: 'pods' }, covered: true },
    { what: 'no other verb', rule, request: { verb: 'watch', resource: 'pods' }, covered: false },
    { what: 'no other resource', rule, request: { resource: 'secrets' }, covered: false },
    { what: 'no other group', rule, request: { group: 'batch', resource: 'pods' }, covered: false },
    { what: 'no subresource of its resource', rule, request: { resource: 'pods', subresource: 'log' }, covered: false },
    { what: 'a subresource that it names', rule, request: { resource: 'deployments', subresource: 'scale' }, covered: true },
    { what: 'not the resource of that', rule, request: { resource: 'deployments' }, covered: false },
    { what: 'all verbs with *', rule: { ...rule, verbs: ['*'] }, request: { verb: 'x', resource: 'pods' }, covered: true },
    { what: 'all groups with *', rule: { ...rule, apiGroups: ['*'] }, request: { group: 'x', resource: 'pods' }, covered: true },
    { what: 'all resources with *', rule: { ...rule, resources: ['*'] }, request: { resource: 'x' }, covered: true },
    {
      what: 'all subresources with *',
      rule: { ...rule, resources: ['*'] },
      request: { resource: 'x', subresource: 'y' },
      covered: true,
    },
    {
      what: 'a subresource of all with */sub',
      rule: { ...rule, resources: ['*/scale'] },
      request: { resource: 'x', subresource: 'scale' },
      covered: true,
    },
    {
      what: 'not the resources with */sub',
      rule: { ...rule, resources: ['*/scale'] },
      request: { resource: 'x' },
      covered: false,
    },
    { what: 'nothing with resource/*', rule: { ...rule, resources: ['pods/*'] }, request: { resource: 'pods' }, covered: false },
    {
      what: 'no subresource with resource/*',
      rule: { ...rule, resources: ['pods/*'] },
      request: { resource: 'pods', subresource: 'log' },
      covered: false,
    },
    { what: 'a name', rule: { ...rule, resourceNames: ['a'] }, request: { resource: 'pods', name: 'a' }, covered: true },
    { what: 'no other name', rule: { ...rule, resourceNames: ['a'] }, request: { resource: 'pods', name: 'b' }, covered: false },
    { what: 'not all names', rule: { ...rule, resourceNames: ['a'] }, request: { resource: 'pods', name: '' }, covered: false },
    { what: 'a question for all only when it is for all', rule, request: { verb: '*', resource: 'pods' }, covered: false },
  ])('$what', ({ rule, request, covered }) => {
    expect(covers(rule, resourceRequest(request))).toBe(covered)
    // A role finds the rule among others.
    const others = ['secrets', 'nodes/*'].map((resource) => ({ verbs: ['none'], apiGroups: ['*'], resources: [resource] }))
    expect(new CompiledRole([...others, rule]).covers(resourceRequest(request))).toBe(covered)
  })

  test.each([
    { urls: ['/metrics'], path: '/metrics', covered: true },
    { urls: ['/metrics'], path: '/metrics/slis', covered: false },
    { urls: ['/custom/*'], path: '/custom/a/b', covered: true },
    { urls: ['/custom/*'], path: '/custom/', covered: true },
    { urls: ['/custom/*'], path: '/custom', covered: false },
    { urls: ['/a', '/b*'], path: '/bc', covered: true },
    { urls: ['*'], path: '/any', covered: true },
    { urls: ['/*/x'], path: '/a/x', covered: false },
  ])('the paths $urls and $path: $covered', ({ urls, path, covered }) => {
    const rule = { verbs: ['get'], nonResourceURLs: urls }
    expect(covers(rule, pathRequest(path))).toBe(covered)
    expect(new CompiledRole([rule]).covers(pathRequest(path))).toBe(covered)
    expect(covers(rule, resourceRequest({ resource: 'pods' }))).toBe(false)
    expect(covers(rule, { ...pathRequest(path), verb: 'post' })).toBe(false)
  })

  test('all rights on resources are no rights on paths', () => {
    const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
    expect(covers(everything, pathRequest('/metrics'))).toBe(false)
  })
})

describe('whether one rule covers another', () => {
  const held: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', '*/scale'] }
  test.each<{ wanted: Partial<PolicyRule>; by?: Partial<PolicyRule>; covered: boolean }>([
    { wanted: {}, covered: true },
    { wanted: { verbs: ['get'] }, covered: true },
    { wanted: { verbs: ['*'] }, covered: false },
    { wanted: { resources: ['deployments/scale'] }, covered: true },
    { wanted: { resources: ['deployments/status'] }, covered: false },
    { wanted: { apiGroups: ['', 'apps'] }, covered: false },
    { wanted: { resourceNames: ['a'] }, covered: true },
    { wanted: { resourceNames: ['a'] }, by: { resourceNames: ['a', 'b'] }, covered: true },
    { wanted: {}, by: { resourceNames: ['a'] }, covered: false },
    { wanted: { resources: ['secrets'] }, by: { resources: ['*'] }, covered: true },
  ])('$wanted by $by: $covered', ({ wanted, by, covered }) => {
    expect(coversRule({ ...held, ...by }, { ...held, ...wanted })).toBe(covered)
  })
})

// A user may grant what is found covered, so it must never find more than the authorizer allows.
test('a rule that another covers allows nothing that the other does not', () => {
  const some = (...words: readonly string[]) => fc.subarray([...words])
  const rule: fc.Arbitrary<PolicyRule> = fc.record({
    verbs: some('get', 'use', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('a', 'b', 'a/b', '*/b', 'a/*', '*'),
    resourceNames: some('', 'top', '*'),
    nonResourceURLs: some('/a', '/a/b', '/a*', '/a/*', '*', ''),
  })
  const verb = fc.constantFrom('get', 'use', '*', 'x')
  const request = fc.oneof(
    fc
      .record({
        verb,
        group: fc.constantFrom('', 'apps', 'x'),
        resource: fc.constantFrom('a', 'b', 'x'),
        subresource: fc.constantFrom('', 'b', 'x'),
        name: fc.constantFrom('', 'top', '*', 'x'),
      })
      .map((of) => resourceRequest(of)),
    fc.tuple(verb, fc.constantFrom('/a', '/a/b', '/a/', '/x', '*')).map(([verb, path]) => ({ ...pathRequest(path), verb })),
  )
  fc.assert(
    fc.property(rule, rule, fc.array(request, { minLength: 20, maxLength: 20 }), (held, wanted, requests) => {
      const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = held
      const rules = {
        resourceRules: [{ verbs, apiGroups, resources, resourceNames }],
        nonResourceRules: [{ verbs, nonResourceURLs }],
      }
      if (missingRights(rules, [wanted]).length > 0) return
      for (const one of requests) if (covers(wanted, one)) expect(covers(held, one)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
