import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sortByElement } from '../../../src/apply/fields/path-element.js'
import { readFieldsV1, readPathElement, writeFieldsV1 } from '../../../src/apply/index.js'
import { ApiError } from '../../../src/meta/index.js'
import { pathElements, texts } from '../field-sets.js'

const sorted = (elements: readonly string[]) =>
  sortByElement(elements.map((element) => [element, 0] as const)).map(([element]) => element)

describe('reading FieldsV1', () => {
  test.each([
    ['{"f:a":{"f:b":{},".":{}}}', '{"f:a":{".":{},"f:b":{}}}', ['.a', '.a.b']],
    ['{"k:{\\"b\\":1,\\"a\\":\\"x\\"}":{"f:a":{}}}', '{"k:{\\"a\\":\\"x\\",\\"b\\":1}":{"f:a":{}}}', ['[a="x",b=1].a']],
    [
      '{"k:{\\"b\\":1,\\"a\\":2}":{"f:x":{}},"k:{\\"a\\":2,\\"b\\":1}":{"f:y":{}}}',
      '{"k:{\\"a\\":2,\\"b\\":1}":{"f:x":{},"f:y":{}}}',
      ['[a=2,b=1].x', '[a=2,b=1].y'],
    ],
    ['{"x:later":{"f:a":{}},"f:b":{}}', '{"f:b":{}}', ['.b']],
    ['{"f:a":{"x:later":{}}}', '{"f:a":{}}', ['.a']],
    ['{"f:":{}}', '{"f:":{}}', ['.']],
    ['{"v:1.0":{},"v:1":{}}', '{"v:1":{}}', ['[=1]']],
    ['{"i:10":{},"i:2":{}}', '{"i:2":{},"i:10":{}}', ['[10]', '[2]']],
    ['{".":{}}', '{}', []],
    ['{"f:a":null}', '{"f:a":{}}', ['.a']],
    ['{"f:__proto__":{"f:a":{}}}', '{"f:__proto__":{"f:a":{}}}', ['.__proto__.a']],
    ['{"k:{\\"__proto__\\":1}":{}}', '{"k:{\\"__proto__\\":1}":{}}', ['[__proto__=1]']],
  ])('%s is %s', (text, canonical, paths) => {
    const set = readFieldsV1(JSON.parse(text))
    expect(JSON.stringify(writeFieldsV1(set))).toBe(canonical)
    expect(texts(set)).toEqual(paths)
  })

  test.each([
    ['{"f":{}}'],
    ['{"a":{}}'],
    ['{"fa":{}}'],
    ['{"":{}}'],
    ['{"k:{\\"a\\"":{}}'],
    ['{"k:[1]":{}}'],
    ['{"v:":{}}'],
    ['{"v:x":{}}'],
    ['{"i:x":{}}'],
    ['{"i:":{}}'],
    ['{"f:a":{"bad":{}}}'],
    ['{"f:a":1}'],
    ['[]'],
    ['"f:a"'],
  ])('%s is refused', (text) => {
    expect(() => readFieldsV1(JSON.parse(text))).toThrow(ApiError)
  })

  test('a set nested too deep is refused', () => {
    expect(() => readFieldsV1(JSON.parse(`${'{"f:a":'.repeat(9000)}{}${'}'.repeat(9000)}`))).toThrow(ApiError)
    expect(() => readPathElement(`v:${'['.repeat(9000)}${']'.repeat(9000)}`)).toThrow(ApiError)
  })
})

describe('the order of path elements', () => {
  test('fields by bytes, keys by name and value, values by kind, positions by number', () => {
    const inOrder = [
      ...['f:', 'f:-', 'f:1', 'f:A', 'f:a', 'f:a.b', 'f:z', 'f:é', 'f:\uffff', 'f:\u{1f600}'],
      ...['k:{}', 'k:{"a":1}', 'k:{"a":1,"b":1}', 'k:{"a":2}', 'k:{"a":10}', 'k:{"a":"1"}', 'k:{"b":0}'],
      ...['v:-1', 'v:0', 'v:1.5', 'v:10', 'v:"a"', 'v:"b"', 'v:false', 'v:true', 'v:[1]', 'v:[1,2]', 'v:{"a":1}', 'v:null'],
      ...['i:0', 'i:2', 'i:10'],
    ]
    expect(sorted([...inOrder].reverse())).toEqual(inOrder)
  })

  test('is the same whatever order they come in', () => {
    const inAnyOrder = fc
      .uniqueArray(pathElements())
      .chain((elements) => fc.tuple(fc.constant(elements), fc.shuffledSubarray(elements, { minLength: elements.length })))
    fc.assert(fc.property(inAnyOrder, ([elements, shuffled]) => expect(sorted(shuffled)).toEqual(sorted(elements))))
  })

  test('a canonical element reads as itself', () => {
    fc.assert(fc.property(pathElements(), (element) => expect(readPathElement(element)).toBe(element)))
  })
})
