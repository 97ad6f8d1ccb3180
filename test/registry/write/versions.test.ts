import { describe, expect, test } from '@jest/globals'
import type { AdmissionPlugin } from '../../../src/admission/index.js'
import type { Converting } from '../../../src/apply/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import type { WriteState } from '../../../src/registry/write/state.js'
import { withConversions } from '../../../src/registry/write/versions.js'
import type { ObjectEvent } from '../../../src/store/index.js'
import type { WebhookTransport } from '../../../src/webhook/index.js'
import { body, type Fixture, fixture, refusal, WIDGET_DEFINITION } from '../support.js'

const schema = (properties: object) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
})
const text = { type: 'string' }
const webhook = { clientConfig: { url: 'https://convert.example/' }, conversionReviewVersions: ['v1'] }
const VERSIONS = [
  { name: 'v1', served: true, storage: true, schema: schema({ host: text, port: text }) },
  { name: 'v1beta1', served: true, storage: false, schema: schema({ address: text }) },
]
const DEFINITION = {
  ...WIDGET_DEFINITION,
  spec: { ...WIDGET_DEFINITION.spec, versions: VERSIONS, conversion: { strategy: 'Webhook', webhook } },
}

interface Spec {
  readonly host?: string
  readonly port?: string
  readonly address?: string
}

/** `address` of v1beta1 is `host` and `port` of v1. */
function convert(object: ApiObject, apiVersion: string): ApiObject {
  const { host = '', port = '', address = '' } = (object.spec ?? {}) as Spec
  const [newHost, newPort] = address.split(':')
  const spec = apiVersion.endsWith('/v1') ? { host: newHost, port: newPort } : { address: `${host}:${port}` }
  const labels = { ...object.metadata.labels, from: object.apiVersion.split('/')[1] ?? '' }
  return { ...object, apiVersion, spec, metadata: { ...object.metadata, labels } }
}

/** A plane whose webhook counts what it is asked. */
async function plane(admission: readonly AdmissionPlugin[] = []) {
  const batches: number[] = []
  const webhooks: WebhookTransport = async ({ body: sent }) => {
    const { request, ...review } = JSON.parse(sent)
    batches.push(request.objects.length)
    const convertedObjects = request.objects.map((object: ApiObject) => convert(object, request.desiredAPIVersion))
    const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects }
    return { status: 200, body: JSON.stringify({ ...review, response }) }
  }
  const parts = await fixture({ webhooks, admission })
  await parts.create('customresourcedefinitions', DEFINITION)
  return { ...parts, batches }
}

const inVersion = ({ at, registry }: Fixture, place: string, version: string) => {
  const found = registry.catalog.find('example.com', version, 'widgets')
  return { ...at(place), ...(found as NonNullable<typeof found>) }
}
const beta = (name: string, address: string, metadata: object = {}) =>
  body({ apiVersion: 'example.com/v1beta1', kind: 'Widget', metadata: { name, ...metadata }, spec: { address } })

describe('a type that a webhook converts', () => {
  test('is written in one version, stored in another, and answered in the first', async () => {
    const parts = await plane()
    const { registry, caller, store, get } = parts
    const made = await registry.create(inVersion(parts, 'widgets', 'v1beta1'), caller, beta('a', 'x:1'), {})
    expect(made.object).toMatchObject({ apiVersion: 'example.com/v1beta1', spec: { address: 'x:1' } })
    expect(made.row?.object).toEqual(made.object)
    expect(await get('widgets/a')).toMatchObject({ apiVersion: 'example.com/v1', spec: { host: 'x', port: '1' } })
    expect(store.revision).toBe(Number(made.object.metadata.resourceVersion))
  })

  test('is converted in batches where its objects are large', async () => {
    const parts = await plane()
    const { registry, create, at, batches } = parts
    const host = 'h'.repeat(200_000)
    for (let i = 0; i < 7; i++)
      await create('widgets', {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: `w${i}` },
        spec: { host, port: `${i}` },
      })
    batches.length = 0
    const { rows } = await registry.list({ ...inVersion(parts, 'widgets', 'v1beta1'), namespace: at('widgets').namespace }, {})
    expect(rows.map(({ object }) => (object.spec as Spec).address)).toEqual(rows.map((_, i) => `${host}:${i}`))
    expect(batches).toEqual([3, 3, 1])
  })

  test('is listed in the version asked for, in order, by one call for all that are not known yet', async () => {
    const parts = await plane()
    const { registry, caller, batches } = parts
    for (const name of ['b', 'a', 'c']) {
      const v1 = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec: { host: name, port: '1' } }
      await registry.create(inVersion(parts, 'widgets', 'v1'), caller, body(v1), {})
    }
    expect(batches).toEqual([])
    const list = async () => (await registry.list(inVersion(parts, 'widgets', 'v1beta1'), {})).rows
    const texts = (await list()).map((row) => JSON.parse(new TextDecoder().decode(row.json())))
    expect(texts.map(({ apiVersion, spec }) => [apiVersion, spec.address])).toEqual(
      ['a:1', 'b:1', 'c:1'].map((address) => ['example.com/v1beta1', address]),
    )
    await list()
    expect(batches).toEqual([3])
  })

  test('is watched in the version asked for, and no event overtakes another', async () => {
    const parts = await plane()
    const { registry, caller } = parts
    const target = inVersion(parts, 'widgets', 'v1beta1')
    const seen: unknown[] = []
    const all = new Promise<void>((resolve) => {
      registry.watch(target, {}).subscribe((event) => {
        const { type, row } = event as ObjectEvent
        seen.push([type, row.name, (row.object.spec as Spec).address])
        if (seen.length === 4) resolve()
      })
    })
    await registry.create(target, caller, beta('a', 'x:1'), {})
    await registry.create(target, caller, beta('b', 'y:1'), {})
    await registry.update({ ...target, name: 'a' }, caller, beta('a', 'x:2', await versionOf(parts, 'a')), {})
    await registry.delete({ ...target, name: 'a' }, caller, {})
    await all
    expect(seen).toEqual([
      ['ADDED', 'a', 'x:1'],
      ['ADDED', 'b', 'y:1'],
      ['MODIFIED', 'a', 'x:2'],
      ['DELETED', 'a', 'x:2'],
    ])
  })

  test('is patched and applied in any version, and owned by the fields of that version', async () => {
    const parts = await plane()
    const { registry, caller, get, warnings } = parts
    const target = inVersion(parts, 'widgets/a', 'v1beta1')
    const apply = { type: 'apply', body: beta('a', 'x:1') } as const
    await registry.patch(target, caller, apply, { fieldManager: 'one' })
    const patch = { type: 'merge', body: body({ spec: { address: 'x:2', nothing: 1 } }) } as const
    const patched = await registry.patch(target, caller, patch, { fieldManager: 'two' })
    expect(patched.object).toMatchObject({ apiVersion: 'example.com/v1beta1', spec: { address: 'x:2' } })
    expect(warnings).toEqual(['unknown field "spec.nothing"'])
    const conflict = registry.patch(target, caller, apply, { fieldManager: 'one' })
    expect(await refusal(conflict)).toMatchObject({ code: 409, fields: ['.spec.address'] })
    expect((await get('widgets/a')).spec).toEqual({ host: 'x', port: '2' })
  })

  test('lets the webhook change labels, and nothing else of the metadata', async () => {
    const parts = await plane()
    const { registry, caller } = parts
    const made = await registry.create(inVersion(parts, 'widgets', 'v1beta1'), caller, beta('a', 'x:1'), {})
    const { row } = await registry.get(inVersion(parts, 'widgets/a', 'v1'), {})
    expect(row?.object.metadata).toMatchObject({ uid: made.object.metadata.uid, labels: { from: 'v1beta1' } })
  })

  test('is brought into a new storage version by an update that changes nothing', async () => {
    const parts = await plane()
    const { registry, at, caller, store } = parts
    await registry.create(inVersion(parts, 'widgets', 'v1beta1'), caller, beta('a', 'x:1'), {})
    const versions = VERSIONS.map((version) => ({ ...version, storage: !version.storage }))
    const change = { type: 'merge', body: body({ spec: { versions } }) } as const
    await registry.patch(at('customresourcedefinitions/widgets.example.com'), caller, change, {})
    const { object } = await registry.get(inVersion(parts, 'widgets/a', 'v1'), {})
    const before = store.revision
    await registry.update(inVersion(parts, 'widgets/a', 'v1'), caller, body(object), {})
    expect(store.revision).toBe(before + 1)
    expect((await parts.get('customresourcedefinitions/widgets.example.com')).status).toMatchObject({
      storedVersions: ['v1', 'v1beta1'],
    })
  })

  test('each plugin is asked once for a write, and the webhook once for each object that has to be in another version', async () => {
    const asked: string[] = []
    const counting: AdmissionPlugin = {
      name: 'counting',
      mutate: (_, { operation, resource }) => {
        if (resource === 'widgets') asked.push(`mutate ${operation}`)
      },
      validate: ({ operation, resource }) => {
        if (resource === 'widgets') asked.push(`validate ${operation}`)
      },
    }
    const parts = await plane([counting])
    const { registry, caller, batches } = parts
    const target = inVersion(parts, 'widgets/a', 'v1beta1')
    const callsOf = async (write: Promise<unknown>) => {
      await write
      return { plugins: asked.splice(0), conversions: batches.splice(0).length }
    }
    // The new state, to be stored, and what is stored, to be answered: a conversion may lose something.
    expect(await callsOf(registry.create({ ...target, name: '' }, caller, beta('a', 'x:1'), { fieldManager: 'one' }))).toEqual({
      plugins: ['mutate CREATE', 'validate CREATE'],
      conversions: 2,
    })
    // The live object is known from that answer.
    const patch = (value: object) => ({ type: 'merge', body: body(value) }) as const
    const change = patch({ spec: { address: 'x:2' } })
    expect(await callsOf(registry.patch(target, caller, change, { fieldManager: 'one' }))).toEqual({
      plugins: ['mutate UPDATE', 'validate UPDATE'],
      conversions: 2,
    })
    // A manager that has used the other version wants the live and the new object in it as well.
    const inV1 = inVersion(parts, 'widgets/a', 'v1')
    await registry.patch(inV1, caller, patch({ spec: { port: '3' } }), { fieldManager: 'other' })
    await callsOf(Promise.resolve())
    const { plugins, conversions } = await callsOf(
      registry.patch(target, caller, patch({ spec: { address: 'y:4' } }), { fieldManager: 'one' }),
    )
    expect(plugins).toEqual(['mutate UPDATE', 'validate UPDATE'])
    expect(conversions).toBe(5)
    // Nothing is asked about what goes, where no plugin is.
    const bare = await plane()
    const place = inVersion(bare, 'widgets/a', 'v1beta1')
    await bare.registry.create({ ...place, name: '' }, bare.caller, beta('a', 'x:1'), {})
    bare.batches.length = 0
    await bare.registry.delete(place, bare.caller, {})
    expect(bare.batches).toEqual([])
  })

  test('cannot be read in another version without a webhook, and the error names that', async () => {
    const parts = await fixture()
    await parts.create('customresourcedefinitions', DEFINITION)
    const v1 = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } }
    await parts.registry.create(inVersion(parts, 'widgets', 'v1'), parts.caller, body(v1), {})
    const read = async () => parts.registry.get(inVersion(parts, 'widgets/a', 'v1beta1'), {})
    await expect(read()).rejects.toThrow('conversion webhook for example.com/v1, Kind=Widget failed: this plane was made without')
    expect(await refusal(read)).toMatchObject({ code: 500 })
  })
})

async function versionOf({ get }: Fixture, name: string) {
  const { resourceVersion } = (await get(`widgets/${name}`)).metadata
  return { resourceVersion }
}

test.each([
  ['spent', ['made', 'another turn', 'merged', 'another turn', 'written']],
  ['not spent', ['made', 'merged', 'written']],
])('work on a large object pauses where it may when the turn is %s', async (state, expected) => {
  const log: string[] = []
  const logged = (word: string): void => {
    log.push(word)
  }
  const turn = {
    isSpent: state === 'spent',
    next: async () => {
      log.push('another turn')
    },
  }
  function* work(): Converting<string> {
    log.push('made')
    yield
    const converted = yield { object: 'merged', from: 'v1', to: 'v2' }
    log.push(String(converted))
    yield
    return 'written'
  }
  const write = { turn, target: { definition: {} } } as unknown as WriteState
  const converter = { typeOf: () => undefined, convert: (object: unknown) => object }
  await withConversions(write, work(), converter, logged)
  expect(log).toEqual(expected)
})
