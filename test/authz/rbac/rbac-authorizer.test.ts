import { describe, expect, test } from '@jest/globals'
import { type RbacBinding, RbacIndex, type RbacSubject, rbacAuthorizer, withPrivilegedGroup } from '../../../src/authz/index.js'
import { ANONYMOUS_USER, type UserInfo } from '../../../src/meta/index.js'
import { jane, pathRequest, resourceRequest } from './requests.js'

const READ_PODS = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const user = (name: string): RbacSubject => ({ kind: 'User', name, namespace: '' })
const group = (name: string): RbacSubject => ({ kind: 'Group', name, namespace: '' })
const account = (name: string, namespace = ''): RbacSubject => ({ kind: 'ServiceAccount', name, namespace })

function setUp() {
  const index = new RbacIndex('rbac.authorization.platform.io')
  const authorizer = rbacAuthorizer(index)
  const bind = (
    namespace: string,
    name: string,
    subjects: readonly RbacSubject[],
    kind: RbacBinding['roleRef']['kind'] = 'ClusterRole',
  ) => index.putBinding({ namespace, name, roleRef: { kind, name: 'readers' }, subjects })
  index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [READ_PODS] })
  const decide = (who: UserInfo, namespace: string, asked = {}) =>
    authorizer.authorize(resourceRequest({ user: who, namespace, resource: 'pods', name: 'a', ...asked }))
  return { index, authorizer, bind, decide }
}

describe('roles and bindings', () => {
  test('the bindings of a group that a user has many times are looked at once', () => {
    const { index, bind } = setUp()
    for (let i = 0; i < 3; i++) bind('', `b${i}`, [group('dev')])
    const groups = [...Array.from({ length: 1000 }, () => 'dev'), 'other']
    expect(index.grantsOf({ username: 'x', groups }, '')).toHaveLength(3)
  })

  test('no user has rights without a binding', () => {
    expect(setUp().decide(jane, 'default')).toEqual({ decision: 'noOpinion' })
  })

  test.each([
    { what: 'a user', subject: user('jane'), who: jane, to: 'User "jane"' },
    { what: 'a group', subject: group('dev'), who: jane, to: 'Group "dev"' },
    {
      what: 'a service account of the same namespace',
      subject: account('robot'),
      who: { username: 'system:serviceaccount:default:robot', groups: [] },
      to: 'ServiceAccount "robot/default"',
    },
    {
      what: 'a service account of another namespace',
      subject: account('robot', 'away'),
      who: { username: 'system:serviceaccount:away:robot', groups: [] },
      to: 'ServiceAccount "robot/away"',
    },
    {
      what: 'the unknown, when they are named',
      subject: group('system:unauthenticated'),
      who: ANONYMOUS_USER,
      to: 'Group "system:unauthenticated"',
    },
  ])('a binding in a namespace gives its role there, to $what', ({ subject, who, to }) => {
    const { bind, decide } = setUp()
    bind('default', 'b', [subject])
    const reason = `RBAC: allowed by RoleBinding "b/default" of ClusterRole "readers" to ${to}`
    expect(decide(who, 'default')).toEqual({ decision: 'allow', reason })
    expect(decide(who, 'other')).toEqual({ decision: 'noOpinion' })
    expect(decide(who, '')).toEqual({ decision: 'noOpinion' })
    expect(decide(who, 'default', { verb: 'delete' })).toEqual({ decision: 'noOpinion' })
  })

  test.each([
    { what: 'a user of the same name as a group', subject: group('jane') },
    { what: 'a star', subject: user('*') },
    { what: 'a star of groups', subject: group('*') },
    { what: 'an account of the same name', subject: account('jane', 'default') },
  ])('$what is another subject', ({ subject }) => {
    const { bind, decide } = setUp()
    bind('', 'b', [subject])
    expect(decide(jane, 'default')).toEqual({ decision: 'noOpinion' })
    expect(decide(ANONYMOUS_USER, 'default')).toEqual({ decision: 'noOpinion' })
  })

  test('a cluster binding gives its role everywhere, paths included', () => {
    const { index, authorizer, bind, decide } = setUp()
    bind('', 'b', [user('jane')])
    index.putRole({
      kind: 'ClusterRole',
      namespace: '',
      name: 'readers',
      rules: [READ_PODS, { verbs: ['get'], nonResourceURLs: ['/x'] }],
    })
    for (const namespace of ['', 'default', 'other']) expect(decide(jane, namespace)).toMatchObject({ decision: 'allow' })
    expect(authorizer.authorize(pathRequest('/x'))).toMatchObject({
      decision: 'allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "readers" to User "jane"',
    })
  })

  test('a binding in a namespace gives no paths', () => {
    const { index, authorizer, bind } = setUp()
    index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] })
    bind('default', 'b', [user('jane')])
    expect(authorizer.authorize({ ...pathRequest('/x'), namespace: 'default' })).toEqual({ decision: 'noOpinion' })
  })

  test('a Role is one of the namespace of its binding', () => {
    const { index, bind, decide } = setUp()
    index.putRole({ kind: 'Role', namespace: 'other', name: 'readers', rules: [READ_PODS] })
    bind('default', 'b', [user('jane')], 'Role')
    const reason = 'RBAC: role.rbac.authorization.platform.io "readers" not found'
    expect(decide(jane, 'default')).toEqual({ decision: 'noOpinion', reason })
    index.putRole({ kind: 'Role', namespace: 'default', name: 'readers', rules: [READ_PODS] })
    expect(decide(jane, 'default')).toMatchObject({ decision: 'allow' })
  })

  test('a missing role is reported, and does not affect others', () => {
    const { index, bind, decide } = setUp()
    index.putBinding({ namespace: '', name: 'a', roleRef: { kind: 'ClusterRole', name: 'x' }, subjects: [user('jane')] })
    index.putBinding({ namespace: '', name: 'b', roleRef: { kind: 'ClusterRole', name: 'y' }, subjects: [group('dev')] })
    expect(decide(jane, '')).toEqual({
      decision: 'noOpinion',
      reason:
        'RBAC: [clusterrole.rbac.authorization.platform.io "x" not found, clusterrole.rbac.authorization.platform.io "y" not found]',
    })
    bind('', 'c', [user('jane')])
    expect(decide(jane, '')).toMatchObject({ decision: 'allow' })
  })

  test('of many missing roles some are reported', () => {
    const { index, decide } = setUp()
    const refer = (name: string) =>
      index.putBinding({ namespace: 'default', name, roleRef: { kind: 'ClusterRole', name }, subjects: [user('jane')] })
    for (let i = 0; i < 1000; i++) refer(`missing-${i}`)
    const { reason } = decide(jane, 'default') as { readonly reason?: string }
    expect(reason).toMatch(/^RBAC: \[clusterrole\.\S+ "missing-0" not found, .*, …\]$/)
    expect(reason?.split(', ')).toHaveLength(21)
  })

  test('changes take effect with the next decision', () => {
    const { index, bind, decide } = setUp()
    bind('default', 'b', [user('jane'), user('bob')])
    expect(decide(jane, 'default')).toMatchObject({ decision: 'allow' })
    bind('default', 'b', [user('bob')])
    expect(decide(jane, 'default')).toEqual({ decision: 'noOpinion' })
    bind('default', 'c', [user('jane')])
    expect(decide(jane, 'default')).toMatchObject({ decision: 'allow' })
    index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [] })
    expect(decide(jane, 'default')).toEqual({ decision: 'noOpinion' })
    index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [READ_PODS] })
    index.removeBinding({ namespace: 'default', name: 'c' })
    expect(decide(jane, 'default')).toEqual({ decision: 'noOpinion' })
    index.removeRole({ kind: 'ClusterRole', namespace: '', name: 'readers' })
    expect(decide({ username: 'bob', groups: [] }, 'default')).toMatchObject({
      decision: 'noOpinion',
      reason: expect.stringContaining('not found'),
    })
  })
})

describe('the rules of a user', () => {
  test('are those in a namespace, with errors for missing roles', () => {
    const { index, authorizer, bind } = setUp()
    const named = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['d'] }
    index.putRole({ kind: 'Role', namespace: 'default', name: 'readers', rules: [named] })
    index.putRole({
      kind: 'ClusterRole',
      namespace: '',
      name: 'readers',
      rules: [READ_PODS, { verbs: ['get'], nonResourceURLs: ['/x'] }],
    })
    bind('', 'all', [group('dev')])
    bind('default', 'here', [user('jane')], 'Role')
    expect(authorizer.rulesFor?.(jane, 'default')).toEqual({
      resourceRules: [READ_PODS, named],
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
      incomplete: false,
    })
    bind('other', 'there', [user('jane')], 'Role')
    expect(authorizer.rulesFor?.(jane, 'other')).toMatchObject({
      resourceRules: [READ_PODS],
      evaluationError: 'role.rbac.authorization.platform.io "readers" not found',
    })
  })

  test('are at most 20,000, and marked as incomplete when there are more', () => {
    const { index, authorizer, bind } = setUp()
    bind('default', 'here', [user('jane')])
    const rules = Array.from({ length: 10_000 }, () => READ_PODS)
    for (const [name, incomplete, count] of [
      ['a', false, 10_001],
      ['b', true, 20_000],
    ] as const) {
      index.putRole({ kind: 'ClusterRole', namespace: '', name, rules })
      index.putBinding({ namespace: '', name, roleRef: { kind: 'ClusterRole', name }, subjects: [user('jane')] })
      const found = authorizer.rulesFor?.(jane, 'default')
      expect(found).toMatchObject({ incomplete })
      expect(found).toMatchObject({ resourceRules: { length: count } })
    }
  })

  test('have at most two million characters, and are marked as incomplete when there are more', () => {
    const { index, authorizer } = setUp()
    const rule = { ...READ_PODS, resourceNames: Array.from({ length: 90_000 }, (_, i) => `n${i}`) }
    index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [rule] })
    for (let i = 0; i < 100; i++)
      index.putBinding({
        namespace: '',
        name: `b${i}`,
        roleRef: { kind: 'ClusterRole', name: 'readers' },
        subjects: [user('jane')],
      })
    const found = authorizer.rulesFor?.(jane, 'default')
    expect(found).toMatchObject({ incomplete: true, resourceRules: [rule, rule] })
    expect(JSON.stringify(found).length).toBeLessThan(2_100_000)
  })
})

test('the rules of a role are looked at once in a decision, through however many groups and bindings a user has it', () => {
  const { index, authorizer } = setUp()
  let looks = 0
  const rule = {
    ...READ_PODS,
    get verbs() {
      looks++
      return ['get']
    },
  }
  index.putRole({ kind: 'ClusterRole', namespace: '', name: 'readers', rules: [rule] })
  const groups = Array.from({ length: 100 }, (_, i) => `g${i}`)
  for (const name of ['a', 'b', 'c'])
    index.putBinding({ namespace: '', name, roleRef: { kind: 'ClusterRole', name: 'readers' }, subjects: groups.map(group) })
  const ask = (verb: string) =>
    authorizer.authorize(resourceRequest({ user: { username: 'x', groups: [...groups, ...groups] }, resource: 'pods', verb }))
  looks = 0
  expect(ask('fly')).toEqual({ decision: 'noOpinion' })
  expect(looks).toBe(1)
  expect(ask('get')).toMatchObject({ decision: 'allow' })
})

test('members of a privileged group may do everything, and their rules are those of their bindings', async () => {
  const { authorizer } = setUp()
  const privileged = withPrivilegedGroup('root', authorizer)
  const root = { username: 'ada', groups: ['root'] }
  expect(privileged.authorize(pathRequest('/x', root))).toEqual({ decision: 'allow' })
  expect(privileged.authorize(pathRequest('/x'))).toEqual({ decision: 'noOpinion' })
  expect(await privileged.rulesFor?.(root, 'default')).toMatchObject({ resourceRules: [] })
})
