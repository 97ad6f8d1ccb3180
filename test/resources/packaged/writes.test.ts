import { afterEach, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import type { ApiError } from '../../../src/public/index.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { type Kind, kinds, plain } from './support.js'

let plane: TestPlane
afterEach(() => plane.close())

/** A client of one kind, without its types. */
interface Verbs {
  create(object: object): Promise<ApiObject>
  update(object: object): Promise<ApiObject>
  patch(name: string, patch: { readonly merge: object }): Promise<ApiObject>
  subresource(name: string): Verbs
  namespace(name: string): Verbs
}

async function verbsOf(kind: Kind): Promise<Verbs> {
  plane = await testPlane({ resources: [kinds[kind]] })
  const verbs = plane.client().resource(kinds[kind] as never) as unknown as Verbs
  return kinds[kind].namespaced ? verbs.namespace('default') : verbs
}

const sent = (kind: Kind): object => ({ ...plain(kind), metadata: { name: 'a' } })
const refusalOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status.code)
const causesOf = (work: Promise<unknown>) =>
  work.then(String, ({ status }: ApiError) => status.details?.causes?.map(({ field, message }) => `${field}: ${message}`))

test.each<readonly [kind: Kind, merge: object, counts: boolean]>([
  ['Deployment', { metadata: { annotations: { a: 'b' } } }, true],
  ['Deployment', { metadata: { labels: { a: 'b' } } }, false],
  ['ReplicaSet', { metadata: { annotations: { a: 'b' } } }, false],
  ['EndpointSlice', { metadata: { labels: { a: 'b' } } }, true],
  ['EndpointSlice', { metadata: { annotations: { a: 'b' } } }, false],
  ['PriorityClass', { description: 'x' }, false],
  ['IngressClass', { spec: { parameters: { kind: 'X', name: 'x' } } }, true],
])('the generation of a %s counts the change %j: %s', async (kind, merge, counts) => {
  const verbs = await verbsOf(kind)
  const { metadata } = await verbs.create(sent(kind))
  const changed = await verbs.patch('a', { merge })
  expect([metadata.generation, changed.metadata.generation]).toEqual([1, counts ? 2 : 1])
})

test('annotations that come with the status of a Deployment are not counted', async () => {
  const verbs = await verbsOf('Deployment')
  await verbs.create(sent('Deployment'))
  const merge = { metadata: { annotations: { a: 'b' } }, status: { replicas: 1 } }
  const { metadata } = await verbs.subresource('status').patch('a', { merge })
  expect(metadata).toMatchObject({ annotations: { a: 'b' }, generation: 1 })
})

test('a RuntimeClass may be created by an update, and is replaced at a version only', async () => {
  const verbs = await verbsOf('RuntimeClass')
  const { metadata } = await verbs.update(sent('RuntimeClass'))
  expect(await refusalOf(verbs.update({ ...sent('RuntimeClass'), scheduling: {} }))).toBe(422)
  const replaced = await verbs.update({ ...sent('RuntimeClass'), metadata: { ...metadata, labels: { a: 'b' } } })
  expect(replaced.metadata).toMatchObject({ uid: metadata.uid, labels: { a: 'b' } })
})

test('the name of a StatefulSet is a DNS label, as host names begin with it', async () => {
  const verbs = await verbsOf('StatefulSet')
  expect(await refusalOf(verbs.create({ ...sent('StatefulSet'), metadata: { name: 'a.b' } }))).toBe(422)
})

test('what a write does not change is not judged: the status on creation, the spec with the status', async () => {
  const verbs = await verbsOf('Pod')
  const created = await verbs.create({ ...sent('Pod'), status: { phase: 'Elsewhere' } })
  expect(created.status).toMatchObject({ phase: 'Pending' })
  const { metadata } = await verbs.update({ ...created, status: { phase: 'Elsewhere' } })
  expect(metadata.resourceVersion).toBe(created.metadata.resourceVersion)
  const status = verbs.subresource('status')
  const written = await status.update({ ...created, spec: { restartPolicy: 'Maybe' }, status: { phase: 'Running' } })
  expect(written).toMatchObject({ spec: created.spec, status: { phase: 'Running' } })
  const later = { phase: 'Elsewhere' }
  expect(await status.update({ ...written, status: later })).toMatchObject({ status: later })
})

test('of a missing field that the schema and the kind both need, the kind tells', async () => {
  const verbs = await verbsOf('Pod')
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {} }] } }
  const { spec } = plain('Pod')
  expect(await causesOf(verbs.create({ ...sent('Pod'), spec: { ...(spec as object), affinity } }))).toEqual([
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
  ])
})
