import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { dialects } from '../../src/meta/index.js'
import { atomic, intOrString, listMap, listSet, preserveUnknown, quantity, withRules } from '../../src/public/zod.js'
import { defineResource } from '../../src/resources/index.js'

/** The schema that a type gets as the field `part` of a spec. */
function schemaOf(part: z.ZodType, dialect = dialects[0]) {
  const spec = z.object({ part })
  const definition = defineResource(
    { group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: { spec } }] },
    dialect ? { dialect } : {},
  )
  const { schema } = definition.versions[0] ?? {}
  if (!schema) throw new Error('no schema')
  const { properties } = (schema.document as { properties: { spec: { properties: { part: object } } } }).properties.spec
  const widget = (value: unknown) => ({
    apiVersion: 'shop.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: { part: value },
  })
  return {
    document: properties.part,
    wrong: async (value: unknown) => {
      await schema.prepare?.()
      return schema.validate(widget(value)).map(({ field, reason }) => `${field}: ${reason}`)
    },
    prune: (value: unknown) => schema.prune(widget(value)).unknownFields,
  }
}

describe('what a type says of itself', () => {
  const port = z.object({ name: z.string(), port: z.int() })

  test('a list with keys refuses an entry with the key of another', async () => {
    const { document, wrong } = schemaOf(listMap(port, ['name']))
    expect(document).toMatchObject({ 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name'] })
    expect(
      await wrong([
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ]),
    ).toEqual(['spec.part[1]: FieldValueDuplicate'])
    // @ts-expect-error the key is no field of the entries
    listMap(port, ['key'])
  })

  test('a set refuses a value that is there twice', async () => {
    const { document, wrong } = schemaOf(listSet(z.string()))
    expect(document).toMatchObject({ 'x-platform-list-type': 'set' })
    expect(await wrong(['a', 'a'])).toEqual(['spec.part[1]: FieldValueDuplicate'])
  })

  test.each([
    ['list', atomic(z.array(z.string())), { 'x-platform-list-type': 'atomic' }],
    ['object', atomic(port), { 'x-platform-map-type': 'atomic' }],
  ])('an atomic %s says so', (_what, type, mark) => {
    expect(schemaOf(type).document).toMatchObject(mark)
  })

  test.each([
    [intOrString(), 80, []],
    [intOrString(), 'http', []],
    [intOrString(), true, ['spec.part: FieldValueTypeInvalid']],
    [quantity(), '1.5Gi', []],
    [quantity(), 2, []],
    [quantity(), 'much', ['spec.part: FieldValueInvalid']],
  ])('int-or-string and quantity judge values (%#)', async (type, value, problems) => {
    expect(await schemaOf(type).wrong(value)).toEqual(problems)
  })

  test('an open object keeps what it does not name', () => {
    expect(schemaOf(preserveUnknown(port)).prune({ name: 'a', port: 1, more: 2 })).toEqual([])
    expect(schemaOf(port).prune({ name: 'a', port: 1, more: 2 })).toEqual(['spec.part.more'])
  })

  test('rules are asked', async () => {
    const range = withRules(z.object({ low: z.int(), high: z.int() }), { rule: 'self.low <= self.high', message: 'upside down' })
    expect(await schemaOf(range).wrong({ low: 1, high: 2 })).toEqual([])
    expect(await schemaOf(range).wrong({ low: 3, high: 2 })).toEqual(['spec.part: FieldValueInvalid'])
  })

  test.each(dialects)('marks are in the words of the dialect: $name', (dialect) => {
    expect(schemaOf(listSet(z.string()), dialect).document).toHaveProperty([`${dialect.schemaPrefix}list-type`], 'set')
  })
})
