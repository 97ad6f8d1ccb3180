// Reviews, roles and bindings.
import { create, get, id, MAPS, MIB, many, remove } from './make.mjs'

export const access = () => [
  [
    'Reviews',
    [
      create('TokenReview of a long token', '/apis/authentication.k8s.io/v1/tokenreviews', () => ({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token: 'x'.repeat(2 * MIB), audiences: many(50_000, id) },
      })),
      create('SubjectAccessReview with much extra', '/apis/authorization.k8s.io/v1/subjectaccessreviews', () => ({
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: 'bob',
          groups: many(30_000, id),
          extra: Object.fromEntries(many(30_000, (i) => [`k${id(i)}`, ['v']])),
          resourceAttributes: { verb: 'get', resource: 'pods' },
        },
      })),
    ],
  ],
  [
    'Access control',
    [
      create('a role of 14,000 rules', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'r1' },
        rules: many(14_000, (i) => ({ apiGroups: ['a'], resources: [id(i)], verbs: ['get'] })),
      })),
      create('a role of 95,000 names', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'r2' },
        rules: [{ apiGroups: [''], resources: ['pods'], resourceNames: many(95_000, id), verbs: ['get'] }],
      })),
      create('a binding of bob and 20,000 more', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', () => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'b1' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r1' },
        subjects: ['bob', ...many(20_000, id)].map((name) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name })),
      })),
      ...many(50, (i) =>
        create(
          '50 bindings more',
          '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
          () => ({
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'ClusterRoleBinding',
            metadata: { name: `c${i}` },
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r1' },
            subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }],
          }),
          { quiet: i < 49 },
        ),
      ),
      get('what bob may not', MAPS, { token: 'bob' }),
      create(
        'the rules of bob',
        '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
        () => ({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace: 'default' } }),
        { token: 'bob' },
      ),
      create(
        'a role of bob, with rules that he has to have',
        '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
        () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'r3' },
          rules: many(14_000, (i) => ({ apiGroups: ['a'], resources: [id(i)], verbs: ['get'] })),
        }),
        { token: 'bob' },
      ),
      create('a binding that lets bob make roles', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'r4' },
        rules: [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['create'] }],
      })),
      create('and its binding', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', () => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'b4' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r4' },
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }],
      })),
      create(
        'a role of 14,000 rules by bob',
        '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
        () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'r5' },
          rules: many(14_000, (i) => ({ apiGroups: ['b'], resources: [id(i)], verbs: ['get'] })),
        }),
        { token: 'bob' },
      ),
      remove('the role', '/apis/rbac.authorization.k8s.io/v1/clusterroles/r1'),
    ],
  ],
]
