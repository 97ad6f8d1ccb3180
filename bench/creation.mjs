// Time to create a plane after the import: the first of a process, and later ones. `kinds` as argument: with all packaged kinds.
import { createControlPlane } from 'binnacle'

const kubernetes = process.argv[2] === 'kinds' ? await import('binnacle/kubernetes') : undefined

async function create() {
  const start = performance.now()
  const plane = await createControlPlane(kubernetes && { resources: Object.values(kubernetes.packagedKinds()) })
  const ms = performance.now() - start
  await plane.close()
  return ms
}
const first = await create()
const later = []
for (let count = 0; count < 20; count += 1) later.push(await create())
process.send({ first, later })
