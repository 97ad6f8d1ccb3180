import { expect, test } from '@jest/globals'
import { dialects } from '../../src/meta/index.js'
import { createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'

test.each(dialects)('a plane with the packaged kinds has what clients of a cluster expect to find: $name', async (dialect) => {
  const kinds = packagedKinds({ dialect })
  const plane = await createControlPlane({ dialect, resources: Object.values(kinds) })
  const service = await plane.client().resource(kinds.Service).namespace(dialect.namespaces.default).get(dialect.name)
  expect(service.spec).toMatchObject({ clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443 }] })
  const classes = await plane.client().resource(kinds.PriorityClass).list()
  expect(classes.items.map(({ metadata, value }) => [metadata.name, value])).toEqual([
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ])
  const gone = plane.client().resource(kinds.PriorityClass).delete('system-node-critical')
  await expect(gone).rejects.toMatchObject({ status: { reason: 'Forbidden' } })
  await plane.close()
})

test('nothing is made when it is not wanted', async () => {
  const kinds = packagedKinds()
  const plane = await createControlPlane({ resources: Object.values(kinds), controllers: ['-cluster-objects'] })
  expect((await plane.client().resource(kinds.Service).list()).items).toEqual([])
  await plane.close()
})
