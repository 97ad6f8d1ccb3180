import { describe, expect, test } from '@jest/globals'
import {
  ApiError,
  cutText,
  duplicateField,
  errorsOf,
  type FieldError,
  forbidden,
  invalid,
  invalidField,
  isLongJson,
  MAX_CAUSES,
  requiredField,
  showValue,
  validateObjectMeta,
} from '../../../src/meta/index.js'

const KIND = { group: '', kind: 'Thing' }
const sizeOf = (error: ApiError): number => JSON.stringify(error.status).length
const many = (count: number, field = 'spec.x'): FieldError[] =>
  Array.from({ length: count }, (_, i) => requiredField(`${field}[${i}]`))

describe('an error', () => {
  test('of few causes is not shortened', () => {
    const { status } = invalid(KIND, 'a', many(2))
    expect(status.message).toBe('Thing "a" is invalid: [spec.x[0]: Required value, spec.x[1]: Required value]')
    expect(status.details?.causes).toHaveLength(2)
  })

  test.each([
    { known: MAX_CAUSES, end: 'spec.x[255]: Required value]' },
    { known: 100_000, end: `spec.x[255]: Required value, and at least ${100_000 - MAX_CAUSES} more]` },
  ])('of $known causes ends in: $end', ({ known, end }) => {
    const { status } = invalid(KIND, 'a', many(known))
    expect(status.message?.endsWith(end)).toBe(true)
    expect(status.details?.causes).toHaveLength(MAX_CAUSES)
  })

  test('shows a long key up to a bound, whatever is below it', () => {
    const error = invalid(KIND, 'a', many(MAX_CAUSES, 'k'.repeat(500_000)))
    expect(sizeOf(error)).toBeLessThan(100_000)
    expect(error.status.message).toMatch(/and \d+ more\]$/)
    expect(error.status.details?.causes?.[0]?.field).toMatch(/^k+…$/)
  })

  test.each([
    { what: 'a name', error: invalid(KIND, 'n'.repeat(1_000_000), many(1)) },
    { what: 'a message', error: new ApiError({ code: 400, message: 'm'.repeat(1_000_000) }) },
    { what: 'a value', error: invalid(KIND, 'a', [invalidField('x', 'v'.repeat(1_000_000), 'is long')]) },
    { what: 'a list of values', error: invalid(KIND, 'a', [duplicateField('x', Array.from({ length: 100_000 }, String))]) },
    {
      what: 'causes of its own',
      error: forbidden(
        { group: '', resource: 'things' },
        'a',
        'no',
        Array.from({ length: 100_000 }, () => ({ message: 'c'.repeat(100) })),
      ),
    },
  ])('is bounded by $what', ({ error }) => {
    expect(sizeOf(error)).toBeLessThan(120_000)
    expect(error.message.length).toBeLessThan(50_000)
  })

  test('is not cut in the middle of a character', () => {
    expect(cutText('😀😀', 3)).toBe('😀…')
    expect(cutText('😀😀', 4)).toBe('😀😀')
  })
})

describe('a value in an error', () => {
  test.each([
    ['text', '"text"'],
    [null, 'null'],
    [undefined, 'null'],
    [[1, { a: 'b' }], '[1,{"a":"b"}]'],
    [Array.from({ length: 10_000 }, () => 'item'), '"array"'],
    [{ a: 'x'.repeat(10_000) }, '"object"'],
  ])('%#: is written as JSON, or is its type when that is long', (value, shown) => {
    expect(showValue(value)).toBe(shown)
  })

  test('is serialized no further than it is shown', () => {
    const looked: string[] = []
    const list = new Proxy(
      Array.from({ length: 1_000_000 }, () => 'item'),
      {
        get(target, key) {
          looked.push(String(key))
          return Reflect.get(target, key)
        },
      },
    )
    expect(isLongJson(list, 1_000)).toBe(true)
    expect(looked.length).toBeLessThan(1_000)
  })
})

describe('errors of the items of a list', () => {
  test('are collected up to a bound', () => {
    let judged = 0
    const errors = errorsOf(Array.from({ length: 100_000 }, String), (item, index) => {
      judged += 1
      return [requiredField(`x[${index}]`, item), requiredField('y')]
    })
    expect(judged).toBeLessThan(MAX_CAUSES)
    expect(errors.length).toBeGreaterThan(MAX_CAUSES)
    expect(errors.at(-2)?.field).toBe(`x[${judged - 1}]`)
  })

  const meta = { name: 'a', namespace: 'n' }
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`/${i}`, '!']))
  const owner = (uid: number) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: String(uid), controller: true })
  test.each([
    { what: 'finalizers', value: { finalizers: Array.from({ length: 150_000 }, (_, i) => `!${i}`) } },
    { what: 'labels', value: { labels: keys(150_000) } },
    { what: 'annotations', value: { annotations: keys(150_000) } },
    { what: 'owners', value: { ownerReferences: Array.from({ length: 50_000 }, (_, i) => owner(i)) } },
  ])('of very many $what are as many as can be reported', ({ value }) => {
    const errors = validateObjectMeta({ ...meta, ...value }, { namespaced: true })
    expect(errors.length).toBeGreaterThan(MAX_CAUSES)
    expect(errors.length).toBeLessThan(3 * MAX_CAUSES)
    expect(sizeOf(invalid(KIND, 'a', errors))).toBeLessThan(200_000)
  })
})
