import { describe, expect, test } from '@jest/globals'
import { defineResource } from '../../../src/resources/index.js'
import { rbacPlane, rule } from './rbac-plane.js'

const GROUP = 'other.example.com'
const BASE = `/apis/${GROUP}/v1`
const named = (name: string, more: object = {}) => ({
  kind: 'Namespace',
  apiVersion: `${GROUP}/v1`,
  metadata: { name, ...more },
})
const foreign = defineResource({
  group: GROUP,
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  versions: [{ name: 'v1', subresources: { status: true } }],
})

/** A plane with such a type, an object of it called as a namespace is, and one who may do everything in that namespace. */
async function foreignPlane() {
  const plane = await rbacPlane({ resources: [foreign] })
  const made = await plane.as('root', 'POST', `${BASE}/namespaces`, named('default'))
  expect(made.status).toBe(201)
  await plane.allowJane([rule('*', '*', {}, '*')], 'default')
  return plane
}

describe('a cluster-scoped type of another group whose plural is namespaces', () => {
  test.each([
    ['GET', `${BASE}/namespaces/default`],
    ['PUT', `${BASE}/namespaces/default`],
    ['PATCH', `${BASE}/namespaces/default`],
    ['DELETE', `${BASE}/namespaces/default`],
    ['GET', `${BASE}/namespaces/default/status`],
    ['PUT', `${BASE}/namespaces/default/status`],
    ['GET', `${BASE}/namespaces/default/namespaces/default`],
    ['DELETE', `${BASE}/namespaces/default/namespaces/default`],
    ['GET', `${BASE}/watch/namespaces/default`],
    ['GET', `${BASE}/namespaces/default?watch=1`],
  ])('is not covered by a role in the namespace of that name: %s %s', async (method, url) => {
    const { as } = await foreignPlane()
    const body = method === 'PUT' || method === 'PATCH' ? named('default', { labels: { a: 'b' } }) : undefined
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    expect((await as('jane', method, url, body, headers)).status).toBe(404)
    const { items } = (await as('root', 'GET', `${BASE}/namespaces`)).body
    expect(items).toMatchObject([{ metadata: { name: 'default' } }])
    expect(items[0].metadata).not.toHaveProperty('labels')
  })

  test.each([
    ['GET', `${BASE}/namespaces`],
    ['GET', `${BASE}/namespaces?fieldSelector=metadata.name%3Ddefault`],
    ['DELETE', `${BASE}/namespaces`],
    ['POST', `${BASE}/namespaces`],
  ])('needs rights in the whole cluster for the collection: %s %s', async (method, url) => {
    const { as } = await foreignPlane()
    const body = method === 'POST' ? named('more') : undefined
    expect((await as('jane', method, url, body)).status).toBe(403)
  })

  test('does not hide the namespaces themselves', async () => {
    const { as } = await foreignPlane()
    const { status, body } = await as('jane', 'GET', '/api/v1/namespaces/default')
    expect([status, body.apiVersion]).toEqual([200, 'v1'])
  })
})

describe('a namespaced type of another group whose plural is namespaces', () => {
  test('is authorized in the namespace of the request', async () => {
    const own = defineResource({ group: GROUP, kind: 'Namespace', plural: 'namespaces', versions: [{ name: 'v1' }] })
    const { as, allowJane } = await rbacPlane({ resources: [own] })
    await allowJane([rule('*', '*', {}, '*')], 'default')
    for (const namespace of ['default', 'platform-system']) {
      const url = `${BASE}/namespaces/${namespace}/namespaces`
      expect((await as('root', 'POST', url, named('default'))).status).toBe(201)
    }
    expect((await as('jane', 'GET', `${BASE}/namespaces/default/namespaces/default`)).body.metadata.namespace).toBe('default')
    expect((await as('jane', 'GET', `${BASE}/namespaces/platform-system/namespaces/default`)).status).toBe(403)
    expect((await as('jane', 'GET', `${BASE}/namespaces`)).status).toBe(403)
  })
})
