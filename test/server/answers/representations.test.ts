import { describe, expect, test } from '@jest/globals'
import { decodeProtobuf, type OwnKind } from '../../../src/codec/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { defineResource } from '../../../src/resources/index.js'
import type { ServerResponse } from '../../../src/server/index.js'
import { CONFIG_MAPS, configMap, testPlane } from '../plane.js'
import { headersOf, jsonOf, streamOf, textOf } from '../requests.js'
import { until } from './until.js'

const PROTOBUF = 'application/vnd.platform.protobuf'
const PARTIAL = ';as=PartialObjectMetadata;v=v1;g=meta.platform.io'
const PARTIAL_LIST = ';as=PartialObjectMetadataList;v=v1;g=meta.platform.io'
const DROP = ';drop=metadata.managedFields'
const GIZMOS = '/apis/shop.example.com/v1/namespaces/default/gizmos'
const GADGETS = '/apis/example.com/v1/namespaces/default/gadgets'

const messages = {
  Gizmo: { fields: { metadata: { id: 1, type: 'ObjectMeta' }, spec: { id: 2, type: 'shop.v1.GizmoSpec' } } },
  GizmoSpec: {
    fields: {
      color: { id: 1, type: 'string' },
      count: { id: 2, type: 'int32', rule: 'optional' },
      tags: { id: 5, type: 'string', rule: 'repeated' },
      limits: { id: 4, type: 'Quantity', keyType: 'string' },
      since: { id: 3, type: 'Time' },
    },
  },
} as const
const spec = {
  type: 'object',
  properties: {
    color: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    limits: { type: 'object', additionalProperties: { type: 'string' } },
    since: { type: 'string', format: 'date-time' },
  },
}
const gizmos = defineResource({
  group: 'shop.example.com',
  kind: 'Gizmo',
  versions: [{ name: 'v1', schema: { spec }, protobuf: messages }],
})
const own: OwnKind = { apiVersion: 'shop.example.com/v1', kind: 'Gizmo', listKind: 'GizmoList', messages }

async function start() {
  const { send } = await testPlane({
    resources: [gizmos, defineResource({ group: 'example.com', kind: 'Gadget', versions: [{ name: 'v1' }] })],
  })
  await send('POST', CONFIG_MAPS, { body: configMap('a', { k: 'v' }) })
  await send('POST', GADGETS, { body: { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { n: 1 } } })
  const get = (url: string, accept: string) => send('GET', url, { headers: { accept } })
  return { send, get }
}

const bytesOf = ({ body }: ServerResponse): Uint8Array => {
  if (!(body instanceof Uint8Array)) throw new Error('the response is a stream')
  return body
}
const decoded = (response: ServerResponse) => decodeProtobuf(bytesOf(response), platformDialect, own)
const typeOf = (response: ServerResponse) => headersOf(response, 'content-type')

describe('protobuf', () => {
  test('an object', async () => {
    const { get } = await start()
    const response = await get(`${CONFIG_MAPS}/a`, PROTOBUF)
    expect(typeOf(response)).toEqual([PROTOBUF])
    expect(await decoded(response)).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      value: { metadata: { name: 'a' }, data: { k: 'v' } },
    })
  })

  test('a list', async () => {
    const { get } = await start()
    const { kind, value } = await decoded(await get(CONFIG_MAPS, PROTOBUF))
    expect({ kind, value }).toMatchObject({
      kind: 'ConfigMapList',
      value: {
        metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
        items: [{ metadata: { name: 'a' }, data: { k: 'v' } }],
      },
    })
  })

  test('what a write made', async () => {
    const { send } = await start()
    const response = await send('POST', CONFIG_MAPS, {
      body: configMap('b'),
      headers: { accept: `${PROTOBUF},application/json` },
    })
    expect([response.status, (await decoded(response)).value]).toMatchObject([201, { metadata: { name: 'b' } }])
  })

  test.each([
    ['of an object', `${CONFIG_MAPS}/a`, PARTIAL, { kind: 'PartialObjectMetadata', value: { metadata: { name: 'a' } } }],
    [
      'of a list',
      CONFIG_MAPS,
      PARTIAL_LIST,
      { kind: 'PartialObjectMetadataList', value: { items: [{ metadata: { name: 'a' } }] } },
    ],
    [
      'of a type without messages',
      `${GADGETS}/g`,
      PARTIAL,
      { kind: 'PartialObjectMetadata', value: { metadata: { name: 'g' } } },
    ],
    [
      'of a list of such',
      GADGETS,
      PARTIAL_LIST,
      { kind: 'PartialObjectMetadataList', value: { items: [{ metadata: { name: 'g' } }] } },
    ],
  ])('metadata %s', async (_, url, form, wanted) => {
    const { get } = await start()
    expect(await decoded(await get(url, PROTOBUF + form))).toMatchObject({ apiVersion: 'meta.platform.io/v1', ...wanted })
  })

  test('metadata in its older version, whose list has its fields in another order', async () => {
    const { get } = await start()
    const older = PARTIAL_LIST.replace('v=v1', 'v=v1beta1')
    expect(await decoded(await get(CONFIG_MAPS, PROTOBUF + older))).toMatchObject({
      apiVersion: 'meta.platform.io/v1beta1',
      value: { items: [{ metadata: { name: 'a' } }], metadata: { resourceVersion: expect.any(String) } },
    })
  })

  test('a failure', async () => {
    const { get } = await start()
    const response = await get(`${CONFIG_MAPS}/missing`, PROTOBUF)
    expect([response.status, ...typeOf(response)]).toEqual([404, PROTOBUF])
    expect(await decoded(response)).toMatchObject({
      kind: 'Status',
      value: { reason: 'NotFound', code: 404, details: { name: 'missing' } },
    })
  })

  test('a type without messages falls back along the list, or is refused in JSON', async () => {
    const { get } = await start()
    expect(typeOf(await get(`${GADGETS}/g`, `${PROTOBUF},application/json`))).toEqual(['application/json'])
    const refused = await get(`${GADGETS}/g`, PROTOBUF)
    expect([refused.status, ...typeOf(refused)]).toEqual([406, 'application/json'])
    const missing = await get(`${GADGETS}/missing`, `${PROTOBUF},application/json`)
    expect([missing.status, jsonOf(missing)]).toMatchObject([404, { reason: 'NotFound' }])
  })

  test.each([
    ['protobuf without the prefix', new Uint8Array([1, 2, 3, 4, 5]), 400],
    ['nothing', new Uint8Array(0), 400],
  ])('%s is refused', async (_, body, status) => {
    const { send } = await start()
    const response = await send('POST', CONFIG_MAPS, { body, headers: { 'content-type': PROTOBUF } })
    expect([response.status, textOf(response)]).toEqual([status, expect.stringContaining('prefix of a protobuf message')])
  })

  test('a body for a type without messages is a 415', async () => {
    const { send } = await start()
    const response = await send('POST', GADGETS, { body: new Uint8Array([0x6b]), headers: { 'content-type': PROTOBUF } })
    expect(response.status).toBe(415)
  })
})

describe('a kind whose definition brings its messages', () => {
  const gizmo = (name: string, content: object) => ({
    apiVersion: 'shop.example.com/v1',
    kind: 'Gizmo',
    metadata: { name },
    spec: content,
  })
  const content = { color: 'red', count: 0, tags: ['a', ''], limits: { cpu: '2' }, since: '2024-01-02T03:04:05Z' }

  test('is read and written in protobuf', async () => {
    const { send, get } = await start()
    await send('POST', GIZMOS, { body: gizmo('a', content) })
    const first = await get(`${GIZMOS}/a`, PROTOBUF)
    const { value } = await decoded(first)
    expect(value.spec).toEqual(content)
    await send('DELETE', `${GIZMOS}/a`)
    const again = bytesOf(first)
    const created = await send('POST', GIZMOS, { body: again, headers: { 'content-type': PROTOBUF } })
    expect(jsonOf(created)).toMatchObject({ message: expect.stringContaining('resourceVersion') })
    const { encodeProtobuf } = await import('../../../src/codec/index.js')
    const body = await encodeProtobuf(gizmo('b', content), platformDialect, own)
    const made = await send('POST', GIZMOS, { body, headers: { 'content-type': PROTOBUF } })
    expect([made.status, jsonOf(made)]).toMatchObject([201, { kind: 'Gizmo', spec: content }])
    expect(await decoded(await get(GIZMOS, PROTOBUF))).toMatchObject({ kind: 'GizmoList', value: { items: [{ spec: content }] } })
  })
})

describe('a watch in protobuf', () => {
  test('is frames of four bytes of length and an event', async () => {
    const { send, get } = await start()
    const response = await get(`${CONFIG_MAPS}?watch=1&resourceVersion=0`, `${PROTOBUF},application/json`)
    expect(typeOf(response)).toEqual([`${PROTOBUF};stream=watch`])
    const chunks: Uint8Array[] = []
    const release = streamOf(response).start({ write: (chunk) => chunks.push(chunk) * 0, onDrained() {}, end() {}, abort() {} })
    await send('PUT', `${CONFIG_MAPS}/a`, { body: configMap('a', { k: 'w' }) })
    await until(() => chunks.length === 2)
    const types: string[] = []
    for (const chunk of chunks) {
      const length = new DataView(chunk.buffer, chunk.byteOffset).getUint32(0)
      expect(length).toBe(chunk.length - 4)
      const typeLength = chunk[5] ?? 0
      types.push(new TextDecoder().decode(chunk.subarray(6, 6 + typeLength)))
      const prefix = chunk.findIndex((_, at) => chunk[at] === 0x6b && chunk[at + 1] === 0x38 && chunk[at + 2] === 0x73)
      const { kind, value } = await decodeProtobuf(chunk.slice(prefix), platformDialect)
      expect([kind, value]).toMatchObject(['ConfigMap', { metadata: { name: 'a' } }])
    }
    expect(types).toEqual(['ADDED', 'MODIFIED'])
    release()
  })
})

describe('without managed fields', () => {
  const names = [
    ['JSON', 'application/json'],
    ['YAML', 'application/yaml'],
    ['protobuf', PROTOBUF],
  ] as const

  test.each(names)('an object and a list in %s', async (_, type) => {
    const { get } = await start()
    for (const url of [`${CONFIG_MAPS}/a`, CONFIG_MAPS, `${CONFIG_MAPS}?pretty=1`]) {
      const whole = new TextDecoder().decode(bytesOf(await get(url, type)))
      const less = new TextDecoder().decode(bytesOf(await get(url, type + DROP)))
      expect([whole.includes('FieldsV1'), less.includes('FieldsV1'), less.includes('managedFields')]).toEqual([
        true,
        false,
        false,
      ])
    }
  })

  test.each([
    ['a type without messages', `${GADGETS}/g`, 'application/json'],
    ['metadata', `${CONFIG_MAPS}/a`, `application/json${PARTIAL}`],
    ['a table', CONFIG_MAPS, 'application/json;as=Table;v=v1;g=meta.platform.io'],
    ['a table with whole objects', `${CONFIG_MAPS}?includeObject=Object`, 'application/json;as=Table;v=v1;g=meta.platform.io'],
  ])('%s', async (_, url, accept) => {
    const { get } = await start()
    expect(textOf(await get(url, accept))).toContain('managedFields')
    expect(textOf(await get(url, accept + DROP))).not.toContain('managedFields')
  })

  test('a watch', async () => {
    const { get } = await start()
    const response = await get(`${CONFIG_MAPS}?watch=1&resourceVersion=0`, `application/json${DROP}`)
    const lines: string[] = []
    const release = streamOf(response).start({
      write: (chunk) => lines.push(new TextDecoder().decode(chunk)) * 0,
      onDrained() {},
      end() {},
      abort() {},
    })
    await until(() => lines.length === 1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' }, data: { k: 'v' } } })
    expect(lines[0]).not.toContain('managedFields')
    release()
  })
})
