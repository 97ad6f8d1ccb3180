import { expect, jest, test } from '@jest/globals'
import { dialects } from '../../src/meta/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { testPlane } from '../../src/public/testing.js'
import { defineResource, ResourceCatalog } from '../../src/resources/index.js'
import { WIDGET_DEFINITION } from '../registry/support.js'

test.each(dialects)('each served group version has an APIService that is available: $name', async (dialect) => {
  const kinds = packagedKinds({ dialect })
  const lab = await testPlane({ dialect, resources: Object.values(kinds), controllers: ['api-services'] })
  await lab.settled()
  const services = lab.client().resource(kinds.APIService)
  const names = async () => (await services.list()).items.map(({ metadata }) => metadata.name)
  const initial = await names()
  expect(initial).toEqual(expect.arrayContaining(['v1.', 'v1.apps', 'v2.autoscaling', `v1.authorization.${dialect.groupDomain}`]))
  expect(initial).not.toContain(`v1.apiregistration.${dialect.groupDomain}`)
  expect(await services.get('v1.')).toMatchObject({
    metadata: { labels: { [dialect.automanagedLabel]: 'onstart' } },
    spec: { version: 'v1', groupPriorityMinimum: 18_000, versionPriority: 1 },
    status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local', lastTransitionTime: expect.any(String) }] },
  })
  const { spec } = await services.get(`v1.rbac.authorization.${dialect.groupDomain}`)
  expect(spec).toMatchObject({ groupPriorityMinimum: 17_000, versionPriority: 15 })

  const definitions = lab.client().resource({
    group: `apiextensions.${dialect.groupDomain}`,
    version: 'v1',
    resource: 'customresourcedefinitions',
  })
  await services.create({
    metadata: { name: 'v9.mine.com' },
    spec: { group: 'mine.com', version: 'v9', groupPriorityMinimum: 10, versionPriority: 10 },
  })
  const created = JSON.parse(JSON.stringify(WIDGET_DEFINITION).replaceAll('platform.io', dialect.groupDomain))
  await definitions.create(created)
  await lab.settled()
  expect(await services.get('v1.example.com')).toMatchObject({
    metadata: { labels: { [dialect.automanagedLabel]: 'true' } },
    spec: { group: 'example.com', version: 'v1', groupPriorityMinimum: 1_000, versionPriority: 100 },
  })
  // That of a custom type comes back while the type is served; those of built-in types are created once.
  await services.delete('v1.example.com')
  await services.delete('v1.apps')
  await lab.settled()
  expect(await names()).toContain('v1.example.com')
  expect(await names()).not.toContain('v1.apps')
  await definitions.delete('widgets.example.com')
  await lab.settled()
  expect((await names()).toSorted()).toEqual([...initial.filter((name) => name !== 'v1.apps'), 'v9.mine.com'].toSorted())
  await lab.close()
})

test('a new type does not search all types for each of the groups', async () => {
  const { APIService, CustomResourceDefinition } = packagedKinds()
  const types = Array.from({ length: 60 }, (_, i) =>
    defineResource({ group: `g${i}.example.com`, kind: 'Widget', versions: [{ name: 'v1' }] }),
  )
  const lab = await testPlane({ resources: [APIService, CustomResourceDefinition, ...types], controllers: ['api-services'] })
  await lab.settled()
  const searches = jest.spyOn(ResourceCatalog.prototype, 'all')
  await lab.client().resource(CustomResourceDefinition).create(WIDGET_DEFINITION)
  await lab.settled()
  expect(searches.mock.calls.length).toBeLessThan(20)
  searches.mockRestore()
  expect(await lab.client().resource(APIService).get('v1.example.com')).toMatchObject({ spec: { group: 'example.com' } })
  await lab.close()
})
