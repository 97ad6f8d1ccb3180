import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, objectOf, pick } from '../support.js'

const definitions = builtinResources(platformDialect)
const RBAC = 'rbac.authorization.platform.io'

describe('roles', () => {
  const roles = pick(definitions, 'roles', RBAC)
  const clusterRoles = pick(definitions, 'clusterroles', RBAC)
  const role = (...rules: readonly object[]) => objectOf(roles, { rules })
  const verbs = ['get']

  test.each([
    { rule: { apiGroups: [''], resources: ['x'], verbs }, causes: [] },
    {
      rule: { apiGroups: [''], resources: ['x'], verbs: [] },
      causes: ['rules[0].verbs: Required value: verbs must contain at least one value'],
    },
    {
      rule: { apiGroups: [''], verbs },
      causes: ['rules[0].resources: Required value: resource rules must supply at least one resource'],
    },
    {
      rule: {},
      causes: [
        'rules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    },
    {
      rule: { nonResourceURLs: ['/x'], verbs },
      causes: ['rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs'],
    },
    {
      rule: { apiGroups: [''], resources: ['x'], nonResourceURLs: ['/x'], verbs },
      causes: [
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    },
  ])('a rule $rule', ({ rule, causes }) => {
    expect(create(roles, role(rule)).causes).toEqual(causes)
  })

  test('a cluster role may be about paths', () => {
    expect(create(clusterRoles, role({ nonResourceURLs: ['/x'], verbs })).causes).toEqual([])
  })

  test.each([
    { rule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }, causes: [] },
    {
      rule: {},
      causes: [
        'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
      ],
    },
    {
      rule: { clusterRoleSelectors: [{}, { matchExpressions: [{ key: 'a', operator: 'Like' }] }] },
      causes: [expect.stringMatching(/^aggregationRule\.clusterRoleSelectors\[1\]: Invalid value: .*"Like" is not an operator$/)],
    },
  ])('a rule of aggregation $rule', ({ rule, causes }) => {
    expect(create(clusterRoles, objectOf(clusterRoles, { aggregationRule: rule })).causes).toEqual(causes)
  })

  test('a role without rules shows that it has none', () => {
    expect(create(roles, objectOf(roles, {})).object.rules).toBeNull()
  })

  test('names may be any path segment', () => {
    expect(roles.strategy.validateName?.('team:Reader Of_all', false)).toEqual([])
    expect(roles.strategy.validateName?.('a/b', false)).toEqual(["may not contain '/'"])
  })
})
