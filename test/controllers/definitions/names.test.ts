import { expect, jest, test } from '@jest/globals'
import { systemClock } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/plane/index.js'
import { definition } from '../../resources/apiextensions/support.js'

const DEFINITIONS = { group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' } as const

test('the names of a group are scanned once for each write, however many definitions the group has', async () => {
  const plane = await createControlPlane()
  const definitions = plane.client().resource<object>(DEFINITIONS)
  const looks = jest.spyOn(plane.catalog, 'all')
  const create = async (index: number) => {
    looks.mockClear()
    const names = { plural: `things${index}`, singular: `thing${index}`, kind: `Thing${index}`, listKind: `Thing${index}List` }
    await definitions.create({ ...definition({ names }), metadata: { name: `things${index}.shop.example.com` } })
    return looks.mock.calls.length
  }
  const first = await create(0)
  for (let index = 1; index < 30; index++) await create(index)
  expect(await create(30)).toBeLessThanOrEqual(first + 2)
  await plane.close()
})

test('a write of a definition decides no other definition again, however many the group has', async () => {
  // Each decision asks for the time.
  const now = jest.fn(() => systemClock.now())
  const plane = await createControlPlane({ clock: { ...systemClock, now } })
  const definitions = plane.client().resource<object>(DEFINITIONS)
  const create = async (index: number) => {
    now.mockClear()
    const names = { plural: `things${index}`, singular: `thing${index}`, kind: `Thing${index}`, listKind: `Thing${index}List` }
    await definitions.create({ ...definition({ names }), metadata: { name: `things${index}.shop.example.com` } })
    return now.mock.calls.length
  }
  await create(0)
  const second = await create(1)
  for (let index = 2; index < 30; index++) await create(index)
  expect(await create(30)).toBe(second)
  await plane.close()
})
