import { expect, test } from '@jest/globals'
import { firstValueFrom } from 'rxjs'
import { z } from 'zod'
import type { Client, ResourceClient } from '../../src/client/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { defineResource, type ResourceDefinition } from '../../src/resources/index.js'

interface Widget {
  readonly spec: { readonly color: string; readonly ports?: readonly { readonly name: string; readonly port: number }[] }
  readonly status?: { readonly ready: boolean }
}

const widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [{ name: 'v1', subresources: { status: true } }],
}) as ResourceDefinition<Widget>

/** Never called: it is there for the compiler, which has to refuse what is marked. */
async function compiles(client: Client): Promise<void> {
  const widgets = client.resource(widget).namespace('a')
  const { spec, status, metadata } = await widgets.get('lamp')
  const color: string = spec.color
  const ready: boolean | undefined = status?.ready
  await widgets.create({ metadata: { name: color }, spec: { color } })
  await widgets.apply({ metadata: { name: 'lamp' }, spec: { ports: [{ name: 'a' }] } })
  await widgets.updateWithRetry('lamp', (draft) => {
    draft.spec.color = String(ready)
    draft.spec.ports?.push({ name: 'a', port: 1 })
    draft.metadata.labels = { ...metadata.labels, a: 'b' }
    // @ts-expect-error a field that the type does not have
    draft.spec.size = 5
  })
  // @ts-expect-error a wrong field
  await widgets.create({ metadata: { name: 'lamp' }, spec: { color, size: 5 } })
  // @ts-expect-error a wrong type
  await widgets.create({ metadata: { name: 'lamp' }, spec: { color: 5 } })
  // @ts-expect-error a missing required field
  await widgets.create({ metadata: { name: 'lamp' }, spec: {} })
  // @ts-expect-error an apply without a name
  await widgets.apply({ metadata: {}, spec: {} })
  // @ts-expect-error an apply of a wrong type
  await widgets.apply({ metadata: { name: 'lamp' }, spec: { color: 5 } })
  await widgets.patch('lamp', { merge: { spec: { color: 'red' }, metadata: { labels: { a: 'b', c: null }, finalizers: null } } })
  await widgets.patch('lamp', { merge: { spec: { ports: null }, status: { ready: null } } })
  await widgets.patch('lamp', { merge: { spec: { ports: [{ name: 'a', port: 1 }] }, status: null } })
  await widgets.status.patch('lamp', { merge: { status: { ready: true } } })
  // @ts-expect-error a patch of a field that the type does not have
  await widgets.patch('lamp', { merge: { spec: { size: 5 } } })
  // @ts-expect-error a patch of a member that objects do not have
  await widgets.patch('lamp', { merge: { spex: {} } })
  // @ts-expect-error a patch of a wrong type
  await widgets.patch('lamp', { merge: { spec: { color: 5 } } })
  // @ts-expect-error lists are replaced as a whole, and items have what is required
  await widgets.patch('lamp', { merge: { spec: { ports: [{ name: 'a' }] } } })
  // @ts-expect-error labels are texts
  await widgets.patch('lamp', { merge: { metadata: { labels: { a: 1 } } } })
  // @ts-expect-error metadata has no such member
  await widgets.patch('lamp', { merge: { metadata: { label: { a: '1' } } } })
  // @ts-expect-error a status of a wrong type
  await widgets.status.patch('lamp', { merge: { status: { ready: 'yes' } } })
  // @ts-expect-error replicas are a number
  await widgets.scale.patch('lamp', { merge: { spec: { replicas: '5' } } })
  // @ts-expect-error objects are frozen
  ;(await widgets.get('lamp')).spec.color = 'red'
  const replicas: number | undefined = (await widgets.scale.get('lamp')).spec.replicas
  const untyped: ResourceClient<Record<string, unknown>> = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' })
  await untyped.create({ metadata: { name: String(replicas) }, data: { anything: 'goes' } })
  const change: { readonly data: { readonly a: number | null } } = { data: { a: null } }
  await untyped.patch('any', { merge: change })
}

const shape = defineResource({
  group: 'shop.example.com',
  kind: 'Shape',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.discriminatedUnion('type', [
          z.object({ type: z.literal('circle'), radius: z.number() }),
          z.object({ type: z.literal('box'), width: z.number().optional(), sides: z.array(z.object({ a: z.int().default(1) })) }),
        ]),
        status: z.object({ area: z.number() }),
      },
      subresources: { status: true },
    },
  ],
})

/** Never called, as the one above. */
async function patchesOfTypes(client: Client): Promise<void> {
  const shapes = client.resource(shape).namespace('a')
  await shapes.patch('a', { merge: { spec: { type: 'box', width: null, radius: null, sides: [{}] } } })
  await shapes.patch('a', { merge: { spec: { radius: 3 } } })
  await shapes.status.patch('a', { merge: { status: { area: 3 } } })
  // @ts-expect-error a member of another alternative
  await shapes.patch('a', { merge: { spec: { type: 'box', radius: 3 } } })
  // @ts-expect-error a status has a path of its own
  await shapes.patch('a', { merge: { status: { area: 3 } } })
}

test('a definition gives its types to its client', async () => {
  expect([compiles, patchesOfTypes]).toEqual([expect.any(Function), expect.any(Function)])
  const plane = await createControlPlane({ resources: [widget] })
  const widgets = plane.client().resource(widget).namespace('default')
  await widgets.create({ metadata: { name: 'lamp' }, spec: { color: 'red' } })
  await widgets.status.update({ metadata: { name: 'lamp' }, spec: { color: 'blue' }, status: { ready: true } })
  const { spec, status } = await widgets.get('lamp')
  expect([spec.color, status?.ready]).toEqual(['red', true])
  await plane.close()
})

test('a definition has the versions that it serves', async () => {
  const plane = await createControlPlane({ resources: [widget] })
  expect(() => plane.client().resource(widget, { version: 'v9' })).toThrow('Widget has no served version "v9"')
  await plane.close()
})

test('a type that is in no namespace says so to a program without types', async () => {
  const plane = await createControlPlane()
  const misplaced = plane.client().resource({ group: '', version: 'v1', kind: 'Namespace' }).namespace('default')
  const says = 'namespaces are in no namespace: leave out .namespace("default")'
  await expect(misplaced.get('default')).rejects.toThrow(says)
  await expect(misplaced.list()).rejects.toThrow(says)
  await expect(firstValueFrom(misplaced.watch())).rejects.toThrow(says)
  await expect(misplaced.apply({ metadata: { name: 'a' } }, { fieldManager: 'me' })).rejects.toThrow(says)
  await plane.close()
})

test('without a version a definition is used in the version of its types', async () => {
  const zone = defineResource({
    group: 'shop.example.com',
    kind: 'Zone',
    namespaced: false,
    versions: [
      { name: 'v1', storage: true, schema: { spec: z.object({ city: z.string() }) } },
      { name: 'v2', schema: { spec: z.object({ cities: z.array(z.string()) }) } },
    ],
    conversions: {
      v2: {
        toStorage: ({ spec }) => ({ spec: { city: String(spec.cities[0]) } }),
        fromStorage: ({ spec }) => ({ spec: { cities: [spec.city] } }),
      },
    },
  })
  const plane = await createControlPlane({ resources: [zone] })
  const [zones, newer] = [plane.client().resource(zone), plane.client().resource(zone, { version: 'v2' })]
  await newer.create({ metadata: { name: 'north' }, spec: { cities: ['Oslo'] } })
  const city: string = (await zones.get('north')).spec.city
  const cities: readonly string[] = (await newer.get('north')).spec.cities
  const uid: string = (await zones.get('north')).metadata.uid
  expect([city, cities, uid]).toEqual(['Oslo', ['Oslo'], expect.any(String)])
  await plane.close()
})
