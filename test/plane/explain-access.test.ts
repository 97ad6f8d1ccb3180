import { expect, test } from '@jest/globals'
import { testPlane } from '../../src/public/testing.js'

const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' }

test('a plane explains what its own authorizers decide, and its proposal allows it when it is created', async () => {
  const plane = await testPlane({ authorizer: 'RBAC' })
  const question = { user: { username: 'jane' }, verb: 'list', resource: 'configmaps', namespace: 'default' }
  const refused = await plane.explainAccess(question)
  expect(refused.allowed).toBe(false)
  expect(refused.proposal?.roles.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['view', 'edit', 'admin', 'cluster-admin']),
  )

  const jane = plane.client({ user: 'jane' })
  const maps = jane.resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
  await expect(maps.list()).rejects.toThrow('User "jane" cannot list')
  for (const object of refused.proposal?.objects ?? []) {
    await plane
      .client()
      .resource({ ...rbac, kind: object.kind })
      .namespace('default')
      .create(object)
  }
  expect((await maps.list()).items).toEqual([])
  expect(await plane.explainAccess(question)).toMatchObject({
    allowed: true,
    decidedBy: 'RBAC',
    grants: [{ binding: { name: 'jane-list-configmaps' }, rule: { verbs: ['list'] } }],
  })
  await plane.close()
})

test('an embedder’s authorizer is named, beside roles', async () => {
  const mine = { name: 'tenants', authorize: () => ({ decision: 'allow' as const, reason: 'of the tenant' }) }
  const plane = await testPlane({ authorizer: ['RBAC', mine] })
  expect(await plane.explainAccess({ user: { username: 'jane' }, verb: 'get', path: '/metrics' })).toEqual({
    allowed: true,
    decidedBy: 'tenants',
    opinions: [
      { authorizer: 'RBAC', decision: 'noOpinion' },
      { authorizer: 'tenants', decision: 'allow', reason: 'of the tenant' },
    ],
    grants: [],
  })
  await plane.close()
})
