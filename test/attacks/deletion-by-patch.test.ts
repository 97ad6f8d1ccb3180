import { afterEach, describe, expect, test } from '@jest/globals'
import { type RbacPlane, rbacPlane, rule } from '../plane/access/rbac-plane.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const own = { apiVersion: 'v1', kind: 'ConfigMap' }

let made: RbacPlane
afterEach(() => made.plane.close())

/** A plane where jane may change config maps, and not delete them. */
async function janeMayPatch() {
  made = await rbacPlane()
  await made.allowJane([rule('get update patch', 'configmaps')])
  await made.as('root', 'POST', CONFIG_MAPS, { metadata: { name: 'a', finalizers: ['example.com/keeps'] }, data: { k: 'v' } })
  return made
}

describe('a user with the right to patch and not to delete', () => {
  test.each([
    { what: 'the whole document removed', type: 'json-patch', body: [{ op: 'remove', path: '' }] },
    { what: 'the whole document null', type: 'json-patch', body: [{ op: 'replace', path: '', value: null }] },
    { what: 'the metadata removed', type: 'json-patch', body: [{ op: 'remove', path: '/metadata' }] },
    { what: 'null', type: 'merge-patch', body: null },
    { what: 'null metadata', type: 'merge-patch', body: { metadata: null } },
    { what: 'a null name', type: 'merge-patch', body: { metadata: { name: null } } },
    {
      what: 'a time of deletion',
      type: 'merge-patch',
      body: { metadata: { deletionTimestamp: '2001-01-01T00:00:00Z', finalizers: null } },
    },
    { what: 'a directive to delete', type: 'strategic-merge-patch', body: { $patch: 'delete' } },
    { what: 'a directive to delete the metadata', type: 'strategic-merge-patch', body: { metadata: { $patch: 'delete' } } },
    { what: 'a directive to replace by nothing', type: 'strategic-merge-patch', body: { $patch: 'replace' } },
    {
      what: 'an apply with a time of deletion',
      type: 'apply-patch',
      body: { ...own, metadata: { name: 'a', deletionTimestamp: '2001-01-01T00:00:00Z' } },
    },
  ])('leaves the object there: $what', async ({ type, body }) => {
    const { as } = await janeMayPatch()
    const before = (await as('root', 'GET', `${CONFIG_MAPS}/a`)).body.metadata
    const url = `${CONFIG_MAPS}/a${type === 'apply-patch' ? '?fieldManager=jane&force=true' : ''}`
    await as('jane', 'PATCH', url, JSON.stringify(body), {
      'content-type': `application/${type}+${type === 'apply-patch' ? 'yaml' : 'json'}`,
    })
    const { status, body: after } = await as('root', 'GET', `${CONFIG_MAPS}/a`)
    expect([status, after.metadata?.uid, after.metadata?.deletionTimestamp]).toEqual([200, before.uid, undefined])
  })

  test.each([
    { path: `${CONFIG_MAPS}/a`, headers: {} },
    { path: CONFIG_MAPS, headers: {} },
    { path: `${CONFIG_MAPS}/a`, headers: { 'x-http-method-override': 'PATCH' } },
    { path: `${CONFIG_MAPS}/a?_method=PATCH`, headers: {} },
  ])('cannot delete: $path $headers', async ({ path, headers }) => {
    const { as } = await janeMayPatch()
    expect((await as('jane', 'DELETE', path, undefined, headers)).status).toBe(403)
    expect((await as('jane', 'POST', path, {}, { 'x-http-method-override': 'DELETE' })).status).not.toBe(200)
    expect((await as('root', 'GET', `${CONFIG_MAPS}/a`)).body.metadata.deletionTimestamp).toBeUndefined()
  })
})

test('a write of the status removes no finalizer of an object that is being deleted', async () => {
  made = await rbacPlane()
  const gadgets = '/apis/example.com/v1/namespaces/default/gadgets'
  const metadata = { name: 'g', finalizers: ['example.com/keeps'] }
  await made.as('root', 'POST', gadgets, { apiVersion: 'example.com/v1', kind: 'Gadget', metadata })
  await made.as('root', 'DELETE', `${gadgets}/g`)
  const patch = { metadata: { finalizers: null }, status: {} }
  await made.as('root', 'PATCH', `${gadgets}/g/status`, patch, { 'content-type': 'application/merge-patch+json' })
  expect((await made.as('root', 'GET', `${gadgets}/g`)).body.metadata.finalizers).toEqual(['example.com/keeps'])
})
