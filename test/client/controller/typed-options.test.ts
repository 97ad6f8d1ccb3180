import { expect, test } from '@jest/globals'
import { controller } from '../../../src/public/client.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'
import { testPlane } from '../../../src/public/testing.js'
import { Widget } from '../../testing/widget.js'

interface Data {
  readonly data?: { readonly widget?: string }
}

test('what a controller watches has its own type in each map, and any client of Leases will do', async () => {
  const { Secret, Lease } = packagedKinds({ dialect: 'platform' })
  const plane = await testPlane({ resources: [Widget] })
  const client = plane.client()
  const maps = client.resource<Data>({ group: '', version: 'v1', kind: 'ConfigMap' })
  const leases = client.resource({ group: 'coordination.', version: 'v1', kind: 'Lease' }).namespace('default')
  const called: string[] = []
  const running = controller({
    for: client.resource(Widget),
    watches: [
      { resource: maps, map: ({ metadata, data }) => [`${metadata.namespace}/${data?.widget}`] },
      { resource: client.resource(Secret), map: ({ metadata, type }) => [`${metadata.namespace}/${type}`] },
    ],
    leaderElection: { leases, name: 'only', identity: 'first' },
    async reconcile({ metadata }) {
      called.push(metadata.name)
    },
  })
  const typed: Parameters<typeof controller>[0]['leaderElection'] = {
    leases: client.resource(Lease).namespace('default'),
    name: 'only',
    identity: 'second',
  }
  expect(typed.identity).toBe('second')
  await client
    .resource(Widget)
    .namespace('default')
    .create({ metadata: { name: 'lamp' }, spec: { color: 'red' } })
  await plane.settled()
  await maps.namespace('default').create({ metadata: { name: 'points' }, data: { widget: 'lamp' } })
  await plane.settled()
  expect(called).toEqual(['lamp', 'lamp'])
  await running.stop()
  await plane.close()
})
