import { describe, expect, test } from '@jest/globals'
import { RBAC, rbacPlane, rule } from './rbac-plane.js'

const GROUP = 'rbac.authorization.platform.io'
const ROLES = `${RBAC}/namespaces/default/roles`
const BINDINGS = `${RBAC}/namespaces/default/rolebindings`
const role = (name: string, rules: readonly object[], more: object = {}) => ({ metadata: { name, ...more }, rules })
const binding = (name: string, roleName: string, kind = 'Role') => ({
  metadata: { name },
  roleRef: { kind, name: roleName },
  subjects: [{ kind: 'User', name: 'jane' }],
})
const writes = (more = '') => rule(`create update patch ${more}`.trim(), 'roles rolebindings', {}, GROUP)

describe('users grant only rights that they hold', () => {
  test('in a role', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([writes(), rule('get list', 'configmaps')])
    expect((await as('jane', 'POST', ROLES, role('a', [rule('get', 'configmaps')]))).status).toBe(201)
    const refused = await as('jane', 'POST', ROLES, role('b', [rule('get delete', 'configmaps secrets')]))
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'roles.rbac.authorization.platform.io "b" is forbidden: user "jane" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["configmaps"], Verbs:["delete"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}',
    ])
    expect((await as('jane', 'POST', `${ROLES}?dryRun=All`, role('b', [rule('get', 'secrets')]))).status).toBe(403)
    expect((await as('jane', 'PUT', `${ROLES}/new`, role('new', [rule('get', 'secrets')]))).status).toBe(403)
  })

  test('in a change of a role, which needs all that the role will have', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([writes(), rule('get', 'configmaps')])
    await as('root', 'POST', ROLES, role('strong', [rule('get', 'secrets')], { finalizers: ['example.com/hold'] }))
    const patch = (change: object) =>
      as('jane', 'PATCH', `${ROLES}/strong`, change, { 'content-type': 'application/merge-patch+json' }).then(
        ({ status }) => status,
      )
    expect(await patch({ metadata: { labels: { a: 'b' } } })).toBe(403)
    expect(await patch({})).toBe(200)
    expect(await patch({ metadata: { finalizers: null } })).toBe(200)
    expect(await patch({ rules: [rule('get', 'configmaps')] })).toBe(200)
    expect(await patch({ rules: [rule('get', 'secrets')] })).toBe(403)
  })

  test('in a binding', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([writes(), rule('get', 'configmaps')])
    await as('root', 'POST', ROLES, role('weak', [rule('get', 'configmaps')]))
    await as('root', 'POST', ROLES, role('strong', [rule('get', 'secrets')]))
    expect((await as('jane', 'POST', BINDINGS, binding('weak', 'weak'))).status).toBe(201)
    expect((await as('jane', 'POST', BINDINGS, binding('strong', 'strong'))).status).toBe(403)
    expect((await as('jane', 'POST', BINDINGS, binding('admin', 'cluster-admin', 'ClusterRole'))).status).toBe(403)
    expect((await as('jane', 'POST', BINDINGS, binding('none', 'none'))).body).toMatchObject({
      code: 404,
      message: 'rolebindings.rbac.authorization.platform.io "none" not found',
    })
  })

  test('unless they may escalate or bind', async () => {
    const { as, allowJane } = await rbacPlane()
    const bind = rule('bind', 'clusterroles', { resourceNames: ['cluster-admin'] }, GROUP)
    await allowJane([writes('escalate'), bind])
    expect((await as('jane', 'POST', ROLES, role('strong', [rule('*', '*')]))).status).toBe(201)
    expect((await as('jane', 'POST', BINDINGS, binding('strong', 'strong'))).status).toBe(403)
    expect((await as('jane', 'POST', BINDINGS, binding('admin', 'cluster-admin', 'ClusterRole'))).status).toBe(201)
  })

  test('with an aggregation rule', async () => {
    const { as } = await rbacPlane()
    await as('root', 'POST', `${RBAC}/clusterroles`, role('authors', [rule('create update', 'clusterroles', {}, GROUP)]))
    await as('root', 'POST', `${RBAC}/clusterrolebindings`, binding('authors', 'authors', 'ClusterRole'))
    const aggregated = { ...role('all', []), aggregationRule: { clusterRoleSelectors: [{}] } }
    expect((await as('jane', 'POST', `${RBAC}/clusterroles`, aggregated)).body.message).toBe(
      'clusterroles.rbac.authorization.platform.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    )
    expect((await as('root', 'POST', `${RBAC}/clusterroles`, aggregated)).status).toBe(201)
  })

  test('in a change of a role with an aggregation rule, even its removal', async () => {
    const { as } = await rbacPlane()
    await as('root', 'POST', `${RBAC}/clusterroles`, role('authors', [rule('get update patch', 'clusterroles', {}, GROUP)]))
    await as('root', 'POST', `${RBAC}/clusterrolebindings`, binding('authors', 'authors', 'ClusterRole'))
    const gathers = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'none' } }] } }
    await as('root', 'POST', `${RBAC}/clusterroles`, { ...role('gathers', []), ...gathers })
    const patch = (change: object) =>
      as('jane', 'PATCH', `${RBAC}/clusterroles/gathers`, change, { 'content-type': 'application/merge-patch+json' })
    for (const change of [{ metadata: { labels: { a: 'b' } } }, { aggregationRule: null }]) {
      expect((await patch(change)).body.message).toContain('must have cluster-admin privileges to use the aggregationRule')
    }
  })

  test('with a right to escalate that is restricted to a name, which does not apply to creates', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([writes(), rule('escalate', 'roles', { resourceNames: ['strong'] }, GROUP)])
    const strong = role('strong', [rule('get', 'secrets')])
    expect((await as('jane', 'POST', ROLES, strong)).status).toBe(403)
    expect((await as('jane', 'PUT', `${ROLES}/strong`, strong)).status).toBe(201)
    expect((await as('jane', 'PUT', `${ROLES}/strong`, role('strong', [rule('*', 'secrets')]))).status).toBe(200)
  })

  test('and an unauthorized writer does not learn of its validation errors', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([writes()])
    const faulty = role('a', [rule('get', 'secrets'), { verbs: ['get'], apiGroups: [] }])
    expect((await as('jane', 'POST', ROLES, faulty)).status).toBe(403)
    expect((await as('root', 'POST', ROLES, faulty)).status).toBe(422)
    const stranger = { ...binding('b', 'admin', 'ClusterRole'), subjects: [{ kind: 'Stranger', name: 'x' }] }
    expect((await as('jane', 'POST', BINDINGS, stranger)).status).toBe(403)
    expect((await as('jane', 'POST', BINDINGS, binding('c', 'x', 'Stranger'))).status).toBe(422)
  })
})
