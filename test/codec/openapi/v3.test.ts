import { describe, expect, test } from '@jest/globals'
import protobuf from 'protobufjs'
import { encodeOpenApiV3 } from '../../../src/codec/index.js'

/** The published definition of the parts that clients read, written down a second time. */
const source = `
syntax = "proto3";
message Any { string yaml = 2; }
message NamedAny { string name = 1; Any value = 2; }
message Reference { string ref = 1; }
message Document { string openapi = 1; Info info = 2; Paths paths = 4; Components components = 5; repeated NamedAny x = 9; }
message Info { string title = 1; string description = 2; string version = 6; repeated NamedAny x = 7; }
message Paths { repeated NamedPathItem path = 1; repeated NamedAny x = 2; }
message NamedPathItem { string name = 1; PathItem value = 2; }
message PathItem {
  Operation get = 4; Operation put = 5; Operation post = 6; Operation delete = 7; Operation patch = 10;
  repeated ParameterItem parameters = 13;
}
message Operation {
  repeated string tags = 1; string description = 3; string operationId = 5; repeated ParameterItem parameters = 6;
  RequestBodyItem requestBody = 7; Responses responses = 8; bool deprecated = 10; repeated NamedAny x = 13;
}
message ParameterItem { Parameter parameter = 1; Reference reference = 2; }
message Parameter { string name = 1; string in = 2; string description = 3; bool required = 4; SchemaItem schema = 10; }
message RequestBodyItem { RequestBody requestBody = 1; Reference reference = 2; }
message RequestBody { string description = 1; MediaTypes content = 2; bool required = 3; }
message MediaTypes { repeated NamedMediaType all = 1; }
message NamedMediaType { string name = 1; MediaType value = 2; }
message MediaType { SchemaItem schema = 1; }
message Responses { ResponseItem default = 1; repeated NamedResponse code = 2; repeated NamedAny x = 3; }
message NamedResponse { string name = 1; ResponseItem value = 2; }
message ResponseItem { Response response = 1; Reference reference = 2; }
message Response { string description = 1; MediaTypes content = 3; }
message Components { Schemas schemas = 1; }
message Schemas { repeated NamedSchema all = 1; }
message NamedSchema { string name = 1; SchemaItem value = 2; }
message SchemaItem { Schema schema = 1; Reference reference = 2; }
message ItemsItem { repeated SchemaItem schema = 1; }
message AdditionalProperties { SchemaItem schema = 1; optional bool boolean = 2; }
message Default { optional double number = 1; optional bool boolean = 2; optional string string = 3; }
message Schema {
  bool nullable = 1; bool deprecated = 8; double maximum = 11; double minimum = 13; int64 maxLength = 15; int64 minLength = 16;
  string pattern = 17; repeated string required = 23; repeated Any enum = 24; string type = 25; repeated SchemaItem allOf = 26;
  repeated SchemaItem oneOf = 27; repeated SchemaItem anyOf = 28; Schema not = 29; ItemsItem items = 30; Schemas properties = 31;
  AdditionalProperties additionalProperties = 32; Default default = 33; string description = 34; string format = 35;
  repeated NamedAny x = 36;
}
`
const documentType = protobuf.parse(source, { keepCase: true }).root.lookupType('Document')

const decode = async (document: unknown) =>
  documentType.toObject(documentType.decode(await encodeOpenApiV3(document)), { longs: Number })

const decodeSchema = async (schema: unknown) =>
  (await decode({ components: { schemas: { x: schema } } })).components.schemas.all[0].value as unknown

const ref = '#/components/schemas/other'

describe('encodeOpenApiV3', () => {
  test('schemas of every form', async () => {
    expect(
      await decodeSchema({
        description: 'd',
        type: 'object',
        required: ['a', 'b'],
        properties: {
          a: { $ref: ref },
          'x-b': { type: 'array', items: { type: 'string', format: 'byte', maxLength: 4096 }, nullable: true },
          c: { type: 'object', additionalProperties: { $ref: ref } },
          d: { additionalProperties: false },
          e: { oneOf: [{ type: 'integer' }, { $ref: ref }], anyOf: [{ minimum: -3, maximum: 1.5 }], not: { type: 'string' } },
          f: { enum: ['é', 1, null], deprecated: true },
          default: { allOf: [{ $ref: ref }] },
        },
        'x-platform-group-version-kind': [{ group: 'g', kind: 'K', version: 'v1' }],
      }),
    ).toEqual({
      schema: {
        description: 'd',
        type: 'object',
        required: ['a', 'b'],
        properties: {
          all: [
            { name: 'a', value: { reference: { ref } } },
            {
              name: 'x-b',
              value: {
                schema: {
                  type: 'array',
                  items: { schema: [{ schema: { type: 'string', format: 'byte', maxLength: 4096 } }] },
                  nullable: true,
                },
              },
            },
            { name: 'c', value: { schema: { type: 'object', additionalProperties: { schema: { reference: { ref } } } } } },
            { name: 'd', value: { schema: { additionalProperties: { boolean: false } } } },
            {
              name: 'e',
              value: {
                schema: {
                  oneOf: [{ schema: { type: 'integer' } }, { reference: { ref } }],
                  anyOf: [{ schema: { minimum: -3, maximum: 1.5 } }],
                  not: { type: 'string' },
                },
              },
            },
            {
              name: 'f',
              value: { schema: { enum: [{ yaml: '"é"' }, { yaml: '1' }, { yaml: 'null' }], deprecated: true } },
            },
            { name: 'default', value: { schema: { allOf: [{ reference: { ref } }] } } },
          ],
        },
        x: [{ name: 'x-platform-group-version-kind', value: { yaml: '[{"group":"g","kind":"K","version":"v1"}]' } }],
      },
    })
  })

  test.each([
    [0, { number: 0 }],
    [1.5, { number: 1.5 }],
    [false, { boolean: false }],
    ['', { string: '' }],
    ['TCP', { string: 'TCP' }],
  ])('the default %j keeps its type', async (value, expected) => {
    expect(await decodeSchema({ default: value })).toEqual({ schema: { default: expected } })
  })

  test.each([[{}], [[]], [{ a: 1 }], [null]])(
    'the default %j, which the message has no place for, is left out',
    async (value) => {
      expect(await decodeSchema({ type: 'object', default: value })).toEqual({ schema: { type: 'object' } })
    },
  )

  test('paths with operations, parameters, bodies and responses', async () => {
    const content = { 'application/json': { schema: { $ref: ref } } }
    const decodedContent = { all: [{ name: 'application/json', value: { schema: { reference: { ref } } } }] }
    const parameter = { name: 'fieldValidation', in: 'query', description: 'f', schema: { type: 'string' } }
    const decodedParameter = { parameter: { ...parameter, schema: { schema: { type: 'string' } } } }
    expect(
      await decode({
        openapi: '3.0.0',
        info: { title: 'API', version: 'v1', 'x-note': 1 },
        paths: {
          '/api/v1/things/{name}': {
            parameters: [parameter, { $ref: '#/components/parameters/pretty' }],
            patch: {
              tags: ['core'],
              operationId: 'patchThing',
              parameters: [parameter],
              requestBody: { required: true, content },
              responses: { 200: { description: 'OK', content }, default: { $ref: '#/r' }, 'x-r': 1 },
              deprecated: true,
              'x-platform-action': 'patch',
            },
          },
          'x-all': true,
        },
        'x-more': [],
      }),
    ).toEqual({
      openapi: '3.0.0',
      info: { title: 'API', version: 'v1', x: [{ name: 'x-note', value: { yaml: '1' } }] },
      paths: {
        path: [
          {
            name: '/api/v1/things/{name}',
            value: {
              parameters: [decodedParameter, { reference: { ref: '#/components/parameters/pretty' } }],
              patch: {
                tags: ['core'],
                operationId: 'patchThing',
                parameters: [decodedParameter],
                requestBody: { requestBody: { required: true, content: decodedContent } },
                responses: {
                  default: { reference: { ref: '#/r' } },
                  code: [{ name: '200', value: { response: { description: 'OK', content: decodedContent } } }],
                  x: [{ name: 'x-r', value: { yaml: '1' } }],
                },
                deprecated: true,
                x: [{ name: 'x-platform-action', value: { yaml: '"patch"' } }],
              },
            },
          },
        ],
        x: [{ name: 'x-all', value: { yaml: 'true' } }],
      },
      x: [{ name: 'x-more', value: { yaml: '[]' } }],
    })
  })

  test('values of another type than the field are left out', async () => {
    expect(await decode({ openapi: 3, info: 'x', paths: [], components: { schemas: { a: { required: {}, type: 1 } } } })).toEqual(
      {
        info: {},
        paths: {},
        components: { schemas: { all: [{ name: 'a', value: { schema: {} } }] } },
      },
    )
    expect(await encodeOpenApiV3(undefined)).toEqual(new Uint8Array())
  })

  test('schemas that nest very deep do not break the document', async () => {
    let schema: object = {}
    for (let i = 0; i < 20_000; i++) schema = { properties: { p: { items: schema, 'x-platform-y': 1 } } }
    expect(await decodeSchema(schema)).toMatchObject({ schema: { properties: { all: [{ name: 'p' }] } } })
  })
})
