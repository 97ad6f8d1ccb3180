import { describe, expect, test } from '@jest/globals'
import {
  type Authorizer,
  abacAuthorizer,
  alwaysAllow,
  alwaysDeny,
  explainAccess,
  parsePolicyFile,
  RbacIndex,
  ReplaceableAuthorizer,
  rbacAuthorizer,
  unionAuthorizer,
  withPrivilegedGroup,
} from '../../src/authz/index.js'

const GROUP = 'rbac.authorization.platform.io'
const READ = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }
const WRITE = { apiGroups: [''], resources: ['secrets'], verbs: ['update'] }
const jane = { username: 'jane', groups: ['dev'] }

/** Jane's group may read pods in `shop`, and there is a role without bindings. */
function roles(): RbacIndex {
  const index = new RbacIndex(GROUP)
  index.putRole({ kind: 'ClusterRole', namespace: '', name: 'reader', rules: [WRITE, READ] })
  index.putRole({ kind: 'Role', namespace: 'shop', name: 'writer', rules: [WRITE] })
  index.putBinding({
    namespace: 'shop',
    name: 'developers',
    roleRef: { kind: 'ClusterRole', name: 'reader' },
    subjects: [{ kind: 'Group', name: 'dev', namespace: '' }],
  })
  return index
}
const named = (name: string, decision: 'allow' | 'deny' | 'noOpinion', reason?: string): Authorizer => ({
  name,
  authorize: () => ({ decision, ...(reason !== undefined && { reason }) }),
})
const list = { user: jane, verb: 'list', resource: 'pods', namespace: 'shop' }

describe('what is allowed', () => {
  test('by roles is explained with the binding, the role, the subject and the rule', async () => {
    const explanation = await explainAccess(unionAuthorizer([named('before', 'noOpinion'), rbacAuthorizer(roles())]), list)
    expect(explanation).toEqual({
      allowed: true,
      decidedBy: 'RBAC',
      opinions: [
        { authorizer: 'before', decision: 'noOpinion' },
        {
          authorizer: 'RBAC',
          decision: 'allow',
          reason: 'RBAC: allowed by RoleBinding "developers/shop" of ClusterRole "reader" to Group "dev"',
        },
      ],
      grants: [
        {
          binding: { kind: 'RoleBinding', namespace: 'shop', name: 'developers' },
          role: { kind: 'ClusterRole', namespace: '', name: 'reader' },
          subject: { kind: 'Group', namespace: '', name: 'dev' },
          rule: READ,
        },
      ],
    })
  })

  test('by several bindings is explained with each', async () => {
    const index = roles()
    index.putBinding({
      namespace: '',
      name: 'all',
      roleRef: { kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'User', name: 'jane', namespace: '' }],
    })
    const { grants } = await explainAccess(rbacAuthorizer(index), list)
    expect(grants.map(({ binding }) => binding.name).sort()).toEqual(['all', 'developers'])
  })

  test.each<[string, Authorizer]>([
    ['AlwaysAllow', alwaysAllow],
    ['mine', named('mine', 'allow')],
    ['mine', new ReplaceableAuthorizer(named('mine', 'allow'))],
    ['ABAC', abacAuthorizer(parsePolicyFile('{"user": "jane"}'))],
    ['an authorizer without a name', { authorize: () => ({ decision: 'allow' }) }],
  ])('by another authorizer is explained with its name: %s', async (name, authorizer) => {
    const { allowed, decidedBy, grants } = await explainAccess(unionAuthorizer([rbacAuthorizer(roles()), authorizer]), {
      ...list,
      verb: 'delete',
    })
    expect({ allowed, decidedBy, grants }).toEqual({ allowed: true, decidedBy: name, grants: [] })
  })

  test('to a superuser group is explained as that', async () => {
    const authorizer = withPrivilegedGroup('system:masters', rbacAuthorizer(roles()))
    const ask = (groups: readonly string[]) => explainAccess(authorizer, { ...list, user: { username: 'root', groups } })
    expect(await ask(['system:masters'])).toMatchObject({ allowed: true, decidedBy: 'system:masters' })
    expect(await ask(['other'])).toMatchObject({ allowed: false })
  })
})

describe('what is not allowed', () => {
  test('by roles is explained with the roles that would allow it, the narrowest first, and with a proposed role and binding', async () => {
    const index = roles()
    index.putRole({
      kind: 'ClusterRole',
      namespace: '',
      name: 'root',
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    })
    const refused = await explainAccess(rbacAuthorizer(index), {
      user: { username: 'joe' },
      verb: 'update',
      resource: 'secrets',
      name: 'key',
      namespace: 'shop',
    })
    expect(refused).toEqual({
      allowed: false,
      opinions: [{ authorizer: 'RBAC', decision: 'noOpinion' }],
      grants: [],
      proposal: {
        roles: [
          { kind: 'Role', namespace: 'shop', name: 'writer' },
          { kind: 'ClusterRole', namespace: '', name: 'reader' },
          { kind: 'ClusterRole', namespace: '', name: 'root' },
        ],
        objects: [
          {
            apiVersion: `${GROUP}/v1`,
            kind: 'Role',
            metadata: { name: 'joe-update-secrets-key', namespace: 'shop' },
            rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['key'], verbs: ['update'] }],
          },
          {
            apiVersion: `${GROUP}/v1`,
            kind: 'RoleBinding',
            metadata: { name: 'joe-update-secrets-key', namespace: 'shop' },
            roleRef: { apiGroup: GROUP, kind: 'Role', name: 'joe-update-secrets-key' },
            subjects: [{ kind: 'User', apiGroup: GROUP, name: 'joe' }],
          },
        ],
      },
    })
  })

  const robot = { username: 'system:serviceaccount:shop:robot' }
  test.each([
    {
      about: 'everywhere',
      question: { verb: 'list', resource: 'pods' },
      kinds: ['ClusterRole', 'ClusterRoleBinding'],
      rule: { apiGroups: [''], resources: ['pods'], verbs: ['list'] },
    },
    {
      about: 'of a path',
      question: { verb: 'get', path: '/metrics' },
      kinds: ['ClusterRole', 'ClusterRoleBinding'],
      rule: { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    },
    {
      about: 'of a subresource',
      question: { verb: 'get', group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'shop' },
      kinds: ['Role', 'RoleBinding'],
      rule: { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] },
    },
    {
      about: 'to create, which no name narrows',
      question: { verb: 'create', resource: 'pods', name: 'web', namespace: 'shop' },
      kinds: ['Role', 'RoleBinding'],
      rule: { apiGroups: [''], resources: ['pods'], verbs: ['create'] },
    },
    {
      about: 'of a namespace, which is asked about in itself',
      question: { verb: 'delete', resource: 'namespaces', name: 'shop' },
      kinds: ['Role', 'RoleBinding'],
      rule: { apiGroups: [''], resources: ['namespaces'], resourceNames: ['shop'], verbs: ['delete'] },
    },
  ])('a right $about is proposed as the smallest that gives it, and gives it', async ({ question, kinds, rule }) => {
    const index = roles()
    const authorizer = rbacAuthorizer(index)
    const { proposal } = await explainAccess(authorizer, { user: robot, ...question })
    const [role, binding] = proposal?.objects ?? []
    expect([role?.kind, binding?.kind]).toEqual(kinds)
    expect(role?.rules).toEqual([rule])
    expect(binding?.subjects).toEqual([{ kind: 'ServiceAccount', namespace: 'shop', name: 'robot' }])
    const { name = '', namespace = '' } = role?.metadata ?? {}
    const kind = role?.kind === 'Role' ? 'Role' : 'ClusterRole'
    index.putRole({ kind, namespace, name, rules: [rule] })
    const subjects = [{ kind: 'ServiceAccount' as const, namespace: 'shop', name: 'robot' }]
    index.putBinding({ namespace, name, roleRef: { kind, name }, subjects })
    expect(await explainAccess(authorizer, { user: robot, ...question })).toMatchObject({ allowed: true, decidedBy: 'RBAC' })
  })

  test('names of proposed objects are valid for any user and request', async () => {
    const { proposal } = await explainAccess(rbacAuthorizer(roles()), {
      user: { username: `https://login.example#ada ${'x'.repeat(500)}/%` },
      verb: 'get',
      path: '/a/b?c',
    })
    expect(proposal?.objects[0]?.metadata.name).toMatch(/^[A-Za-z0-9.:_-]{10,200}$/)
  })

  test('a binding to a missing role is reported', async () => {
    const index = roles()
    index.removeRole({ kind: 'ClusterRole', namespace: '', name: 'reader' })
    const { opinions } = await explainAccess(rbacAuthorizer(index), list)
    expect(opinions[0]?.reason).toBe(`RBAC: clusterrole.${GROUP} "reader" not found`)
  })

  test('by an authorizer before RBAC is a denial that no role changes', async () => {
    const chain = unionAuthorizer([named('guard', 'deny', 'not on Sundays'), rbacAuthorizer(roles())])
    expect(await explainAccess(chain, list)).toEqual({
      allowed: false,
      decidedBy: 'guard',
      opinions: [{ authorizer: 'guard', decision: 'deny', reason: 'not on Sundays' }],
      grants: [],
    })
  })

  test('by an authorizer after RBAC comes with a proposal: RBAC would allow it before', async () => {
    const chain = unionAuthorizer([rbacAuthorizer(roles()), named('guard', 'deny')])
    const question = { ...list, verb: 'delete' }
    const explanation = await explainAccess(chain, question)
    expect(explanation).toMatchObject({ allowed: false, decidedBy: 'guard' })
    expect(explanation.proposal?.objects).toHaveLength(2)
  })

  test('without RBAC comes without a proposal', async () => {
    expect(await explainAccess(unionAuthorizer([alwaysDeny]), list)).toEqual({
      allowed: false,
      opinions: [{ authorizer: 'AlwaysDeny', decision: 'noOpinion', reason: 'Everything is forbidden.' }],
      grants: [],
    })
  })
})

test.each([{}, { resource: 'pods', path: '/metrics' }])('a question about neither or both is refused: %j', async (what) => {
  await expect(explainAccess(alwaysAllow, { user: jane, verb: 'get', ...what })).rejects.toThrow(
    /^explainAccess: expected either a resource or a path, got /,
  )
})
