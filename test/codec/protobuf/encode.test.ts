import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeProtobuf, encodeProtobuf } from '../../../src/codec/index.js'
import type { Field, Message } from '../../../src/codec/message-table.js'
import { messages } from '../../../src/codec/protobuf/kinds.js'
import { groupMessages } from '../../../src/codec/protobuf/messages/index.js'
import type { ScalarType } from '../../../src/codec/protobuf/scalar-values.js'
import { kubernetesDialect, platformDialect, type UnknownRecord } from '../../../src/meta/index.js'
import { base64 } from '../bytes.js'
import { clientBodies, fullJob, fullJobSpec } from './client-bodies.js'

async function encode(object: UnknownRecord): Promise<Uint8Array> {
  const bytes = await encodeProtobuf(object, platformDialect)
  if (!bytes) throw new Error('no bytes')
  return bytes
}

async function roundTrip(object: UnknownRecord): Promise<unknown> {
  const { apiVersion, kind, value } = await decodeProtobuf(await encode(object), platformDialect)
  return { ...value, apiVersion, kind }
}

describe('what real clients sent', () => {
  test.each(clientBodies.map((body) => [body.command, body] as const))('%s', async (_, { body, object }) => {
    const { apiVersion, kind, value } = await decodeProtobuf(base64(body), kubernetesDialect)
    expect({ ...value, apiVersion, kind }).toEqual(object)
  })

  test('a job with almost everything that a pod has', async () => {
    const { value } = await decodeProtobuf(base64(fullJob), kubernetesDialect)
    expect(value.spec).toEqual(fullJobSpec)
  })

  test('is the same after it was encoded and decoded again', async () => {
    for (const body of [fullJob, ...clientBodies.map((recorded) => recorded.body)]) {
      const { apiVersion, kind, value } = await decodeProtobuf(base64(body), kubernetesDialect)
      const again = await encodeProtobuf({ ...value, apiVersion, kind }, kubernetesDialect)
      expect(await decodeProtobuf(again ?? new Uint8Array(), kubernetesDialect)).toEqual({ apiVersion, kind, value })
    }
  })

  test.each([
    'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEh8KCwoBYVoGCgF4EgF5EgYKAWsSAXYSCAoBbBIDdHdv',
    'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEhoKAwoBYRIGCgFrEgF3GgkKA2JpbhICAP8gAQ==',
  ])('a recorded config map is encoded to the same bytes (%#)', async (body) => {
    const { apiVersion, kind, value } = await decodeProtobuf(base64(body), kubernetesDialect)
    expect(await encodeProtobuf({ apiVersion, kind, ...value }, kubernetesDialect)).toEqual(base64(body))
  })
})

describe('tables', () => {
  const sources = groupMessages.map((group) => group.messages)

  test('a message is defined once', () => {
    const names = sources.flatMap((source) => Object.keys(source))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('every message is well-formed and refers to messages that are defined', () => {
    for (const name of sources.flatMap((source) => Object.keys(source))) {
      const { ordered, fields } = messages(name)
      expect(fields.size).toBe(ordered.length)
      for (const field of ordered) {
        expect(field.number).toBeGreaterThan(0)
        if (!field.scalar) expect(messages(field.message).name).toBe(field.message)
      }
    }
  })
})

/** Messages that are one JSON value, and values that come back as they were. */
const UNIONS: Readonly<Record<string, readonly unknown[]>> = {
  Quantity: ['1', '0', '1500m', '2Gi'],
  IntOrString: [0, 80, -1, '', '25%', 'http'],
  ExtraValue: [[], ['a', 'b']],
  Verbs: [[], ['get', 'list']],
  JSONSchemaPropsOrArray: [{ type: 'string' }, [{}, { type: 'string' }]],
  JSONSchemaPropsOrBool: [true, false, {}, { type: 'string' }],
  JSONSchemaPropsOrStringArray: [{ type: 'string' }, ['a', 'b']],
}

const SCALARS: Readonly<Record<ScalarType, readonly unknown[]>> = {
  string: ['', 'a', 'ünï', '\u0000', '😀', 'x'.repeat(200)],
  bytes: ['', 'AA==', 'AP8=', 'AAEC'],
  bool: [true, false],
  int32: [0, 1, -1, 127, 128, 2 ** 31 - 1, -(2 ** 31) + 1],
  int64: [0, 1, -1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  double: [0, 1, -1.5, 0.1, 1e300],
  Time: ['1970-01-01T00:00:00Z', '2023-11-14T22:13:20Z', '0001-01-01T00:00:01Z', '9999-12-31T23:59:59Z'],
  MicroTime: ['1970-01-01T00:00:00.000000Z', '2023-11-14T22:13:20.001234Z', '1960-01-01T00:00:00.999999Z'],
  FieldsV1: [{}, { 'f:a': { 'f:b': {}, 'k:{"n":"x"}': { '.': {} } } }],
  JSON: [null, 0, false, '', 'a', [1, null], { a: { b: [] } }],
}

const isFilled = (value: unknown): boolean => value !== '' && value !== 0 && value !== false

/** Makes objects in the form that decoding gives: no empty lists or maps, no zeros where they mean that nothing is there. */
class Maker {
  #state: number
  /** Messages may nest without end: so many are made at most, apart from those that are always there. */
  #left = 150

  constructor(seed: number) {
    this.#state = seed
  }

  object(message: Message<ScalarType>): unknown {
    const values = UNIONS[message.name]
    if (values) return this.#one(values)
    this.#left--
    const object: UnknownRecord = {}
    const share = Math.max(2, Math.floor(message.ordered.length / 8))
    for (const field of message.ordered) {
      const wanted = this.#left > 0 && this.#below(share) === 0
      if (wanted || message.always.includes(field)) Object.assign(object, this.#member(field))
    }
    return object
  }

  #member(field: Field<ScalarType>): UnknownRecord {
    const one = (): unknown => (field.scalar ? this.#one(SCALARS[field.scalar]) : this.object(messages(field.message)))
    const name = field.extension ? `x-platform-${field.name}` : field.name
    if (field.shape === 'inline') return this.object(messages(field.message)) as UnknownRecord
    if (field.shape === 'list') return { [name]: Array.from({ length: 1 + this.#below(2) }, one) }
    if (field.shape === 'map') return { [name]: this.#below(2) === 0 ? { k: one() } : { b: one(), '': one(), ä: one() } }
    const value = one()
    const shown = field.presence !== 'filled' || !field.scalar || field.scalar === 'JSON' || isFilled(value)
    return shown ? { [name]: value } : {}
  }

  #one<T>(values: readonly T[]): T | undefined {
    return values[this.#below(values.length)]
  }

  /** A linear congruential generator: the seed says all. */
  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }
}

describe('round trips', () => {
  const kinds = groupMessages.flatMap(({ apiVersion, kinds: names }) =>
    names.map((name) => [apiVersion('platform.io'), name.slice(name.lastIndexOf('.') + 1), name] as const),
  )

  test.each(kinds)('%s %s is what it was before it was encoded', async (apiVersion, kind, name) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const object = { ...(new Maker(seed).object(messages(name)) as UnknownRecord), apiVersion, kind }
        expect(await roundTrip(object)).toEqual(object)
      }),
      { numRuns: 20 },
    )
  })

  test('a list, and metadata of any object', async () => {
    const metadata = { resourceVersion: '7', continue: 'c', remainingItemCount: 0 }
    const items = [{ metadata: { name: 'a' }, data: { k: 'v' } }, { metadata: { name: 'b' } }]
    const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata, items }
    expect(await roundTrip(list)).toEqual(list)
    const partial = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.platform.io/v1', metadata, items: [items[1]] }
    expect(await roundTrip(partial)).toEqual(partial)
  })

  test('keys such as __proto__ are data', async () => {
    const object = JSON.parse(
      '{"apiVersion":"v1","kind":"ConfigMap","data":{"__proto__":"x","constructor":"y"}}',
    ) as UnknownRecord
    expect(JSON.stringify(await roundTrip(object))).toBe(
      '{"data":{"__proto__":"x","constructor":"y"},"apiVersion":"v1","kind":"ConfigMap"}',
    )
  })
})

describe('what is written', () => {
  test('entries of maps are in the order of their keys', async () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap' }
    expect(await encode({ ...object, data: { b: '1', a: '2', é: '3' } })).toEqual(
      await encode({ ...object, data: { é: '3', a: '2', b: '1' } }),
    )
  })

  test('a number is a quantity too; times of other zones and fractions are the same moments', async () => {
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', spec: { hard: { pods: 2 } } }
    expect(await roundTrip(quota)).toMatchObject({ spec: { hard: { pods: '2' } } })
    const lease = { apiVersion: 'coordination.platform.io/v1', kind: 'Lease' }
    expect(await roundTrip({ ...lease, spec: { renewTime: '2024-01-02T04:04:05.5+01:00' } })).toMatchObject({
      spec: { renewTime: '2024-01-02T03:04:05.500000Z' },
    })
  })

  test('values that do not fit their field, and fields that are not known, are left out', async () => {
    const data = { a: 1, b: 'x' }
    const spec = { replicas: 1.5, minReadySeconds: 2 ** 31, paused: 'yes', progressDeadlineSeconds: '7', strategy: null, more: 1 }
    expect(await roundTrip({ apiVersion: 'v1', kind: 'ConfigMap', data, immutable: null, metadata: 7 })).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {},
      data: { a: '', b: 'x' },
    })
    expect(await roundTrip({ apiVersion: 'apps/v1', kind: 'Deployment', spec })).toMatchObject({ spec: {} })
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { creationTimestamp: 'yesterday' } }
    expect(await roundTrip(secret)).toEqual({ apiVersion: 'v1', kind: 'Secret', metadata: {} })
  })

  test('bytes that are not base64 are an error, not lost', async () => {
    await expect(encode({ apiVersion: 'v1', kind: 'Secret', data: { k: '%' } })).rejects.toThrow(TypeError)
  })

  test('large objects', async () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'v'.repeat(index)]))
    const object = { apiVersion: 'v1', kind: 'ConfigMap', data }
    expect(await roundTrip(object)).toEqual(object)
  })

  test.each([
    ['a custom kind', { apiVersion: 'example.com/v1', kind: 'Widget' }],
    ['the kind of another version', { apiVersion: 'apps/v2', kind: 'Deployment' }],
    ['a group of the other dialect', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' }],
    ['no kind', { metadata: { name: 'a' } }],
    ['a table', { apiVersion: 'meta.platform.io/v1', kind: 'Table' }],
  ])('%s has no message', async (_, object) => {
    expect(await encodeProtobuf(object, platformDialect)).toBeUndefined()
  })

  test('what nests deeper than readers follow is not encoded', async () => {
    const nested = (levels: number) => {
      let schema: UnknownRecord = {}
      for (let level = 0; level < levels; level++) schema = { not: schema }
      return {
        apiVersion: 'apiextensions.platform.io/v1',
        kind: 'CustomResourceDefinition',
        spec: { versions: [{ schema: { openAPIV3Schema: schema } }] },
      }
    }
    expect(await encodeProtobuf(nested(100), platformDialect)).toBeInstanceOf(Uint8Array)
    expect(await encodeProtobuf(nested(9_000), platformDialect)).toBeUndefined()
  })
})
