// How long a plane takes to make after the import: the first of a process, and those after it.
import { createControlPlane } from 'binnacle'

async function create() {
  const start = performance.now()
  const plane = await createControlPlane()
  const ms = performance.now() - start
  await plane.close()
  return ms
}
const first = await create()
const later = []
for (let count = 0; count < 20; count += 1) later.push(await create())
process.send({ first, later })
