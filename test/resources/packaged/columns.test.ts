import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, kinds, plain } from './support.js'

const now = Date.parse('2024-05-06T07:08:09Z')

/** What a table shows of an object, by column. */
function row(kind: Kind, change: Change): Readonly<Record<string, unknown>> {
  const version = kinds[kind].versions.find(({ name }) => name === kinds[kind].storageVersion)
  const cells = version?.table?.cells(plain(kind, change), now) ?? []
  return Object.fromEntries(version?.table?.columns.map(({ name }, i) => [name, cells[i]]) ?? [])
}

const typeOf = (kind: Kind, column: string) => kinds[kind].versions[0]?.table?.columns.find(({ name }) => name === column)?.type

const rules = (...hosts: readonly string[]) => ({ 'spec.rules': hosts.map((host) => (host === '' ? {} : { host })) })
const parent = (parentRef: object) => ({ spec: { parentRef } })
const slicePorts = (...ports: readonly object[]) => ({ ports })

test.each<readonly [kind: Kind, change: Change, column: string, cell: unknown]>([
  ['Ingress', rules(), 'Hosts', '*'],
  ['Ingress', rules(''), 'Hosts', '*'],
  ['Ingress', rules('a', '', 'b'), 'Hosts', 'a,b'],
  ['Ingress', rules('a', 'b', 'c'), 'Hosts', 'a,b,c'],
  ['Ingress', rules('a', 'b', 'c', 'd', 'e'), 'Hosts', 'a,b,c + 2 more...'],
  ['CSIStorageCapacity', { storageClassName: 'fast' }, 'StorageClassName', 'fast'],
  ['CSIStorageCapacity', { capacity: '1Gi' }, 'Capacity', '1Gi'],
  ['CSIStorageCapacity', {}, 'Capacity', '<unset>'],
  ['CSIDriver', {}, 'Modes', '<none>'],
  ['EndpointSlice', slicePorts({ port: 80 }, { name: 'http' }, {}), 'Ports', '80,http,*'],
  ['CronJob', { 'spec.suspend': true }, 'Suspend', 'True'],
  ['HorizontalPodAutoscaler', {}, 'MaxPods', 3],
  ['IPAddress', parent({ resource: 'services', namespace: 'ns', name: 's' }), 'ParentRef', 'services/ns/s'],
  ['IPAddress', parent({ group: 'example.com', resource: 'gateways', name: 'g' }), 'ParentRef', 'gateways.example.com/g'],
])('of a %s with %j the column %s is %j', (kind, change, column, cell) => {
  expect(row(kind, change)[column]).toBe(cell)
})

test.each<readonly [kind: Kind, column: string, type: string]>([
  ['CronJob', 'Suspend', 'boolean'],
  ['ControllerRevision', 'Revision', 'string'],
  ['HorizontalPodAutoscaler', 'Replicas', 'string'],
  ['CSINode', 'Drivers', 'integer'],
])('of a %s the column %s is described as %s', (kind, column, type) => {
  expect(typeOf(kind, column)).toBe(type)
})

test('every kind has columns of its own', () => {
  const bare = Object.values(kinds).filter(({ versions }) => {
    const names = versions[0]?.table?.columns.map((column: { readonly name: string }) => column.name) ?? []
    return names.join() === 'Name,Created At'
  })
  expect(bare.map(({ names }) => names.kind)).toEqual(['LimitRange'])
})

describe('the targets of an autoscaler', () => {
  const resource = (target: object) => ({ type: 'Resource', resource: { name: 'cpu', target } })
  const measured = (current: object) => ({ type: 'Resource', resource: { name: 'cpu', current } })
  test.each<{ metrics: readonly object[]; current?: readonly object[]; text: string }>([
    { metrics: [], text: '<none>' },
    { metrics: [resource({ averageUtilization: 80 })], text: 'cpu: <unknown>/80%' },
    { metrics: [resource({})], text: 'cpu: <unknown>/<auto>' },
    {
      metrics: [resource({ averageUtilization: 80 })],
      current: [measured({ averageUtilization: 7 })],
      text: 'cpu: 7%/80%',
    },
    { metrics: [resource({ averageValue: '500m' })], current: [measured({ averageValue: '20m' })], text: 'cpu: 20m/500m' },
    { metrics: [{ type: 'Pods', pods: { target: { averageValue: '10' } } }], text: '<unknown>/10' },
    { metrics: [{ type: 'Object', object: { target: { value: '10' } } }], text: '<unknown>/10' },
    {
      metrics: [{ type: 'External', external: { target: { averageValue: '10' } } }],
      current: [{ type: 'External', external: { current: { averageValue: '4' } } }],
      text: '4/10 (avg)',
    },
    {
      metrics: [{ type: 'ContainerResource', containerResource: { name: 'memory', target: { averageUtilization: 60 } } }],
      text: 'memory: <unknown>/60%',
    },
    {
      metrics: [1, 2, 3, 4].map((averageUtilization) => resource({ averageUtilization })),
      text: 'cpu: <unknown>/1%, cpu: <unknown>/2% + 2 more...',
    },
  ])('$metrics with $current is shown as $text', ({ metrics, current, text }) => {
    const change = { 'spec.metrics': metrics, ...(current && { status: { currentMetrics: current } }) }
    expect(row('HorizontalPodAutoscaler', change)).toHaveProperty('Targets', text)
  })
})
