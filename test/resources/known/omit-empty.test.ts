import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/meta/index.js'
import { omitEmptyBy } from '../../../src/resources/known/omit-empty.js'

const definitions: Readonly<Record<string, JsonObject>> = {
  Part: { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } } },
}
const schema: JsonObject = {
  type: 'object',
  required: ['rules'],
  properties: {
    data: { type: 'object', additionalProperties: { type: 'string' } },
    note: { type: 'string' },
    rules: { type: 'array', items: { type: 'string' } },
    spec: { type: 'object', properties: { parts: { type: 'array', items: { $ref: '#/definitions/Part' } } } },
    other: { description: 'by reference', allOf: [{ $ref: '#/components/schemas/Part' }] },
    anything: {},
  },
}

describe('empty optional values', () => {
  const omit = omitEmptyBy(schema, { definitions, texts: true })

  test.each([
    { what: 'a map', value: { data: {} }, rest: {} },
    { what: 'a text', value: { note: '' }, rest: {} },
    {
      what: 'a list inside a list',
      value: { spec: { parts: [{ name: 'a', tags: [] }] } },
      rest: { spec: { parts: [{ name: 'a' }] } },
    },
    { what: 'a list behind a reference', value: { other: { tags: [] } }, rest: { other: {} } },
  ])('$what is left out', ({ value, rest }) => {
    expect(omit(value)).toEqual(rest)
  })

  test.each([
    { what: 'a required list', value: { rules: [] } },
    { what: 'an object with members of its own', value: { spec: {} } },
    { what: 'an entry of a map', value: { data: { k: '' } } },
    { what: 'what the schema says nothing of', value: { anything: { a: {}, b: [], c: '' }, unknown: [] } },
    { what: 'false and zero', value: { anything: false, note: 0 } },
  ])('$what stays', ({ value }) => {
    expect(omit(value)).toBe(value)
  })

  test('texts stay unless they are included, and so do the named members', () => {
    expect(omitEmptyBy(schema, { definitions })({ note: '' })).toEqual({ note: '' })
    expect(omitEmptyBy(schema, { definitions, texts: true, keep: ['note'] })({ note: '' })).toEqual({ note: '' })
  })

  test('a key such as __proto__ is data', () => {
    const value = JSON.parse('{"data":{"__proto__":"x"},"note":""}')
    expect(JSON.stringify(omit(value))).toBe('{"data":{"__proto__":"x"}}')
  })
})
