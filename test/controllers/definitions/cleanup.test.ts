import { expect, test } from '@jest/globals'
import type { AdmissionPlugin } from '../../../src/public/admission.js'
import { testPlane } from '../../../src/public/testing.js'
import { WIDGET_DEFINITION } from '../../registry/support.js'
import { CONFIG_MAPS, namesOf, ownerOf } from '../support.js'

const DEFINITIONS = { group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' }
const WIDGETS = { group: 'example.com', version: 'v1', resource: 'widgets' }

/** Takes long to let widgets go, as loading code does on a busy machine. */
const slowly: AdmissionPlugin = {
  name: 'slowly',
  handles: ({ operation, resource }) => operation === 'DELETE' && resource === 'widgets',
  async validate() {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  },
}

test('a plane is settled when the objects of a deleted type, and their dependents, are deleted', async () => {
  const lab = await testPlane({ controllers: ['garbagecollector'], admission: [slowly] })
  const client = lab.client({ user: 'tester' })
  await client.resource(DEFINITIONS).create(WIDGET_DEFINITION)
  const owner = await client
    .resource(WIDGETS)
    .namespace('default')
    .create({ metadata: { name: 'owner' } })
  const maps = client.resource(CONFIG_MAPS).namespace('default')
  await maps.create({ metadata: { name: 'owned', ownerReferences: [ownerOf(owner)] } })
  await lab.settled()
  await client.resource(DEFINITIONS).delete('widgets.example.com')
  await lab.settled()
  expect(await namesOf(maps)).toEqual([])
  expect(await namesOf(client.resource(DEFINITIONS))).toEqual([])
  await lab.close()
})
