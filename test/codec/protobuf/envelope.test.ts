import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeProtobuf } from '../../../src/codec/index.js'
import { ApiError, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { base64, only400, utf8 } from '../bytes.js'
import { encode, envelope } from './published.js'

const decode = (bytes: Uint8Array) => decodeProtobuf(bytes, platformDialect)
const read = async (apiVersion: string, kind: string, message: string, value: object) =>
  (await decode(envelope(apiVersion, kind, encode(message, value)))).value

const json = (value: unknown) => ({ raw: utf8(JSON.stringify(value)) })

describe('recorded bodies', () => {
  test.each([
    [
      'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEh8KCwoBYVoGCgF4EgF5EgYKAWsSAXYSCAoBbBIDdHdv',
      { metadata: { name: 'a', labels: { x: 'y' } }, data: { k: 'v', l: 'two' } },
    ],
    [
      'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEhoKAwoBYRIGCgFrEgF3GgkKA2JpbhICAP8gAQ==',
      { metadata: { name: 'a' }, data: { k: 'w' }, binaryData: { bin: 'AP8=' }, immutable: true },
    ],
  ])('a config map (%#)', async (body, value) => {
    const decoded = await decodeProtobuf(base64(body), kubernetesDialect)
    expect(decoded).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', value })
  })

  test('text that is no protobuf at all is answered with 400', async () => {
    const result = await only400(() => decode(base64('bm90IHByb3RvYnVmIGF0IGFsbA==')))
    expect(result).toMatchObject({ message: expect.stringContaining('prefix') })
  })
})

describe('kinds', () => {
  test('metadata: empty fields are left out, times are RFC 3339, field sets are objects', async () => {
    const metadata = {
      name: 'a',
      generateName: '',
      namespace: 'n',
      generation: 9007199254740991,
      creationTimestamp: {},
      deletionTimestamp: { seconds: 1700000000, nanos: 999999999 },
      deletionGracePeriodSeconds: 0,
      labels: { __proto__x: 'y' },
      annotations: { empty: '' },
      ownerReferences: [{ kind: 'K', name: 'o', uid: 'u', controller: false }],
      finalizers: ['example.com/f'],
      managedFields: [
        { manager: 'm', operation: 'Update', time: { seconds: 0, nanos: 1 }, fieldsV1: { Raw: utf8('{"f:data":{"f:k":{}}}') } },
        { manager: 'n', fieldsV1: {} },
      ],
    }
    expect(await read('v1', 'Namespace', 'Namespace', { metadata, spec: {}, status: { phase: '' } })).toEqual({
      metadata: {
        name: 'a',
        namespace: 'n',
        generation: 9007199254740991,
        deletionTimestamp: '2023-11-14T22:13:20Z',
        deletionGracePeriodSeconds: 0,
        labels: { __proto__x: 'y' },
        annotations: { empty: '' },
        ownerReferences: [{ apiVersion: '', kind: 'K', name: 'o', uid: 'u', controller: false }],
        finalizers: ['example.com/f'],
        managedFields: [
          { manager: 'm', operation: 'Update', time: '1970-01-01T00:00:00Z', fieldsV1: { 'f:data': { 'f:k': {} } } },
          { manager: 'n' },
        ],
      },
      spec: {},
      status: {},
    })
  })

  test('secrets: bytes are base64', async () => {
    const value = {
      type: 'Opaque',
      data: { k: utf8('hunter2'), none: new Uint8Array() },
      stringData: { s: 't' },
      immutable: false,
    }
    expect(await read('v1', 'Secret', 'Secret', value)).toEqual({
      type: 'Opaque',
      data: { k: 'aHVudGVyMg==', none: '' },
      stringData: { s: 't' },
      immutable: false,
    })
  })

  test('bytes of every length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 20 }), async (bytes) => {
        const { data } = (await read('v1', 'Secret', 'Secret', { data: { k: bytes } })) as { data: { k: string } }
        expect(base64(data.k)).toEqual(bytes)
      }),
      { numRuns: 50 },
    )
    const long = new Uint8Array(100_000).fill(255)
    const { data } = (await read('v1', 'Secret', 'Secret', { data: { k: long } })) as { data: { k: string } }
    expect(base64(data.k)).toEqual(long)
  })

  test('service accounts', async () => {
    const value = {
      secrets: [{ name: 's', kind: 'Secret' }],
      imagePullSecrets: [{ name: 'p' }],
      automountServiceAccountToken: false,
    }
    expect(await read('v1', 'ServiceAccount', 'ServiceAccount', value)).toEqual(value)
  })

  test('leases: micro times have six digits, zeros that were set stay', async () => {
    const spec = {
      holderIdentity: 'h',
      leaseDurationSeconds: 0,
      acquireTime: { seconds: 1700000000, nanos: 1234567 },
      leaseTransitions: 0,
    }
    expect(await read('coordination.platform.io/v1', 'Lease', 'Lease', { spec: { ...spec, renewTime: {} } })).toEqual({
      spec: { holderIdentity: 'h', leaseDurationSeconds: 0, acquireTime: '2023-11-14T22:13:20.001234Z', leaseTransitions: 0 },
    })
  })

  test('events of both groups', async () => {
    const core = {
      involvedObject: {
        kind: 'Pod',
        namespace: 'n',
        name: 'p',
        uid: 'u',
        apiVersion: 'v1',
        resourceVersion: '5',
        fieldPath: 'spec',
      },
      reason: 'R',
      message: 'M',
      source: { component: 'c', host: 'h' },
      count: 3,
      type: 'Normal',
      action: 'A',
      related: { name: 'r' },
      reportingComponent: 'rc',
      reportingInstance: 'ri',
    }
    const time = { seconds: 60, nanos: 5000 }
    expect(
      await read('v1', 'Event', 'CoreEvent', {
        ...core,
        firstTimestamp: time,
        lastTimestamp: time,
        eventTime: time,
        series: { count: 2, lastObservedTime: time },
      }),
    ).toEqual({
      ...core,
      firstTimestamp: '1970-01-01T00:01:00Z',
      lastTimestamp: '1970-01-01T00:01:00Z',
      eventTime: '1970-01-01T00:01:00.000005Z',
      series: { count: 2, lastObservedTime: '1970-01-01T00:01:00.000005Z' },
    })
    const next = {
      reportingController: 'rc',
      reportingInstance: 'ri',
      action: 'A',
      reason: 'R',
      regarding: { kind: 'Pod', name: 'p' },
      related: { name: 'r' },
      note: 'N',
      type: 'Warning',
      deprecatedSource: { component: 'c' },
      deprecatedCount: 4,
    }
    expect(
      await read('events.platform.io/v1', 'Event', 'NewEvent', {
        ...next,
        eventTime: time,
        series: { lastObservedTime: time },
        deprecatedFirstTimestamp: time,
        deprecatedLastTimestamp: {},
      }),
    ).toEqual({
      ...next,
      eventTime: '1970-01-01T00:01:00.000005Z',
      series: { count: 0, lastObservedTime: '1970-01-01T00:01:00.000005Z' },
      deprecatedFirstTimestamp: '1970-01-01T00:01:00Z',
    })
  })

  test('options of a delete, under the version of any group', async () => {
    const value = {
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u', resourceVersion: '7' },
      orphanDependents: false,
      propagationPolicy: 'Background',
      dryRun: ['All'],
    }
    expect(await read('apps/v1', 'DeleteOptions', 'DeleteOptions', value)).toEqual(value)
    expect(await read('v1', 'DeleteOptions', 'DeleteOptions', {})).toEqual({})
  })

  test('statuses', async () => {
    const raw = Uint8Array.of(0x12, 1, 0x46, 0x2a, 5, 0x0a, 1, 0x62, 0x28, 1, 0x30, 0x94, 3)
    const { value } = await decode(envelope('v1', 'Status', raw))
    expect(value).toEqual({ status: 'F', details: { name: 'b', retryAfterSeconds: 1 }, code: 404 })
  })

  test('custom resource definitions, with the prefix of the dialect', async () => {
    const schema = {
      ref: '#/x',
      schema: 's',
      type: 'object',
      description: 'd',
      default: json({ a: [null] }),
      example: json(null),
      maximum: 0,
      exclusiveMaximum: true,
      minimum: -1.5,
      multipleOf: 0.1,
      minLength: 0,
      maxLength: 5,
      uniqueItems: true,
      enum: [json('a'), json(1), json(null)],
      required: ['a'],
      items: { schema: { type: 'string' } },
      allOf: [{ items: { jSONSchemas: [{ type: 'string' }, {}] } }],
      not: { nullable: true },
      properties: {
        __proto__x: { additionalProperties: { allows: true } },
        b: { additionalProperties: { schema: { type: 'string' } } },
      },
      additionalProperties: { allows: false },
      dependencies: { d: { property: ['e'] }, f: { schema: { title: 't' } } },
      externalDocs: { url: 'u' },
      preserveUnknownFields: false,
      embeddedResource: true,
      intOrString: true,
      listMapKeys: ['name'],
      listType: 'map',
      mapType: 'atomic',
      validations: [{ rule: 'true', reason: 'FieldValueInvalid', optionalOldSelf: false }],
    }
    const spec = {
      group: 'example.com',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['w'], categories: ['all'] },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
          additionalPrinterColumns: [{ name: 'N', type: 'integer', jsonPath: '.spec.n', priority: 1 }],
          deprecationWarning: '',
        },
      ],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { caBundle: utf8('ca'), service: { name: 's', namespace: 'n', port: 0 } },
          conversionReviewVersions: ['v1'],
        },
      },
      preserveUnknownFields: false,
    }
    const status = {
      conditions: [{ type: 'Established', status: 'True', lastTransitionTime: { seconds: 0, nanos: 0 } }],
      storedVersions: ['v1'],
    }
    expect(await read('apiextensions.platform.io/v1', 'CustomResourceDefinition', 'Definition', { spec, status })).toEqual({
      spec: {
        group: 'example.com',
        names: { plural: 'widgets', kind: 'Widget', shortNames: ['w'], categories: ['all'] },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: false,
            schema: {
              openAPIV3Schema: {
                $ref: '#/x',
                $schema: 's',
                type: 'object',
                description: 'd',
                default: { a: [null] },
                example: null,
                maximum: 0,
                exclusiveMaximum: true,
                minimum: -1.5,
                multipleOf: 0.1,
                minLength: 0,
                maxLength: 5,
                uniqueItems: true,
                enum: ['a', 1, null],
                required: ['a'],
                items: { type: 'string' },
                allOf: [{ items: [{ type: 'string' }, {}] }],
                not: { nullable: true },
                properties: { __proto__x: { additionalProperties: true }, b: { additionalProperties: { type: 'string' } } },
                additionalProperties: false,
                dependencies: { d: ['e'], f: { title: 't' } },
                externalDocs: { url: 'u' },
                'x-platform-preserve-unknown-fields': false,
                'x-platform-embedded-resource': true,
                'x-platform-int-or-string': true,
                'x-platform-list-map-keys': ['name'],
                'x-platform-list-type': 'map',
                'x-platform-map-type': 'atomic',
                'x-platform-validations': [{ rule: 'true', reason: 'FieldValueInvalid', optionalOldSelf: false }],
              },
            },
            subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
            additionalPrinterColumns: [{ name: 'N', type: 'integer', jsonPath: '.spec.n', priority: 1 }],
            deprecationWarning: '',
          },
        ],
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { caBundle: 'Y2E=', service: { name: 's', namespace: 'n', port: 0 } },
            conversionReviewVersions: ['v1'],
          },
        },
      },
      status: {
        conditions: [{ type: 'Established', status: 'True', lastTransitionTime: '1970-01-01T00:00:00Z' }],
        storedVersions: ['v1'],
      },
    })
  })
})

describe('bodies that leave out what JSON always has', () => {
  test('zeros take its place, also where JSON shows the fields of a nested message in place of it', async () => {
    // A pod whose spec has one ephemeral container, of which nothing is said.
    const pod = Uint8Array.of(0x12, 3, 0x92, 0x02, 0)
    const { value } = await decode(envelope('v1', 'Pod', pod))
    expect(value).toEqual({ spec: { ephemeralContainers: [{ name: '' }] } })
  })

  /** Content in a message that is a field of a message, and so on; the outermost field first. */
  const nested = ([field, ...inner]: readonly number[], content: readonly number[]): readonly number[] => {
    if (field === undefined) return content
    const value = nested(inner, content)
    return [(field << 3) | 2, value.length, ...value]
  }

  test('a quantity without text is zero', async () => {
    const key = [0x0a, 1, 0x61]
    const limits = nested([2, 1, 2], [...key, ...nested([2], [])])
    const { value } = await decode(envelope('v1', 'LimitRange', Uint8Array.from(limits)))
    expect(value).toEqual({ spec: { limits: [{ type: '', max: { a: '0' } }] } })
  })

  test.each([
    ['no type is the number zero', [], 0],
    ['a text without its text is empty', [0x08, 1], ''],
  ])('a number or text: %s', async (_, target, targetPort) => {
    const { value } = await decode(envelope('v1', 'Service', Uint8Array.from(nested([2, 1, 4], target))))
    expect(value).toEqual({ spec: { ports: [{ port: 0, targetPort }] } })
  })
})

describe('bodies that cannot be read', () => {
  const config = encode('ConfigMap', {
    metadata: { name: 'a', generation: 1, creationTimestamp: { seconds: 5 } },
    data: { k: 'v' },
    immutable: true,
  })
  const good = envelope('v1', 'ConfigMap', config)
  const definition = envelope(
    'apiextensions.platform.io/v1',
    'CustomResourceDefinition',
    encode('Definition', {
      spec: { versions: [{ schema: { openAPIV3Schema: { properties: { a: { default: json(1), maximum: 3 } } } } }] },
    }),
  )

  test.each([
    ['an unknown kind', envelope('v1', 'Widget', config)],
    ['the kind of another group', envelope('coordination.platform.io/v1', 'ConfigMap', config)],
    ['a group of the other dialect', envelope('coordination.k8s.io/v1', 'Lease', new Uint8Array())],
    ['no kind', envelope('', '', config)],
    ['an encoded content', envelope('v1', 'ConfigMap', config, { contentEncoding: 'gzip' })],
    ['content of another type', envelope('v1', 'ConfigMap', config, { contentType: 'application/json' })],
    ['nothing', new Uint8Array()],
    ['a prefix and nothing', Uint8Array.of(0x6b, 0x38, 0x73, 0x00)],
    [
      'a year of 300,000',
      envelope('v1', 'Namespace', encode('Namespace', { metadata: { creationTimestamp: { seconds: 1e13 } } })),
    ],
    [
      'negative nanoseconds',
      envelope('v1', 'Namespace', encode('Namespace', { metadata: { creationTimestamp: { nanos: -1 } } })),
    ],
    [
      'a field set that is no JSON',
      envelope('v1', 'Namespace', encode('Namespace', { metadata: { managedFields: [{ fieldsV1: { Raw: utf8('{') } }] } })),
    ],
    ['invalid UTF-8 in text', envelope('v1', 'ConfigMap', Uint8Array.of(0x0a, 0x03, 0x0a, 0x01, 0xff))],
    ['a wrong wire type', envelope('v1', 'ConfigMap', Uint8Array.of(0x08, 0x01))],
    ['a field number of zero', envelope('v1', 'ConfigMap', Uint8Array.of(0x02, 0x00))],
    [
      'a field longer than its message',
      envelope('v1', 'ConfigMap', Uint8Array.of(0x0a, 0x02, 0x0a, 0x05, 0x61, 0x62, 0x63, 0x64, 0x65)),
    ],
  ])('%s is answered with 400', async (_, bytes) => {
    expect(await only400(() => decode(bytes))).toBeInstanceOf(ApiError)
  })

  test('fields that are not known are ignored', async () => {
    const more = Uint8Array.of(...config, 0xf8, 0x07, 0x01, 0xfa, 0x07, 0x01, 0x61)
    expect(await decode(envelope('v1', 'ConfigMap', more))).toEqual(await decode(good))
  })

  test('an envelope that names its content type is read', async () => {
    const named = envelope('v1', 'ConfigMap', config, { contentType: platformDialect.protobufMediaType })
    expect(await decode(named)).toEqual(await decode(good))
  })

  test('schemas that nest too deep are answered with 400', async () => {
    let schema = Uint8Array.of()
    const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)])
    for (let i = 0; i < 2000; i++) schema = Uint8Array.of(0xe2, 0x01, ...varint(schema.length), ...schema)
    const wrap = (...fields: number[]) => {
      let bytes = schema
      for (const field of fields) bytes = Uint8Array.of((field << 3) | 2, ...varint(bytes.length), ...bytes)
      return bytes
    }
    const body = envelope('apiextensions.platform.io/v1', 'CustomResourceDefinition', wrap(1, 4, 7, 2))
    await expect(decode(body)).rejects.toThrow('exceeded max depth')
  })

  test.each([
    ['a config map', good],
    ['a definition', definition],
  ])('%s cut off anywhere fails with 400 or not at all', async (_, bytes) => {
    for (let end = 0; end < bytes.length; end++) await only400(() => decode(bytes.subarray(0, end)))
  })

  test('random bytes, in and behind the envelope, fail with 400 or not at all', async () => {
    const kinds = fc.constantFrom(
      ['v1', 'ConfigMap'],
      ['v1', 'Event'],
      ['coordination.platform.io/v1', 'Lease'],
      ['apiextensions.platform.io/v1', 'CustomResourceDefinition'],
    )
    await fc.assert(
      fc.asyncProperty(kinds, fc.uint8Array({ maxLength: 60 }), async ([apiVersion = '', kind = ''], raw) => {
        await only400(() => decode(envelope(apiVersion, kind, raw)))
        await only400(() => decode(Uint8Array.of(0x6b, 0x38, 0x73, 0x00, ...raw)))
      }),
      { numRuns: 500 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(definition.length - 1), fc.nat(255), async (at, byte) => {
        await only400(() => decode(definition.with(at, byte)))
      }),
      { numRuns: 500 },
    )
  })
})
