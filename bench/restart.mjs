// Time from the start of a process until a plane over existing state can serve requests.
import { createControlPlane } from 'binnacle'
import { openStorage } from './storage.mjs'

const plane = await createControlPlane({ storage: await openStorage(process.argv[2]) })
const ms = performance.now()
const { definition } = plane.catalog.find('', 'v1', 'configmaps')
process.send({ ms, objects: plane.registry.count(definition), rssMiB: process.memoryUsage().rss / 1024 / 1024 })
