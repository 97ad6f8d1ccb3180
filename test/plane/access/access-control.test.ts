import { describe, expect, test } from '@jest/globals'
import type { Authorizer } from '../../../src/authz/index.js'
import { kubernetesDialect } from '../../../src/meta/index.js'
import { CONFIG_MAPS, configMap } from '../../server/plane.js'
import { RBAC, rbacPlane, rule } from './rbac-plane.js'

describe('a plane with role-based access control', () => {
  test.each([
    { who: '', path: '/healthz', status: 200 },
    { who: '', path: '/livez', status: 200 },
    { who: '', path: '/readyz', status: 200 },
    { who: '', path: '/version', status: 200 },
    { who: '', path: '/api', status: 403 },
    { who: '', path: '/apis', status: 403 },
    { who: '', path: '/metrics', status: 403 },
    { who: '', path: CONFIG_MAPS, status: 403 },
    { who: 'jane', path: '/apis', status: 200 },
    { who: 'jane', path: '/openapi/v3', status: 200 },
    { who: 'jane', path: '/metrics', status: 403 },
    { who: 'jane', path: CONFIG_MAPS, status: 403 },
    { who: 'root', path: '/metrics', status: 200 },
    { who: 'root', path: CONFIG_MAPS, status: 200 },
  ] as const)('answers "$who" at $path with $status', async ({ who, path, status }) => {
    const { as } = await rbacPlane()
    expect((await as(who, 'GET', path)).status).toBe(status)
  })

  test('a grant is in effect from the next request until it is deleted', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([rule('list', 'configmaps')])
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(200)
    expect((await as('jane', 'GET', `${CONFIG_MAPS}?watch=1`)).body).toMatchObject({
      code: 403,
      message: expect.stringContaining(
        'User "jane" cannot watch resource "configmaps" in API group "" in the namespace "default"',
      ),
    })
    await as('root', 'DELETE', `${RBAC}/namespaces/default/rolebindings/for-jane`)
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(403)
    await allowJane([rule('list', 'configmaps')])
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(200)
    await as('root', 'DELETE', `${RBAC}/namespaces/default/roles/for-jane`)
    expect((await as('jane', 'GET', CONFIG_MAPS)).body.message).toContain('"for-jane" not found')
  })

  test('a right to one name is a right to list and watch that name', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([rule('list', 'configmaps', { resourceNames: ['a'] })])
    const selected = (name: string) => as('jane', 'GET', `${CONFIG_MAPS}?fieldSelector=metadata.name%3D${name}`)
    expect((await selected('a')).status).toBe(200)
    expect((await selected('b')).status).toBe(403)
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(403)
  })

  test('an apply or a PUT of a missing object requires the right to create', async () => {
    const { as, allowJane } = await rbacPlane()
    const lease = '/apis/coordination.platform.io/v1/namespaces/default/leases/l'
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const map = { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('a') }
    const send = async () => [
      await as('jane', 'PATCH', `${CONFIG_MAPS}/a?fieldManager=me`, map, apply),
      await as('jane', 'PUT', lease, { metadata: { name: 'l' }, spec: {} }),
    ]
    await allowJane([rule('patch', 'configmaps'), rule('update', 'leases', {}, 'coordination.platform.io')])
    expect((await send()).map(({ body }) => body.message)).toEqual([
      'configmaps "a" is forbidden: User "jane" cannot create resource "configmaps" in API group "" in the namespace "default"',
      'leases.coordination.platform.io "l" is forbidden: User "jane" cannot create resource "leases" in API group "coordination.platform.io" in the namespace "default"',
    ])
    await allowJane([rule('patch create', 'configmaps'), rule('update create', 'leases', {}, 'coordination.platform.io')])
    expect((await send()).map(({ status }) => status)).toEqual([201, 201])
  })

  test('reviews return its decision and reason', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([rule('list', 'configmaps')])
    const review = (kind: string, spec: object) =>
      as('jane', 'POST', `/apis/authorization.platform.io/v1/${kind}`, { spec }).then(({ body }) => body.status)
    const resourceAttributes = { verb: 'list', resource: 'configmaps', namespace: 'default' }
    expect(await review('selfsubjectaccessreviews', { resourceAttributes })).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "for-jane/default" of Role "for-jane" to User "jane"',
    })
    expect(await review('selfsubjectaccessreviews', { resourceAttributes: { ...resourceAttributes, verb: 'get' } })).toEqual({
      allowed: false,
    })
    const { resourceRules } = await review('selfsubjectrulesreviews', { namespace: 'default' })
    expect(resourceRules).toContainEqual(rule('list', 'configmaps'))
  })

  test('impersonation is authorized for the caller, and the request for the impersonated user', async () => {
    const { as, allowJane } = await rbacPlane()
    await allowJane([rule('list', 'configmaps')])
    const asJane = { 'impersonate-user': 'jane' }
    expect((await as('root', 'GET', CONFIG_MAPS, undefined, asJane)).status).toBe(200)
    expect((await as('root', 'GET', '/metrics', undefined, asJane)).status).toBe(403)
    expect((await as('jane', 'GET', CONFIG_MAPS, undefined, { 'impersonate-user': 'root' })).body.message).toBe(
      'users "root" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    )
    expect((await as('', 'GET', '/version', undefined, asJane)).status).toBe(403)
  })

  test('other authorizers are asked as well, in order', async () => {
    const mine: Authorizer = {
      authorize: ({ verb }) => (verb === 'delete' ? { decision: 'allow' } : { decision: 'noOpinion', reason: 'mine' }),
    }
    const { as, allowJane } = await rbacPlane({ authorizer: ['RBAC', mine] })
    await allowJane([rule('list', 'configmaps')])
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(200)
    expect((await as('jane', 'DELETE', `${CONFIG_MAPS}/a`)).status).toBe(404)
    expect((await as('jane', 'GET', `${CONFIG_MAPS}/a`)).body.message).toMatch(/: mine$/)
  })

  test('without it, roles are stored and not enforced', async () => {
    const { as } = await rbacPlane({ authorizer: { authorize: () => ({ decision: 'allow' }) } })
    expect((await as('jane', 'GET', `${RBAC}/clusterroles`)).body.items).toEqual([])
    expect((await as('jane', 'POST', `${RBAC}/clusterroles`, { metadata: { name: 'a' } })).status).toBe(201)
  })

  test.each([
    { authorizer: 'rbac', shown: ' is "rbac"' },
    { authorizer: true, shown: ' is true' },
    { authorizer: ['RBAC', null], shown: '[1] is null' },
    { authorizer: {}, shown: ' is an object' },
  ])('$authorizer is refused in one line', async ({ authorizer, shown }) => {
    await expect(rbacPlane({ authorizer: authorizer as unknown as Authorizer })).rejects.toThrow(
      `createControlPlane: authorizer${shown}: expected 'RBAC', an object that can authorize, or a list of these`,
    )
  })

  test('a closed plane leaves no timers, and logs no errors', async () => {
    const { plane, logged, clock } = await rbacPlane({ dialect: kubernetesDialect })
    await plane.close()
    await clock.advanceAndSettle(10_000)
    expect([logged, clock.pending]).toEqual([[], 0])
  })
})
