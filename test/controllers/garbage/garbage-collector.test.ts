import { afterEach, describe, expect, test } from '@jest/globals'
import { testPlane, type TestPlane } from '../../../src/public/testing.js'

const CONFIG_MAPS = { group: '', version: 'v1', kind: 'ConfigMap' } as const
let lab: TestPlane
afterEach(() => lab.close())

test('goes', async () => {
  lab = await testPlane({ controllers: ['garbagecollector'] })
  const maps = lab.client().resource(CONFIG_MAPS).namespace('default')
  await lab.settled()
  const a = await maps.create({ metadata: { name: 'a' } })
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: a.metadata.uid ?? '' }
  await maps.create({ metadata: { name: 'b', ownerReferences: [ref] } })
  await lab.settled()
  expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  await maps.delete('a')
  await lab.settled()
  expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual([])
})
