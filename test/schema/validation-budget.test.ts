import { beforeAll, describe, expect, test } from '@jest/globals'
import { compileSchema } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'

beforeAll(() => preparePatterns())

const TOO_MUCH = 'cannot be checked: this object takes more than 5000000 steps'
const HEAVY = { type: 'string', pattern: '[ac]{0,900}[bd]' }
const LONG = 'ac'.repeat(50_000)
const resource = (properties: Record<string, unknown>) =>
  compileSchema({ type: 'object', properties: { spec: { type: 'object', properties } } } as never)

describe('the patterns of one object', () => {
  test('are matched within a budget, and the field at which it ended is named', () => {
    const errors = resource({ text: HEAVY }).validate({ spec: { text: LONG } })
    expect(errors).toEqual([expect.objectContaining({ reason: 'FieldValueInvalid', field: 'spec.text' })])
    expect(errors[0]?.message).toContain(TOO_MUCH)
  })

  test('share the budget', () => {
    const schema = resource({ list: { type: 'array', items: HEAVY } })
    const item = `${'ac'.repeat(200)}b`
    expect(schema.validate({ spec: { list: new Array(5).fill(item) } })).toEqual([])
    const errors = schema.validate({ spec: { list: new Array(500).fill(item) } })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.field).toMatch(/^spec\.list\[\d+\]$/)
    expect(errors[0]?.message).toContain(TOO_MUCH)
  })

  test('have a budget for each object', () => {
    const schema = resource({ text: HEAVY })
    const text = `${'ac'.repeat(400)}b`
    for (let i = 0; i < 20; i++) expect(schema.validate({ spec: { text } })).toEqual([])
  })

  test.each([
    ['not', { not: HEAVY }],
    ['anyOf', { anyOf: [HEAVY, { minLength: 0 }] }],
    ['oneOf', { oneOf: [HEAVY, { minLength: 0 }] }],
    ['not in not', { not: { anyOf: [HEAVY] } }],
  ])('do not count as unmatched in %s when the budget is exhausted', (_, junction) => {
    const errors = resource({ text: { type: 'string', ...junction } }).validate({ spec: { text: LONG } })
    expect(errors.map(({ field, message }) => [field, message.includes(TOO_MUCH)])).toEqual([['spec.text', true]])
  })

  test('that are too large to be compiled, in an existing definition, refuse only their field', () => {
    const schema = resource({ text: { type: 'string', pattern: '(((a{100}){100}){100})' }, other: { type: 'string' } })
    expect(schema.validate({ spec: { other: 'x' } })).toEqual([])
    expect(schema.validate({ spec: { text: 'a', other: 'x' } })).toEqual([expect.objectContaining({ field: 'spec.text' })])
  })

  test('are not matched again with unchanged values', () => {
    const old = { spec: { text: LONG, other: 'old' } }
    const schema = resource({ text: HEAVY, other: { type: 'string', pattern: '^[a-z]+$' } })
    expect(schema.validate({ spec: { text: LONG, other: 'new' } }, old)).toEqual([])
    expect(schema.validate({ spec: { text: LONG, other: 'NEW' } }, old)).toEqual([
      expect.objectContaining({ field: 'spec.other' }),
    ])
  })

  test('allow ordinary objects of a megabyte', () => {
    const names = {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$' },
    }
    const list = Array.from({ length: 15_000 }, (_, i) => `host-${i}.some.zone.example.com`)
    expect(resource({ names }).validate({ spec: { names: list } })).toEqual([])
    const data = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }
    expect(resource({ data }).validate({ spec: { data: 'QUJD'.repeat(190_000) } })).toEqual([])
  })
})

describe('validation that visits a value repeatedly', () => {
  const many = <T>(count: number, item: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i))
  const nested = <T>(depth: number, leaf: T, wrap: (inner: T) => T): T => {
    let value = leaf
    for (let i = 0; i < depth; i++) value = wrap(value)
    return value
  }

  test.each([
    ['lengths', { type: 'string', anyOf: many(1000, (i) => ({ minLength: 1_500_000 - i })) }, 'é'.repeat(1_000_000)],
    ['formats', { type: 'string', anyOf: many(1000, () => ({ format: 'uri' })) }, ' '.repeat(1_000_000)],
    [
      'items that have to be unique, inside of each other',
      nested<unknown>(100, { type: 'integer' }, (items) => ({ type: 'array', uniqueItems: true, items })),
      nested<unknown>(100, 1, (inner) => [inner, 'x'.repeat(15_000)]),
    ],
    [
      'objects out of a list',
      {
        type: 'array',
        items: { type: 'object', additionalProperties: { type: 'integer' }, enum: many(2000, (i) => ({ a: i })) },
      },
      many(20_000, () => ({ a: 1999 })),
    ],
  ])('%s, is paid for', (_, schema, value) => {
    const errors = resource({ it: schema }).validate({ spec: { it: value } })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain(TOO_MUCH)
  })

  test.each([
    [
      'alternatives',
      { type: 'array', items: { type: 'integer', oneOf: many(100, (i) => ({ enum: [i] })) } },
      many(50_000, () => 5),
    ],
    [
      'alternatives inside of alternatives',
      { type: 'string', ...nested<object>(20, { minLength: 5 }, (inner) => ({ anyOf: [inner, inner] })) },
      'x',
    ],
    [
      'required members',
      {
        type: 'array',
        items: { type: 'object', required: many(5000, () => 'r'), additionalProperties: { type: 'string' } },
      },
      many(10_000, () => ({ r: '1' })),
    ],
  ])('%s, ends', (_, schema, value) => {
    expect(() => resource({ it: schema }).validate({ spec: { it: value } })).toThrow('the object is too large to be checked')
  })

  test('errors do not repeat what they are about', () => {
    const values = many(100_000, (i) => `value-${i}`)
    const errors = resource({ it: { type: 'array', items: { type: 'string', enum: values } } }).validate({
      spec: { it: many(100, (i) => `x${i}`) },
    })
    expect(errors).toHaveLength(100)
    expect(JSON.stringify(errors).length).toBeLessThan(100 * 20_000)
    const large = resource({ it: { type: 'object', 'x-platform-preserve-unknown-fields': true, enum: [{}] } })
    const [error] = large.validate({ spec: { it: { list: many(100_000, (i) => i) } } })
    expect(error?.message.length).toBeLessThan(1000)
  })
})
