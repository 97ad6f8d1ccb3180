// What 100,000 objects of 1 KiB cost a plane, made in process by the registry's own verb.
import { createControlPlane } from 'binnacle'
import { configMap, nameOf } from './objects.mjs'

const OBJECTS = 100_000
const MIB = 1024 * 1024

const plane = await createControlPlane()
const { definition, version } = plane.catalog.find('', 'v1', 'configmaps')
const target = { definition, version, namespace: 'default', name: '', subresource: undefined }
const caller = { user: { username: 'bench', groups: [] }, warn: () => {} }
for (let number = 0; number < OBJECTS; number += 1) {
  const value = configMap('default', nameOf(number), 'data')
  await plane.registry.create(target, caller, { value, duplicateFields: [] }, {})
}
globalThis.gc()
await new Promise((resolve) => setTimeout(resolve, 200))
globalThis.gc()
const { rss, heapUsed } = process.memoryUsage()
process.send({ objects: OBJECTS, rssMiB: rss / MIB, heapMiB: heapUsed / MIB })
