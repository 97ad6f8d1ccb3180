import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../../src/plane/index.js'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' } as const

test.each([
  ['the plane itself', undefined],
  ['a user', 'jane'],
])('sequential requests as %s yield to the event loop', async (_, user) => {
  const plane = await createControlPlane()
  const namespaces = plane.client(user === undefined ? {} : { user }).resource(NAMESPACES)
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 3) setImmediate(count)
  }
  setImmediate(count)
  for (let left = 50_000; left > 0 && turns < 3; left--) await namespaces.get('default')
  expect(turns).toBe(3)
  // What fails leaves them as well.
  turns = 0
  setImmediate(count)
  for (let left = 50_000; left > 0 && turns < 3; left--) await namespaces.get('nowhere').catch(() => {})
  expect(turns).toBe(3)
  await plane.close()
})

test('a list of large objects is made in several turns', async () => {
  const plane = await createControlPlane()
  const maps = plane.client({ user: 'jane' }).resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
  const value = 'x'.repeat(200_000)
  for (const name of ['a', 'b', 'c']) await maps.create({ metadata: { name }, data: { value } })
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 2) setImmediate(count)
  }
  setImmediate(count)
  const { items } = await maps.list()
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c'])
  expect(turns).toBe(2)
  await plane.close()
})
