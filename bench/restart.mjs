// How long a process takes from its start until a plane over what another left behind can answer.
import { createControlPlane } from 'binnacle'
import { openStorage } from './storage.mjs'

const plane = await createControlPlane({ storage: await openStorage(process.argv[2]) })
const ms = performance.now()
const { definition } = plane.catalog.find('', 'v1', 'configmaps')
process.send({ ms, objects: plane.registry.count(definition), rssMiB: process.memoryUsage().rss / 1024 / 1024 })
