import { expect, test } from '@jest/globals'
import { compileObjectType, compileType } from '../../../src/apply/index.js'
import { ApiError, type JsonObject } from '../../../src/meta/index.js'

const text = { type: 'string' }
const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const entries = (markers: JsonObject, entry: JsonObject = struct({ name: text })): JsonObject =>
  struct({ l: { type: 'array', items: entry, 'x-platform-list-type': 'map', ...markers } })

const definitions = {
  Bad: struct({ a: { type: 'strng' } }),
  Extended: { allOf: [{ $ref: '#/definitions/Good' }, struct({ b: { type: 'list' } })] },
  Chosen: { type: 'integer', enum: [1, 1n as never] },
  Good: struct({ a: text }),
}

const bad: readonly (readonly [what: string, schema: unknown, message: string])[] = [
  ['a schema that is no object', 'x', '#: expected an object, got "x"'],
  ['a property that is no object', struct({ a: struct({ b: 1 }) }), '#/properties/a/properties/b: expected an object, got 1'],
  ['properties that are no object', { type: 'object', properties: ['a'] }, '#/properties: expected an object, got ["a"]'],
  ['items that are no object', struct({ a: { type: 'array', items: [] } }), '#/properties/a/items: expected an object, got []'],
  [
    'values of a map that are no object',
    { type: 'object', additionalProperties: null },
    '#/additionalProperties: expected an object, got null',
  ],
  [
    'a type that there is not',
    struct({ 'a/b~': { type: 'strng' } }),
    '#/properties/a~1b~0/type: expected one of array, boolean, integer, null, number, object, string, got "strng"',
  ],
  [
    'a type of a list that there is not',
    struct({ l: { type: 'array', items: text, 'x-platform-list-type': 'mapp' } }),
    '#/properties/l: list-type: expected one of atomic, set, map, got "mapp"',
  ],
  [
    'a type of a map that there is not',
    { type: 'object', 'x-acme-map-type': true },
    '#: map-type: expected one of atomic, granular, got true',
  ],
  [
    'a list marker on a map',
    struct({ m: { type: 'object', 'x-platform-list-type': 'set' } }),
    '#/properties/m: the marker list-type is for lists, and the type is "object"',
  ],
  [
    'a list of entries without keys',
    entries({}),
    '#/properties/l: a list of the type map needs list-map-keys, a list of names, got none',
  ],
  [
    'keys that are no names',
    entries({ 'x-platform-list-map-keys': [1] }),
    '#/properties/l: a list of the type map needs list-map-keys, a list of names, got [1]',
  ],
  [
    'a key that entries do not have',
    entries({ 'x-platform-list-map-keys': ['name', 'port'] }),
    '#/properties/l: list-map-keys name "port", which the items do not declare',
  ],
  [
    'a fault behind a reference, at its own place',
    struct({ a: { $ref: '#/definitions/Bad' } }),
    '#/definitions/Bad/properties/a/type: expected one of array, boolean, integer, null, number, object, string, got "strng"',
  ],
  [
    'a fault in a part of allOf',
    struct({ a: { $ref: '#/definitions/Extended' } }),
    '#/definitions/Extended/properties/b/type: expected one of array, boolean, integer, null, number, object, string, got "list"',
  ],
  [
    'a default that is no number',
    struct({ a: { type: 'number', default: Number.NaN } }),
    '#/properties/a: default is NaN: expected JSON (text, a finite number, true, false, null, a list or a plain object)',
  ],
  [
    'a part of a default that is no JSON',
    struct({ a: { type: 'object', default: { at: [new Date(0)] } } as never }),
    '#/properties/a: default.at[0] is a Date: expected JSON (text, a finite number, true, false, null, a list or a plain object), such as what toJSON() returns',
  ],
  [
    'a choice that is no JSON',
    { $ref: '#/definitions/Chosen' },
    '#/definitions/Chosen: enum[1] is a bigint (1n): expected JSON (text, a finite number, true, false, null, a list or a plain object)',
  ],
  [
    'a reference that leads nowhere',
    struct({ a: { $ref: '#/definitions/Missing' } }),
    '#/properties/a: a schema refers to "#/definitions/Missing", which is not in the option definitions',
  ],
]

test.each(bad)('%s is refused with its place', (_what, schema, message) => {
  const compile = () => compileType(schema as JsonObject, { definitions })
  expect(compile).toThrow(ApiError)
  expect(compile).toThrow(new Error(`the schema is wrong at ${message}`))
  expect(() => compileObjectType(schema as JsonObject, { definitions })).toThrow(`the schema is wrong at ${message}`)
})

const circular: Record<string, JsonObject[string]> = { type: 'object' }
circular.anyOf = [{ properties: { again: circular } }]

test.each([
  ['properties that may be anything', struct({ a: {}, b: true as never, c: { type: ['string', 'null'] } })],
  ['what has no other members', { type: 'object', additionalProperties: false }],
  ['entries with keys by any vendor', entries({ 'x-acme-list-map-keys': ['name'] })],
  ['entries with a merge key', entries({ 'x-platform-patch-merge-key': 'name' })],
  ['entries that may have any field', entries({ 'x-platform-list-map-keys': ['id'] }, { type: 'object' })],
  ['entries behind a reference', entries({ 'x-platform-list-map-keys': ['a'] }, { $ref: '#/definitions/Good' })],
  ['keywords that are undefined', { type: 'object', description: undefined as never }],
  ['schemas that contain themselves', circular],
  ['a schema that is not there', null],
])('%s are accepted', (_what, schema) => {
  expect(() => compileType(schema as JsonObject | null, { definitions })).not.toThrow()
})
