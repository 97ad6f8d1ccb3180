// The test of the controller beside it: `node --test examples/controller.test.mjs`.
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { testPlane } from 'binnacle/testing'
import { ConfigMap, runWidgets, Widget } from './controller.mjs'

test('a widget has its copies until its time is over', async () => {
  const plane = await testPlane({ resources: [Widget] })
  const client = plane.client({ user: 'widget-controller' })
  const [widgets, maps] = [Widget, ConfigMap].map((type) => client.resource(type).namespace('default'))
  const copies = async () => (await maps.list()).items.map(({ metadata, data }) => `${metadata.name} ${data.text}`)
  plane.faults.add({ verb: 'patch', resource: 'widgets' }, { status: 409 })
  plane.faults.add({ verb: 'patch', resource: 'configmaps' }, { status: 500 })
  runWidgets(client)

  await widgets.create({ metadata: { name: 'lamp' }, spec: { text: 'on', copies: 2 } })
  await plane.advance(100) // both failures are retried after some milliseconds
  deepEqual(await copies(), ['lamp-0 on', 'lamp-1 on'])
  deepEqual((await widgets.get('lamp')).status, { copies: 2, phase: 'Live' })
  plane.faults.expectAllUsed()

  await maps.delete('lamp-1')
  await plane.settled()
  deepEqual(await copies(), ['lamp-0 on', 'lamp-1 on'])

  await plane.advance(3_600_000)
  equal((await widgets.get('lamp')).status.phase, 'Over')
  deepEqual(await copies(), [])
  deepEqual(
    plane.history({ verb: 'create', resource: 'events' }).map(({ body }) => body.reason),
    ['Live', 'Over'],
  )

  await widgets.delete('lamp')
  await plane.settled()
  deepEqual((await widgets.list()).items, [])
  await plane.close()
})
