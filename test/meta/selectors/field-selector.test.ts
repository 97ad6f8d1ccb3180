import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ApiError, parseFieldSelector } from '../../../src/public/meta.js'

describe('the text of a field selector', () => {
  test.each([
    ['', []],
    [',', []],
    ['metadata.name=b', [['metadata.name', '=', 'b']]],
    ['metadata.name==b', [['metadata.name', '=', 'b']]],
    ['metadata.name!=b', [['metadata.name', '!=', 'b']]],
    ['metadata.name=', [['metadata.name', '=', '']]],
    [
      'a=1,b!=2,',
      [
        ['a', '=', '1'],
        ['b', '!=', '2'],
      ],
    ],
    ['a=x y:z!', [['a', '=', 'x y:z!']]],
    ['a=1\\,2\\=3\\\\', [['a', '=', '1,2=3\\']]],
  ])('%j is read as %j', (text, expected) => {
    const { requirements, isEmpty } = parseFieldSelector(text)
    expect(requirements.map(({ field, operator, value }) => [field, operator, value])).toEqual(expected)
    expect(isEmpty).toBe(expected.length === 0)
  })

  test.each([
    'metadata.name',
    'metadata.name in (a,b)',
    'metadata.name>a',
    '=a',
    '!=a',
    'a=b=c',
    'a===b',
    'a=\\x',
    'a=\\',
    'a!b=c',
  ])('%j is refused with 400', (text) => {
    expect(() => parseFieldSelector(text)).toThrow(ApiError)
    expect(() => parseFieldSelector(text)).toThrow(/^invalid selector: /)
  })

  test('it is bounded: 64 KiB and 1,000 requirements', () => {
    expect(parseFieldSelector('a=1,'.repeat(1000)).requirements).toHaveLength(1000)
    expect(() => parseFieldSelector('a=1,'.repeat(1001))).toThrow('more than 1000 requirements')
    expect(() => parseFieldSelector(`a=${'b'.repeat(64 * 1024)}`)).toThrow('longer than 65536 characters')
  })
})

test('all requirements have to hold', () => {
  const selector = parseFieldSelector('a=1,b!=2')
  const of = (fields: Record<string, string>) => (field: string) => fields[field] ?? ''
  expect(selector.matches(of({ a: '1', b: '3' }))).toBe(true)
  expect(selector.matches(of({ a: '1' }))).toBe(true)
  expect(selector.matches(of({ a: '1', b: '2' }))).toBe(false)
  expect(selector.matches(of({ b: '3' }))).toBe(false)
  expect(parseFieldSelector('').matches(() => '')).toBe(true)
})

test.each([
  ['a=1,a=1', ['1']],
  ['a=1,a=2', []],
  ['a!=1,a!=2', ['', '3']],
  ['a=1,a!=1', []],
  ['a=1,a!=2', ['1']],
])('of requirements of one field all have to hold: %s', (text, selected) => {
  const { matches } = parseFieldSelector(text)
  expect(['', '1', '2', '3'].filter((value) => matches(() => value))).toEqual(selected)
})

test('a field that is named a thousand times is read once for an object', () => {
  const { matches } = parseFieldSelector(Array.from({ length: 1000 }, (_, i) => `a!=${i}`).join())
  const reads: string[] = []
  const read = (field: string) => `none of them: ${reads.push(field)}`
  expect(matches(read)).toBe(true)
  expect(reads).toEqual(['a'])
})

test('the value that a field has to have is known', () => {
  const selector = parseFieldSelector('a!=0,a=1,a=2,b!=3')
  expect(selector.valueOf('a')).toBe('1')
  expect(selector.valueOf('b')).toBeUndefined()
  expect(selector.valueOf('constructor')).toBeUndefined()
})

test('any selector is read back from its own text', () => {
  const requirement = fc.tuple(fc.stringMatching(/^[a-z.]{1,8}$/), fc.constantFrom('=', '==', '!='), fc.string())
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 5 }), (terms) => {
      const text = terms.map(([field, operator, value]) => field + operator + value.replace(/[\\,=]/g, (c) => `\\${c}`)).join(',')
      const selector = parseFieldSelector(text)
      expect(selector.requirements).toEqual(
        terms.map(([field, operator, value]) => ({ field, operator: operator === '!=' ? '!=' : '=', value })),
      )
      expect(parseFieldSelector(String(selector)).requirements).toEqual(selector.requirements)
    }),
  )
})
