// Memory of a plane with 100,000 objects of 1 KiB, created in process with the registry's verb.
import { existsSync, readFileSync } from 'node:fs'
import { createControlPlane } from 'binnacle'
import { configMap, KIB, nameOf } from './objects.mjs'
import { openStorage } from './storage.mjs'

const OBJECTS = 100_000
const MIB = KIB * KIB

// As many in parallel as share one sync; in memory there is no sync to share.
const storage = process.argv[2] ?? 'memory'
const AT_ONCE = storage === 'memory' ? 1 : 16

const plane = await createControlPlane({ storage: await openStorage(storage) })
const { definition, version } = plane.catalog.find('', 'v1', 'configmaps')
const target = { definition, version, namespace: 'default', name: '', subresource: undefined }
const caller = { user: { username: 'bench', groups: [] }, warn: () => {} }
const make = (number) => {
  const value = configMap('default', nameOf(number), 'data', KIB)
  return plane.registry.create(target, caller, { value, duplicateFields: [] }, {})
}
for (let number = 0; number < OBJECTS; number += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => make(number + i)))
}
globalThis.gc()
await new Promise((resolve) => setTimeout(resolve, 200))
globalThis.gc()
const { rss, heapUsed, heapTotal, arrayBuffers } = process.memoryUsage()
const mapped = mappedBytes()
process.send({
  objects: OBJECTS,
  rssMiB: (rss - mapped) / MIB,
  heapMiB: heapUsed / MIB,
  freeHeapMiB: (heapTotal - heapUsed) / MIB,
  bytesMiB: arrayBuffers / MIB,
  mappedMiB: mapped / MIB,
})

// Mapped pages of the storage file, which the system reclaims when memory is needed; zero if the system does not report them.
function mappedBytes() {
  const directory = storage.startsWith('lmdb:') ? storage.slice('lmdb:'.length) : undefined
  if (!directory || !existsSync('/proc/self/smaps')) return 0
  let isFile = false
  let kib = 0
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isFile = line.includes(directory)
    else if (isFile && line.startsWith('Rss:')) kib += Number(/\d+/.exec(line)?.[0])
  }
  return kib * KIB
}
