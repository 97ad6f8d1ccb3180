import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { listMap } from '../../../src/public/zod.js'
import { defineResource, ResourceSpecError } from '../../../src/resources/index.js'

const define = (schema: object) => () =>
  defineResource({ group: 'shop.example.com', kind: 'Box', versions: [{ name: 'v1', schema }] as never })
const MISSING = 'may be missing: expected a required field, or one with a default'
const keyed = (keys: readonly string[], items: object) => ({
  type: 'object',
  properties: {
    a: { type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys },
  },
})
const entry = { type: 'object', properties: { b: { type: 'string' }, c: { type: 'string', default: 'x' } } }
const named = z.object({ b: z.string().optional(), c: z.string() }).meta({ id: 'Named' })

test.each<[string, object, string]>([
  [
    'an optional field',
    { spec: z.object({ a: listMap(z.object({ b: z.string().optional() }), ['b']) }) },
    `"b" of the list spec.a ${MISSING}`,
  ],
  [
    'an optional field of a named type, beside a required one',
    { spec: z.object({ d: z.array(z.object({ a: listMap(named, ['c', 'b']) })) }) },
    `"b" of the list spec.d[].a ${MISSING}`,
  ],
  ['an optional field of a JSON schema', { spec: keyed(['b'], entry) }, `"b" of the list spec.a ${MISSING}`],
  ['no field of the entries', { spec: keyed(['d'], entry) }, '"d" of the list spec.a is no field of its entries'],
])('a list whose key is %s is refused with its place', (_what, schema, problem) => {
  expect(define(schema)).toThrow(new ResourceSpecError('Box', [`version "v1": the key ${problem}`]))
})

test.each<[string, object]>([
  ['a required field', { spec: z.object({ a: listMap(z.object({ b: z.string() }), ['b']) }) }],
  ['a field with a default', { spec: z.object({ a: listMap(z.object({ b: z.string().default('x') }), ['b']) }) }],
  ['a field with a prefault', { spec: z.object({ a: listMap(z.object({ b: z.string().prefault('x') }), ['b']) }) }],
  ['a required field of a named type', { spec: z.object({ a: listMap(named, ['c']) }) }],
  ['a field of a JSON schema with a default', { spec: keyed(['c'], entry) }],
  ['a required field of a JSON schema', { spec: keyed(['b'], { ...entry, required: ['b'] }) }],
  ['an optional field of a list that is owned as a whole', { spec: z.object({ a: z.array(named) }) }],
])('a list whose key is %s is accepted', (_what, schema) => {
  expect(define(schema)).not.toThrow()
})
