import { afterEach, describe, expect, test } from '@jest/globals'
import { defineResource } from '../../src/resources/index.js'
import { type RbacPlane, rbacPlane, rule } from '../plane/access/rbac-plane.js'

const GROUP = 'fleet.example.com'
const spec = { spec: { type: 'object' as const, properties: { secret: { type: 'string' as const } } } }
const define = (kind: string, plural: string, namespaced: boolean) =>
  defineResource({ group: GROUP, kind, plural, namespaced, versions: [{ name: 'v1', schema: spec }] })

const types = [
  define('Ship', 'ships', false),
  define('Boat', 'boats', true),
  define('Namespace', 'namespaces', false),
  define('Secret', 'secrets', true),
]

const objectOf = (kind: string, name: string, apiVersion = `${GROUP}/v1`) => ({
  apiVersion,
  kind,
  metadata: { name },
  spec: { secret: 'mine' },
})

let made: RbacPlane
afterEach(() => made.plane.close())

/** A plane where jane may do everything within the namespace `default`, and nothing beyond. */
async function janesNamespace() {
  made = await rbacPlane({ resources: types })
  await made.allowJane([rule('*', '*', { apiGroups: ['*'] })])
  await made.as('root', 'POST', '/api/v1/namespaces', { metadata: { name: 'other' } })
  for (const [path, kind, name] of [
    ['ships', 'Ship', 'default'],
    ['namespaces', 'Namespace', 'default'],
    ['namespaces', 'Namespace', 'kube'],
    ['namespaces/other/boats', 'Boat', 'default'],
  ] as const) {
    const { status } = await made.as('root', 'POST', `/apis/${GROUP}/v1/${path}`, objectOf(kind, name))
    expect([path, status]).toEqual([path, 201])
  }
  return made
}

const ATTEMPTS = ['GET', 'PUT', 'PATCH', 'DELETE']
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

describe('rights within a namespace', () => {
  test.each([
    // As if a type of the cluster were in a namespace, of any name.
    { path: `/apis/${GROUP}/v1/namespaces/default/ships/default` },
    { path: `/apis/${GROUP}/v1/namespaces/default/ships` },
    { path: `/apis/${GROUP}/v1/ships/default` },
    { path: `/apis/${GROUP}/v1/ships` },
    { path: `/apis/${GROUP}/v1/watch/namespaces/default/ships/default` },
    // A type that shares its plural with namespaces, in a group of its own.
    { path: `/apis/${GROUP}/v1/namespaces/default` },
    { path: `/apis/${GROUP}/v1/namespaces/kube` },
    { path: `/apis/${GROUP}/v1/namespaces` },
    { path: `/apis/${GROUP}/v1/namespaces/default/namespaces/kube` },
    // Another namespace, by tricks of spelling.
    { path: `/apis/${GROUP}/v1/namespaces/other/boats/default` },
    { path: `/apis/${GROUP}/v1/namespaces/default%2F..%2Fother/boats/default` },
    { path: `/apis/${GROUP}/v1/namespaces/default/../other/boats/default` },
    { path: `/apis/${GROUP}/v1/namespaces/default/boats/..%2F..%2Fother%2Fboats%2Fdefault` },
    { path: `/apis/${GROUP}/v1/boats` },
    { path: `/apis/${GROUP}/v1/watch/boats` },
  ])('show and change nothing at $path', async ({ path }) => {
    const { as } = await janesNamespace()
    for (const method of ATTEMPTS) {
      const body =
        method === 'PATCH' ? [{ op: 'replace', path: '/spec', value: {} }] : { metadata: { name: 'default' }, spec: {} }
      const { status, body: answer } = await as(
        'jane',
        method,
        path,
        method === 'GET' ? undefined : body,
        method === 'PATCH' ? JSON_PATCH : {},
      )
      expect([method, status >= 400, `${JSON.stringify(answer)}`.includes('mine')]).toEqual([method, true, false])
    }
    for (const collection of ['ships', 'namespaces', 'namespaces/other/boats']) {
      const { items } = (await as('root', 'GET', `/apis/${GROUP}/v1/${collection}`)).body
      expect([collection, items.map(({ spec }: { readonly spec: unknown }) => spec)]).toEqual([
        collection,
        Array.from({ length: collection === 'namespaces' ? 2 : 1 }, () => ({ secret: 'mine' })),
      ])
    }
  })

  test('are for the group that they name, not for a type of the same plural in another group', async () => {
    made = await rbacPlane({ resources: types })
    await made.allowJane([rule('get list watch create', 'secrets', { apiGroups: [GROUP] })])
    const [theirs, ours] = [`/apis/${GROUP}/v1/namespaces/default/secrets`, '/api/v1/namespaces/default/secrets']
    await made.as('root', 'POST', ours, { metadata: { name: 's' }, stringData: { k: 'v' } })
    expect((await made.as('jane', 'POST', theirs, objectOf('Secret', 's'))).status).toBe(201)
    expect((await made.as('jane', 'GET', theirs)).body.items).toHaveLength(1)
    for (const path of [ours, `${ours}/s`]) expect((await made.as('jane', 'GET', path)).status).toBe(403)
    // Nor does the body make one of the other.
    expect((await made.as('jane', 'POST', theirs, objectOf('Secret', 't', 'v1'))).status).toBe(400)
  })

  test('do not reach another type of the group by a continue token', async () => {
    made = await rbacPlane({ resources: types })
    await made.allowJane([rule('list', 'boats', { apiGroups: [GROUP] })])
    for (const name of ['a', 'b']) {
      await made.as('root', 'POST', `/apis/${GROUP}/v1/namespaces/default/boats`, objectOf('Boat', name))
      await made.as('root', 'POST', `/apis/${GROUP}/v1/namespaces/default/secrets`, objectOf('Secret', name))
    }
    const boats = `/apis/${GROUP}/v1/namespaces/default/boats?limit=1`
    const own = (await made.as('jane', 'GET', boats)).body.metadata.continue
    expect((await made.as('jane', 'GET', `${boats}&continue=${own}`)).status).toBe(200)
    const other = (await made.as('root', 'GET', `/apis/${GROUP}/v1/namespaces/default/secrets?limit=1`)).body.metadata.continue
    const everywhere = (await made.as('root', 'GET', `/apis/${GROUP}/v1/boats?limit=1`)).body.metadata.continue
    for (const token of [other, everywhere]) {
      expect(token).toEqual(expect.any(String))
      expect((await made.as('jane', 'GET', `${boats}&continue=${token}`)).status).toBe(400)
    }
  })
})
