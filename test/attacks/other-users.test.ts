import { afterEach, describe, expect, test } from '@jest/globals'
import { until } from '../adapters/until.js'
import { type RbacPlane, rbacPlane, rule } from '../plane/access/rbac-plane.js'
import { Reader } from '../server/watching.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
/** Enough of them that the plane keeps the bytes of their list. */
const MANY = 300

let made: RbacPlane
afterEach(() => made.plane.close())

async function manyObjects() {
  made = await rbacPlane()
  for (let number = 0; number < MANY; number += 1) {
    await made.as('root', 'POST', CONFIG_MAPS, {
      metadata: { name: `c${number}` },
      data: { of: 'root', filler: 'x'.repeat(500) },
    })
  }
  return made
}

describe('an answer for one user', () => {
  test('is not shown to an unauthorized user, however often it was requested', async () => {
    const { as } = await manyObjects()
    for (const path of [CONFIG_MAPS, '/api/v1/configmaps', `${CONFIG_MAPS}?limit=10`]) {
      for (let time = 0; time < 3; time += 1) expect((await as('root', 'GET', path)).status).toBe(200)
      for (const who of ['jane', ''] as const) {
        const { status, body } = await as(who, 'GET', path)
        expect([who, status, body.items]).toEqual([who, 403, undefined])
      }
    }
  })

  test('is not shown to another user by its entity tag', async () => {
    const { send, as } = await manyObjects()
    const headers = (who: string) => ({ authorization: `Bearer ${who}`, 'if-none-match': '*' })
    expect((await as('root', 'GET', CONFIG_MAPS)).status).toBe(200)
    expect((await send('GET', CONFIG_MAPS, { headers: headers('jane') })).status).toBe(403)
  })

  test('is not shown by the continue token of another user', async () => {
    const { as } = await manyObjects()
    const { body } = await as('root', 'GET', `${CONFIG_MAPS}?limit=10`)
    const next = `${CONFIG_MAPS}?limit=10&continue=${body.metadata.continue}`
    expect((await as('root', 'GET', next)).status).toBe(200)
    expect((await as('jane', 'GET', next)).status).toBe(403)
  })

  test('is not shown any more after the right is revoked', async () => {
    const { as, allowJane } = await manyObjects()
    await allowJane([rule('list', 'configmaps')])
    expect((await as('jane', 'GET', CONFIG_MAPS)).body.items).toHaveLength(MANY)
    await allowJane([])
    expect((await as('jane', 'GET', CONFIG_MAPS)).status).toBe(403)
  })

  test('a right to one name shows only that name, in lists and in watches shared with other users', async () => {
    const { as, send, allowJane } = await manyObjects()
    await allowJane([rule('list watch', 'configmaps', { resourceNames: ['c7'] })])
    const narrow = `${CONFIG_MAPS}?fieldSelector=metadata.name%3Dc7`
    expect((await as('jane', 'GET', narrow)).body.items).toMatchObject([{ metadata: { name: 'c7' } }])
    for (const wide of [CONFIG_MAPS, `${CONFIG_MAPS}?watch=1`, `${CONFIG_MAPS}?fieldSelector=metadata.name%3Dc8`]) {
      expect([wide, (await as('jane', 'GET', wide)).status]).toEqual([wide, 403])
    }
    const as_ = (who: string) => ({ headers: { authorization: `Bearer ${who}` } })
    const roots = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1&resourceVersion=0`, as_('root')))
    const janes = new Reader(await send('GET', `${narrow}&watch=1&resourceVersion=0`, as_('jane')))
    const twoNames = new Reader(await send('GET', `${narrow},metadata.name%3Dc8&watch=1&resourceVersion=0`, as_('jane')))
    const change = { 'content-type': 'application/merge-patch+json' }
    for (const name of ['c6', 'c7', 'c8']) await as('root', 'PATCH', `${CONFIG_MAPS}/${name}`, { data: { now: 'new' } }, change)
    await until(() => roots.lines.length === MANY + 3)
    expect(janes.summary).toEqual(['ADDED c7', 'MODIFIED c7'])
    expect(twoNames.summary).toEqual([])
  })
})
