import { expect, test } from '@jest/globals'
import { defineResource } from '../../../src/resources/index.js'

const defined = (schema: object) =>
  defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: schema as never }] })
const spec = (a: object) => ({ spec: { type: 'object', properties: { a } } })
test.each<[what: string, schema: object, refused: string]>([
  [
    'a mistyped keyword',
    { spec: { type: 'object', propertis: {} } },
    'spec: propertis: no such keyword: did you mean properties?',
  ],
  ['a keyword of nobody', spec({ foo: 1 }), 'spec.a: foo: no such keyword'],
  [
    'the level of a definition above its schema',
    { openAPIV3Schema: { type: 'object' } },
    'the whole value: openAPIV3Schema: write what is in it, without this level',
  ],
  [
    'a field beside its spec',
    { spec: { type: 'object' }, alternatives: { type: 'object' } },
    'the whole value: spec: write the schemas of spec and status alone, or those of all fields under properties',
  ],
  [
    'an unknown type',
    spec({ type: 'int' }),
    'spec.a: type "int": expected one of array, boolean, integer, number, object, string',
  ],
  [
    'several types',
    spec({ type: ['string', 'null'] }),
    'spec.a: type ["string","null"]: write one type, and nullable: true where it may be null',
  ],
  ['a constant', spec({ items: { const: 'x' } }), 'spec.a[]: const: write enum with one value'],
  ['a part that is elsewhere', spec({ allOf: [{ $ref: '#/x' }] }), 'spec.a: $ref: write the schema that it refers to'],
])('a JSON schema with %s is refused when the type is defined', (_what, schema, refused) => {
  expect(() => defined(schema)).toThrow('resource Widget: version "v1": JSON schema: ')
  expect(() => defined(schema)).toThrow(refused)
})

test('names of fields, values and markers are no keywords', () => {
  const a = { type: 'object', default: { const: 'x' }, enum: [{ const: 'x' }], properties: { const: { type: 'string' } } }
  expect(() => defined(spec({ ...a, 'x-platform-map-type': 'atomic' }))).not.toThrow()
})

test('a JSON schema that contains itself is refused', () => {
  const circular: Record<string, unknown> = { type: 'object' }
  circular.properties = { a: circular }
  expect(() => defined({ spec: circular })).toThrow('nested too deep, or contains itself')
})
