// A plane with the fixtures of inputs: two namespaces, a custom type, and an object that no user may change (the canary).
import { releaseOf } from './catalog.mjs'
import { NAMESPACES } from './objects.mjs'
import { startPlane } from './plane.mjs'
import { createSender } from './send.mjs'
import { widgets } from './types.mjs'

const CANARY = '/api/v1/namespaces/canary/configmaps/canary'
const create = (path, body) => ({ user: 'admin', method: 'POST', path, type: 'application/json', body: JSON.stringify(body) })

/** @param seed - Seed of the inputs; selects the older release that the plane emulates, if any. */
export async function startScene(seed) {
  const plane = await startPlane(releaseOf(seed))
  const sender = createSender(plane.port)
  for (const name of [...NAMESPACES, 'canary']) await sender.request(create('/api/v1/namespaces', { metadata: { name } }))
  await sender.request(create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgets))
  await sender.request(
    create('/api/v1/namespaces/canary/configmaps', {
      metadata: { name: 'canary', labels: { a: 'b' } },
      data: { song: 'a'.repeat(100) },
    }),
  )
  const look = () => sender.request({ user: 'admin', method: 'GET', path: CANARY })
  const { text: before } = await look()
  await plane.ask('measure', undefined, 10_000)
  plane.takeOutput()
  return {
    plane,
    sender,
    /** The fault of the canary; undefined if it is unchanged. */
    async canary() {
      const { status, text, error } = await look()
      if (error !== undefined) return `the canary cannot be asked for: ${error}`
      return status === 200 && text === before ? undefined : `the canary is another: ${status} ${text?.slice(0, 200)}`
    },
    /** Removes the objects of earlier inputs, so that the measured memory is that of one input. */
    async sweep() {
      for (const namespace of NAMESPACES) {
        for (const kinds of [
          '/api/v1 configmaps secrets pods serviceaccounts events',
          '/apis/apps/v1 deployments',
          '/apis/shop.example.com/v1 widgets',
          '/apis/fuzz.example.com/v2 gadgets',
        ]) {
          const [prefix, ...plurals] = kinds.split(' ')
          for (const plural of plurals)
            await sender.request({ user: 'admin', method: 'DELETE', path: `${prefix}/namespaces/${namespace}/${plural}` })
        }
      }
    },
    async stop() {
      sender.close()
      await plane.stop()
    },
  }
}
