import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/public/index.js'
import { until } from '../adapters/until.js'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('requests of a plane to itself are not counted, and are waited for when it drains', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const plane = await createControlPlane({
    stages: [
      {
        name: 'hold',
        after: 'authorization',
        async handle(exchange, next) {
          if (exchange.request.verb === 'get') await held
          return next(exchange)
        },
      },
    ],
  })
  const clients = [plane.client(), plane.client({ user: 'jane' })]
  const watches = clients.map((client) => client.resource(NAMESPACES).watch().subscribe())
  const own = plane.client().resource(NAMESPACES).get('default')
  const others = plane.client({ user: 'jane' }).resource(NAMESPACES).get('default')
  await until(() => plane.stats.openWatches > 0 && plane.stats.requestsInFlight > 0)
  await settle()
  expect(plane.stats).toEqual({ requestsInFlight: 1, openWatches: 1 })

  let isDrained = false
  const drained = plane.drain().then(() => {
    isDrained = true
  })
  await settle()
  expect(isDrained).toBe(false)
  letGo()
  expect((await own).metadata.name).toBe('default')
  await Promise.all([others, drained])
  for (const watch of watches) watch.unsubscribe()
  await plane.close()
})
