import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { kubernetesDialect as dialect } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'

/**
 * V8 hashes numbers without a seed, so clients can choose many of one hash. The requests here have numbers in all places where
 * they identify something, and none of these may be a key of a `Map` or `Set`.
 */
const FIRST = 700_001
const numbers = Array.from({ length: 40 }, (_, i) => FIRST + ((i * 17) % 40))
const isChosen = (key: unknown) =>
  (typeof key === 'number' || typeof key === 'bigint') && Number(key) >= FIRST && Number(key) < FIRST + 40

let keys: unknown[] = []
const { set } = Map.prototype
const { add } = Set.prototype

const integer = { type: 'integer' }
const list = (items: object, more: object = {}) => ({ type: 'array', maxItems: 100, items, ...more })
const entries = (...names: string[]) =>
  list(
    { type: 'object', required: names, properties: { port: integer, protocol: { type: 'string' }, v: integer } },
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': names },
  )
const rules = [
  'self.transformMapEntry(i, x, {x: i}).size() > 0',
  'self.transformMapEntry(i, x, {x: i}).transformMap(k, v, k)[self[0]] == self[0]',
  '{self[0]: 1, self[1]: 2}.size() == 2',
  'self[0] in {self[0]: 1}',
]
const properties = {
  set: list(integer, { 'x-kubernetes-list-type': 'set' }),
  one: entries('port'),
  two: entries('port', 'protocol'),
  chosen: list({ type: 'integer', enum: numbers }),
  ruled: list({ type: 'integer', format: 'int64' }, { 'x-kubernetes-validations': rules.map((rule) => ({ rule })) }),
}
const definition = {
  metadata: { name: 'items.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'items', kind: 'Item' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
        additionalPrinterColumns: [{ name: 'C', type: 'string', jsonPath: `.spec.set[${numbers.slice(0, 9).join()}]` }],
      },
    ],
  },
}
const spec = (values: readonly number[]) => ({
  set: values,
  one: values.map((port) => ({ port, v: port })),
  two: values.flatMap((port) => [
    { port, protocol: 'TCP', v: 1 },
    { port, protocol: 'UDP', v: 1 },
  ]),
  chosen: values,
  ruled: values,
})
const ports = (values: readonly number[]) => values.map((port) => ({ port, name: `p${port}`, nodePort: port }))

let plane: TestPlane
beforeAll(async () => {
  plane = await testPlane({ dialect, resources: Object.values(packagedKinds({ dialect })) })
  await plane
    .client()
    .resource({ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' })
    .create(definition as never)
  await plane.settled()
  Map.prototype.set = function (key, value) {
    if (isChosen(key)) keys.push(key)
    return set.call(this, key, value)
  }
  Set.prototype.add = function (key) {
    if (isChosen(key)) keys.push(key)
    return add.call(this, key)
  }
})
afterAll(async () => {
  Map.prototype.set = set
  Set.prototype.add = add
  await plane.close()
})

describe('numbers of a client are no keys of a map or set', () => {
  const of = (group: string, kind: string) => plane.client().resource({ group, version: 'v1', kind }).namespace('default')
  const items = () => of('example.com', 'Item')
  const services = () => of('', 'Service')
  const reversed = numbers.toReversed()
  const refused = (error: { readonly status?: { readonly code?: number } }) => error.status?.code

  test.each([
    {
      name: 'of a custom type: sets, entries, enums and rules',
      async run() {
        await items().create({ metadata: { name: 'a' }, spec: spec(numbers) } as never)
        await items().patch('a', { merge: { spec: spec(reversed) } })
        await items().apply({ metadata: { name: 'a' }, spec: spec(numbers) } as never, { fieldManager: 'one', force: true })
        await items().apply({ metadata: { name: 'a' }, spec: spec(reversed.slice(3)) } as never, {
          fieldManager: 'two',
          force: true,
        })
        return items()
          .create({ metadata: { name: 'b' }, spec: { set: [...numbers, FIRST], one: spec([...numbers, FIRST]).one } } as never)
          .catch(refused)
      },
      answer: 422,
    },
    {
      name: 'of ports of a service that are merged',
      async run() {
        await services().create({
          metadata: { name: 'a' },
          spec: { clusterIP: 'None', ports: [{ port: 80, name: 'a' }] },
        } as never)
        const merged = [...ports(numbers), { port: FIRST + 1, $patch: 'delete' }]
        return services()
          .patch('a', { strategic: { spec: { type: 'NodePort', ports: merged } } })
          .catch(refused)
      },
      answer: 422,
    },
    {
      name: 'of ports of a service that are applied',
      run: () =>
        services()
          .apply({ metadata: { name: 'a' }, spec: { ports: ports(reversed) } } as never, { fieldManager: 'one', force: true })
          .catch(refused),
      answer: 422,
    },
  ])('$name', async ({ run, answer }) => {
    keys = []
    expect(await run()).toBe(answer)
    expect(keys).toEqual([])
  })
})

describe('a client has at most 1,000 members whose names are large numbers', () => {
  const COUNT = 1000
  const data = (count: number, first = 1_000_000) => Object.fromEntries(Array.from({ length: count }, (_, i) => [first + i, 'x']))
  const configMaps = () => plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  const create = (name: string, value: object) => configMaps().create({ metadata: { name }, data: value } as never)
  const tooMany = 'an object has more than 1000 fields whose names are numbers'

  test('in a body', async () => {
    await create('few', data(COUNT))
    await create('ports', data(40_000, 20_000))
    await expect(create('many', data(COUNT + 1))).rejects.toThrow(tooMany)
  })

  test.each([
    { name: 'a merge patch', patch: { merge: { data: data(COUNT) } } },
    { name: 'a strategic patch', patch: { strategic: { data: data(COUNT) } } },
    { name: 'a JSON patch', patch: { json: [{ op: 'add', path: '/data/1000000', value: 'x' } as const] } },
  ])('after $name', async ({ name, patch }) => {
    const own = name.replaceAll(' ', '-').toLowerCase()
    await create(own, data(COUNT, 2_000_000))
    await expect(configMaps().patch(own, patch)).rejects.toThrow(tooMany)
  })

  test('after a short JSON patch that copies those of a small object', async () => {
    await create('copied', data(500))
    const copies = Array.from({ length: 20 }, (_, i) => ({ op: 'copy', from: '/data', path: `/copy${i}` }) as const)
    await expect(configMaps().patch('copied', { json: copies })).rejects.toThrow(tooMany)
  })

  test('after an apply of a second manager', async () => {
    const apply = (manager: string, first: number) =>
      configMaps().apply({ metadata: { name: 'applied' }, data: data(COUNT, first) } as never, { fieldManager: manager })
    await apply('one', 1_000_000)
    await expect(apply('two', 2_000_000)).rejects.toThrow(tooMany)
  })
})
