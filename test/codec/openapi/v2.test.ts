import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { encodeOpenApiV2 } from '../../../src/codec/index.js'

/** The published definition of the parts that clients read, written down a second time. */
const source = `
syntax = "proto3";
message Any { string yaml = 2; }
message NamedAny { string name = 1; Any value = 2; }
message Document {
  string swagger = 1; Info info = 2; repeated string schemes = 5; Paths paths = 8; Definitions definitions = 9;
  ParameterDefinitions parameters = 10; repeated SecurityRequirement security = 12; SecurityDefinitions securityDefinitions = 13;
  repeated NamedAny x = 16;
}
message Info { string title = 1; string version = 2; repeated NamedAny x = 7; }
message Paths { repeated NamedAny x = 1; repeated NamedPathItem path = 2; }
message NamedPathItem { string name = 1; PathItem value = 2; }
message PathItem { Operation get = 2; Operation put = 3; Operation post = 4; Operation delete = 5; Operation patch = 8; repeated ParametersItem parameters = 9; }
message Operation {
  repeated string tags = 1; string description = 3; string operationId = 5; repeated string produces = 6; repeated string consumes = 7;
  repeated ParametersItem parameters = 8; Responses responses = 9; bool deprecated = 11; repeated NamedAny x = 13;
}
message ParametersItem { Parameter parameter = 1; JsonReference reference = 2; }
message JsonReference { string ref = 1; }
message Parameter { BodyParameter body = 1; NonBodyParameter nonBody = 2; }
message BodyParameter { string name = 2; string in = 3; bool required = 4; Schema schema = 5; }
message NonBodyParameter { Plain header = 1; WithEmpty formData = 2; WithEmpty query = 3; Plain path = 4; }
message Plain { bool required = 1; string in = 2; string description = 3; string name = 4; string type = 5; bool uniqueItems = 19; repeated NamedAny x = 22; }
message WithEmpty { bool required = 1; string in = 2; string description = 3; string name = 4; bool allowEmptyValue = 5; string type = 6; bool uniqueItems = 20; repeated NamedAny x = 23; }
message NamedParameter { string name = 1; Parameter value = 2; }
message ParameterDefinitions { repeated NamedParameter all = 1; }
message Responses { repeated NamedResponseValue code = 1; repeated NamedAny x = 2; }
message NamedResponseValue { string name = 1; ResponseValue value = 2; }
message ResponseValue { Response response = 1; JsonReference reference = 2; }
message Response { string description = 1; SchemaItem schema = 2; }
message SchemaItem { Schema schema = 1; }
message Definitions { repeated NamedSchema all = 1; }
message NamedSchema { string name = 1; Schema value = 2; }
message Properties { repeated NamedSchema all = 1; }
message TypeItem { repeated string value = 1; }
message ItemsItem { repeated Schema schema = 1; }
message AdditionalProperties { Schema schema = 1; optional bool boolean = 2; }
message Schema {
  string ref = 1; string format = 2; string title = 3; string description = 4; Any default = 5; double maximum = 7; double minimum = 9;
  int64 maxLength = 11; int64 minLength = 12; string pattern = 13; repeated string required = 19; repeated Any enum = 20;
  AdditionalProperties additionalProperties = 21; TypeItem type = 22; ItemsItem items = 23; repeated Schema allOf = 24;
  Properties properties = 25; bool readOnly = 27; repeated NamedAny x = 31;
}
message SecurityRequirement { repeated NamedStrings all = 1; }
message NamedStrings { string name = 1; Strings value = 2; }
message Strings { repeated string value = 1; }
message SecurityDefinitions { repeated NamedSecurity all = 1; }
message NamedSecurity { string name = 1; Security value = 2; }
message Security { ApiKey apiKey = 2; }
message ApiKey { string type = 1; string name = 2; string in = 3; string description = 4; }
`
const documentType = protobuf.parse(source, { keepCase: true }).root.lookupType('Document')

const decode = async (document: unknown) =>
  documentType.toObject(documentType.decode(await encodeOpenApiV2(document)), { longs: Number })

const decodeSchema = async (schema: unknown) => {
  const { definitions } = await decode({ definitions: { x: schema } })
  return definitions.all[0].value as unknown
}

/** A schema of lists of lists, as decoded. */
interface Nested {
  readonly items?: { readonly schema?: readonly Nested[] }
}

describe('encodeOpenApiV2', () => {
  test('schemas of every form', async () => {
    expect(
      await decodeSchema({
        description: 'd',
        type: 'object',
        required: ['a', 'b'],
        properties: {
          a: { $ref: '#/definitions/other' },
          'x-b': { type: 'array', items: { type: 'string', format: 'byte', minLength: 1, maxLength: 4096 }, default: [] },
          c: { type: 'object', additionalProperties: { type: 'string' } },
          d: { additionalProperties: false },
          e: { type: ['string', 'integer'], enum: ['é', 1, null], maximum: 1.5, minimum: -3, default: 0, readOnly: true },
          __proto__x: { allOf: [{ $ref: '#/definitions/y' }] },
        },
        'x-platform-group-version-kind': [{ group: 'g', kind: 'K', version: 'v1' }],
        'x-platform-list-type': 'map',
      }),
    ).toEqual({
      description: 'd',
      type: { value: ['object'] },
      required: ['a', 'b'],
      properties: {
        all: [
          { name: 'a', value: { ref: '#/definitions/other' } },
          {
            name: 'x-b',
            value: {
              type: { value: ['array'] },
              items: { schema: [{ type: { value: ['string'] }, format: 'byte', minLength: 1, maxLength: 4096 }] },
              default: { yaml: '[]' },
            },
          },
          {
            name: 'c',
            value: { type: { value: ['object'] }, additionalProperties: { schema: { type: { value: ['string'] } } } },
          },
          { name: 'd', value: { additionalProperties: { boolean: false } } },
          {
            name: 'e',
            value: {
              type: { value: ['string', 'integer'] },
              enum: [{ yaml: '"é"' }, { yaml: '1' }, { yaml: 'null' }],
              maximum: 1.5,
              minimum: -3,
              default: { yaml: '0' },
              readOnly: true,
            },
          },
          { name: '__proto__x', value: { allOf: [{ ref: '#/definitions/y' }] } },
        ],
      },
      x: [
        { name: 'x-platform-group-version-kind', value: { yaml: '[{"group":"g","kind":"K","version":"v1"}]' } },
        { name: 'x-platform-list-type', value: { yaml: '"map"' } },
      ],
    })
  })

  test('paths with operations, parameters and responses', async () => {
    const document = {
      swagger: '2.0',
      info: { title: 'API', version: 'v1', 'x-note': 1 },
      schemes: ['https'],
      paths: {
        '/api/v1/things/{name}': {
          parameters: [
            { name: 'name', in: 'path', required: true, type: 'string', uniqueItems: true },
            { $ref: '#/parameters/pretty' },
          ],
          patch: {
            tags: ['core'],
            operationId: 'patchThing',
            consumes: ['a/b', 'c/d'],
            parameters: [
              { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Patch' } },
              { name: 'fieldValidation', in: 'query', type: 'string', uniqueItems: true, allowEmptyValue: true },
              { name: 'h', in: 'header', type: 'string' },
            ],
            responses: {
              200: { description: 'OK', schema: { $ref: '#/definitions/Thing' } },
              default: { $ref: '#/responses/x' },
              'x-r': 1,
            },
            deprecated: true,
            'x-platform-action': 'patch',
          },
        },
        'x-all': true,
      },
      parameters: { pretty: { name: 'pretty', in: 'query', description: 'p', type: 'string' } },
      security: [{ BearerToken: [] }],
      securityDefinitions: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'b' } },
    }
    const plain = { name: 'name', in: 'path', required: true, type: 'string', uniqueItems: true }
    expect(await decode(document)).toEqual({
      swagger: '2.0',
      info: { title: 'API', version: 'v1', x: [{ name: 'x-note', value: { yaml: '1' } }] },
      schemes: ['https'],
      paths: {
        x: [{ name: 'x-all', value: { yaml: 'true' } }],
        path: [
          {
            name: '/api/v1/things/{name}',
            value: {
              parameters: [{ parameter: { nonBody: { path: plain } } }, { reference: { ref: '#/parameters/pretty' } }],
              patch: {
                tags: ['core'],
                operationId: 'patchThing',
                consumes: ['a/b', 'c/d'],
                parameters: [
                  { parameter: { body: { name: 'body', in: 'body', required: true, schema: { ref: '#/definitions/Patch' } } } },
                  {
                    parameter: {
                      nonBody: {
                        query: { name: 'fieldValidation', in: 'query', type: 'string', uniqueItems: true, allowEmptyValue: true },
                      },
                    },
                  },
                  { parameter: { nonBody: { header: { name: 'h', in: 'header', type: 'string' } } } },
                ],
                responses: {
                  code: [
                    {
                      name: '200',
                      value: { response: { description: 'OK', schema: { schema: { ref: '#/definitions/Thing' } } } },
                    },
                    { name: 'default', value: { reference: { ref: '#/responses/x' } } },
                  ],
                  x: [{ name: 'x-r', value: { yaml: '1' } }],
                },
                deprecated: true,
                x: [{ name: 'x-platform-action', value: { yaml: '"patch"' } }],
              },
            },
          },
        ],
      },
      parameters: { all: [{ name: 'pretty', value: { nonBody: { query: document.parameters.pretty } } }] },
      security: [{ all: [{ name: 'BearerToken', value: {} }] }],
      securityDefinitions: { all: [{ name: 'BearerToken', value: { apiKey: document.securityDefinitions.BearerToken } }] },
    })
  })

  test('values of another type than the field are left out', async () => {
    expect(
      await decode({
        swagger: 2,
        info: 'x',
        paths: [],
        schemes: 'https',
        definitions: { a: { required: {}, description: 1, maxLength: 1e300 } },
      }),
    ).toEqual({
      info: {},
      paths: {},
      definitions: { all: [{ name: 'a', value: {} }] },
    })
    expect(await encodeOpenApiV2(undefined)).toEqual(new Uint8Array())
  })

  test('numbers of every size keep their value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }), async (maxLength, maximum) => {
        fc.pre(maxLength !== 0 && maximum !== 0)
        expect(await decodeSchema({ maxLength, maximum })).toEqual({ maxLength, maximum })
      }),
    )
  })

  test('a document that outgrows the first buffer is whole', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `definition-${i}-${'é'.repeat(i % 50)}`)
    const { definitions } = await decode({ definitions: Object.fromEntries(names.map((name) => [name, { description: name }])) })
    expect(definitions.all).toEqual(names.map((name) => ({ name, value: { description: name } })))
  })

  test('schemas that nest very deep do not break the document', async () => {
    let schema: object = {}
    for (let i = 0; i < 20_000; i++) schema = { items: schema }
    let found = (await decodeSchema(schema)) as Nested | undefined
    let depth = 0
    for (; found?.items; depth++) found = found.items.schema?.[0]
    expect(depth).toBeGreaterThan(40)
  })

  test('deep properties and deep lists stay within what readers take', async () => {
    let schema: object = { enum: [1], 'x-platform-y': 1 }
    for (let i = 0; i < 200; i++) schema = { properties: { p: { items: schema, 'x-platform-y': 1 } } }
    expect(await decodeSchema(schema)).toMatchObject({ properties: { all: [{ name: 'p' }] } })
  })
})
