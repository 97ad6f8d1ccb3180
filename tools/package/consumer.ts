// A user's program with its own types: code that has to compile, and code that must not.
// tools/package.mjs compiles it in a project with the installed package.
import { type Created, createControlPlane, defineResource, type Stored } from 'binnacle'
import { controller, informer } from 'binnacle/client'
import { connect } from 'binnacle/client/node'
import { packagedKinds } from 'binnacle/kubernetes'
import { testPlane } from 'binnacle/testing'
import { listMap, quantity } from 'binnacle/zod'
import { z } from 'zod'

const schema = {
  spec: z.object({
    color: z.enum(['red', 'green']),
    size: z.int().default(3),
    memory: quantity().optional(),
    ports: listMap(z.object({ name: z.string(), port: z.int() }), ['name']).default([]),
  }),
  status: z.object({ ready: z.boolean() }),
}
const names = { group: 'shop.example.com', kind: 'Widget' } as const
export const Widget = defineResource({
  ...names,
  versions: [
    {
      name: 'v1',
      schema,
      subresources: { status: true },
      printerColumns: [{ name: 'Port', type: 'integer', jsonPath: '.spec.ports[0].port' }],
      selectableFields: ['.spec.color'],
    },
  ],
})
export const created: Created<typeof Widget> = { metadata: { name: 'lamp' }, spec: { color: 'red' } }
export const sizeOf = ({ spec }: Stored<typeof Widget>): number => spec.size + spec.ports.length

const plane = await createControlPlane({ resources: [Widget] })
export const clients = [
  plane.client(),
  (await testPlane({ resources: [Widget] })).client(),
  connect({ server: 'http://localhost' }),
]
for (const client of clients) {
  const widgets = client.resource(Widget).namespace('default')
  const lamp = await widgets.create(created)
  use(lamp.spec.color === 'red', lamp.status?.ready, lamp.metadata.resourceVersion)
  await widgets.create({ metadata: { name: 'twin' }, spec: lamp.spec })
  await widgets.apply({ metadata: { name: 'lamp' }, spec: { size: 4 } })
  await widgets.updateWithRetry('lamp', (draft) => {
    draft.spec.size += 1
    // @ts-expect-error a wrong type
    draft.spec.size = 'large'
  })
  widgets.watch().subscribe((event) => {
    if (event.type === 'ADDED') use(event.object.spec.color)
    // @ts-expect-error not every event has an object
    event.object.spec
  })
  controller({
    for: client.resource(Widget),
    reconcile: async (widget) => (widget.spec.size > 3 ? { requeueAfterMs: 1000 } : undefined),
  })

  // @ts-expect-error a wrong field
  await widgets.create({ metadata: { name: 'a' }, spec: { color: 'red', colour: 'red' } })
  // @ts-expect-error a missing field
  await widgets.create({ metadata: { name: 'a' }, spec: { size: 1 } })
  // @ts-expect-error a value that the type does not list
  await widgets.create({ metadata: { name: 'a' }, spec: { color: 'plaid' } })
  // @ts-expect-error a status has a path of its own
  await widgets.create({ metadata: { name: 'a' }, spec: { color: 'red' }, status: { ready: true } })
  // @ts-expect-error a wrong field of an apply
  await widgets.apply({ metadata: { name: 'a' }, spec: { colour: 'red' } })
  // @ts-expect-error stored objects are frozen
  lamp.spec.size = 4
}

// Each version has its own types, and stored objects always have names.
const Zone = defineResource({
  group: 'shop.example.com',
  kind: 'Zone',
  namespaced: false,
  versions: [
    { name: 'v1', schema: { spec: z.object({ cities: z.array(z.string()) }) } },
    { name: 'v1alpha1', schema: { spec: z.object({ city: z.string() }) } },
  ],
  conversions: {
    v1alpha1: {
      toStorage: ({ spec: { city } }) => ({ spec: { cities: [city] } }),
      fromStorage: ({ spec }) => ({ spec: { city: spec.cities[0] ?? '' } }),
    },
  },
})
const zones = plane.client().resource(Zone)
const old = plane.client().resource(Zone, { version: 'v1alpha1' })
export const cityOf = async (name: string): Promise<string> => (await old.get(name)).spec.city
export const citiesOf = async (name: string): Promise<readonly string[]> => (await zones.get(name)).spec.cities
export const keyOf = ({ metadata }: Stored<typeof Widget>): string => metadata.namespace + metadata.name + metadata.uid
export const ageOf = ({ metadata }: Stored<typeof Zone>): number => Date.parse(metadata.creationTimestamp)
await zones.create({ metadata: { generateName: 'a-' }, spec: { cities: [] } })
controller({ for: zones, reconcile: async ({ metadata }) => use(metadata.resourceVersion.length) })
controller({ for: zones, reconcile: ({ metadata }) => use(metadata.generation) })
informer(zones).changes.subscribe(({ object }) => use(object.metadata.name.length, object.spec.cities.length))
// @ts-expect-error a type without namespaces
zones.namespace('default')
// @ts-expect-error a version that there is not
plane.client().resource(Zone, { version: 'v2' })
// @ts-expect-error a field of another version
await old.create({ metadata: { name: 'a' }, spec: { cities: [] } })

// Programs may export kinds and their clients without type annotations: every type they mention is exported by an entry point.
const kinds = packagedKinds()
export const { Pod } = kinds
export const pods = plane.client().resource(Pod).namespace('default')
export const imageOf = async (name: string) => (await pods.get(name)).spec.containers[0]?.image
// @ts-expect-error nodes have no namespaces
plane.client().resource(kinds.Node).namespace('default')

const column = { name: 'X', type: 'string' } as const
const nowhere = [{ ...column, jsonPath: '.spec.colour' } as const]
// @ts-expect-error a printer column that leads nowhere
defineResource({ ...names, versions: [{ name: 'v1', schema, printerColumns: nowhere }] })
// @ts-expect-error a selectable field that is not there
defineResource({ ...names, versions: [{ name: 'v1', schema, selectableFields: ['.spec.colour'] }] })
function use(..._values: unknown[]): void {}
