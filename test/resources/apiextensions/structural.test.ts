import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { validateStructure } from '../../../src/resources/apiextensions/structural.js'
import { validateDefaults } from '../../../src/resources/apiextensions/validate-defaults.js'

const faults = (schema: Readonly<Record<string, unknown>>) =>
  validateStructure(schema, 's', platformDialect).map(({ field }) => field)
const within = (a: unknown) => ({ type: 'object', properties: { a } })

describe('a schema is structural when', () => {
  test.each<{ rule: string; schema: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { rule: 'the root has a type', schema: { properties: {} }, fields: ['s.type'] },
    { rule: 'the root is an object', schema: { type: 'array', items: { type: 'string' } }, fields: ['s.type'] },
    { rule: 'each place has a type', schema: within({}), fields: ['s.properties[a].type'] },
    { rule: 'the type is one of JSON', schema: within({ type: 'strong' }), fields: ['s.properties[a].type'] },
    { rule: 'lists have items', schema: within({ type: 'array' }), fields: ['s.properties[a].items'] },
    {
      rule: 'items are a schema',
      schema: within({ type: 'array', items: [{ type: 'string' }] }),
      fields: ['s.properties[a].items'],
    },
    {
      rule: 'a place has properties or additional ones',
      schema: within({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } }),
      fields: ['s.properties[a].additionalProperties'],
    },
    {
      rule: 'nothing is closed',
      schema: within({ type: 'object', additionalProperties: false }),
      fields: ['s.properties[a].additionalProperties'],
    },
    {
      rule: 'items may repeat',
      schema: within({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
      fields: ['s.properties[a].uniqueItems'],
    },
    { rule: 'it refers to nothing', schema: within({ type: 'string', $ref: '#/x' }), fields: ['s.properties[a].$ref'] },
    {
      rule: 'types stand outside of junctions',
      schema: within({ type: 'string', anyOf: [{ type: 'string' }, { maxLength: 3 }] }),
      fields: ['s.properties[a].anyOf[0].type'],
    },
    {
      rule: 'junctions inside of junctions judge alone too',
      schema: within({ type: 'object', allOf: [{ properties: { b: { type: 'string' } } }, { not: { default: 1 } }] }),
      fields: ['s.properties[a].allOf[0].properties[b].type'],
    },
    {
      rule: 'list types are of lists',
      schema: within({ type: 'object', 'x-platform-list-type': 'map' }),
      fields: ['s.properties[a].type', 's.properties[a].x-platform-list-map-keys'],
    },
    {
      rule: 'keyed lists have keys that their items have',
      schema: within({
        type: 'array',
        items: within({ type: 'string' }),
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['b'],
      }),
      fields: ['s.properties[a].x-platform-list-map-keys[0]'],
    },
  ])('$rule', ({ schema, fields }) => {
    expect(faults(schema)).toEqual(fields)
  })

  test.each<{ rule: string; schema: Readonly<Record<string, unknown>> }>([
    { rule: 'a free form needs no type', schema: within({ 'x-platform-preserve-unknown-fields': true }) },
    {
      rule: 'a number or text needs no type',
      schema: within({ 'x-platform-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    },
    {
      rule: 'maps and lists go on below',
      schema: within({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }),
    },
    { rule: 'any value of a map is fine', schema: within({ type: 'object', additionalProperties: true }) },
  ])('$rule: structural', ({ schema }) => {
    expect(faults(schema)).toEqual([])
  })

  test('a schema without end is refused, and the errors have an end', () => {
    let deep: Readonly<Record<string, unknown>> = { type: 'object' }
    for (let i = 0; i < 5000; i++) deep = within(deep)
    expect(faults(deep)).toHaveLength(1)
    const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, {}])) }
    expect(faults(wide)).toHaveLength(100)
  })
})

describe('a default fits its place when', () => {
  const messages = (a: Readonly<Record<string, unknown>>) =>
    validateDefaults(within(a), 's', platformDialect).map(({ field }) => field)
  test.each<{ rule: string; schema: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { rule: 'it has the type', schema: { type: 'integer', default: 'x' }, fields: ['s.properties[a].default'] },
    {
      rule: 'it is one of the values',
      schema: { type: 'string', enum: ['a'], default: 'c' },
      fields: ['s.properties[a].default'],
    },
    { rule: 'it is not too long', schema: { type: 'string', maxLength: 2, default: 'abc' }, fields: ['s.properties[a].default'] },
    {
      rule: 'nothing of it would be dropped',
      schema: { type: 'object', properties: { b: { type: 'string' } }, default: { c: 'x' } },
      fields: ['s.properties[a].default'],
    },
    {
      rule: 'the values inside fit too',
      schema: { type: 'object', properties: { b: { type: 'string' } }, default: { b: 1 } },
      fields: ['s.properties[a].default.b'],
    },
    {
      rule: 'items have their own',
      schema: { type: 'array', items: { type: 'string', default: 1 } },
      fields: ['s.properties[a].items.default'],
    },
    { rule: 'it is null and thereby none', schema: { type: 'string', nullable: true, default: null }, fields: [] },
    { rule: 'it fits', schema: { type: 'string', default: 'x' }, fields: [] },
  ])('$rule', ({ schema, fields }) => {
    expect(messages(schema)).toEqual(fields)
  })
})
