import { describe, expect, test } from '@jest/globals'
import { listedObjects, splitDocuments } from '../../src/codec/index.js'

describe('a stream of documents', () => {
  test.each([
    ['a: 1', ['a: 1']],
    ['---\na: 1\n---\nb: 2\n...\n', ['\na: 1\n', '\nb: 2\n']],
    ['# a comment\n---\n  \n%YAML 1.2\n--- {a: 1}', [' {a: 1}']],
    ['text: |\n  ---\n  not a document', ['text: |\n  ---\n  not a document']],
    ['--- # of the first\na: ---b', [' # of the first\na: ---b']],
    ['', []],
  ])('%j holds %j', (text, documents) => {
    expect(splitDocuments(text)).toEqual(documents)
  })
})

describe('objects in lists', () => {
  const map = (name: string) => ({ metadata: { name } })
  const typed = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...map(name) })

  test('a list of one type gives its items their type', () => {
    const list = { apiVersion: 'v1', kind: 'ConfigMapList', items: [map('a'), { ...map('b'), kind: 'Secret' }] }
    expect(listedObjects(list)).toEqual([typed('a'), { ...typed('b'), kind: 'Secret' }])
  })

  test('lists in lists are taken apart, whatever they are of', () => {
    const inner = { apiVersion: 'v1', kind: 'ConfigMapList', items: [map('b')] }
    expect(listedObjects([{ apiVersion: 'v1', kind: 'List', items: [typed('a'), inner] }])).toEqual([typed('a'), typed('b')])
  })

  test.each([[null], ['text'], [7], [{ kind: 'List' }], [{ kind: 'ConfigMapList', items: {} }], [{ items: [1] }]])(
    '%j is not a list, and stays as it is',
    (value) => {
      expect(listedObjects(value)).toEqual([value])
    },
  )

  test('a key `__proto__` of an item is data', () => {
    const [object] = listedObjects({ apiVersion: 'v1', kind: 'ConfigMapList', items: [JSON.parse('{"__proto__":{"a":1}}')] })
    expect(JSON.stringify(object)).toBe('{"apiVersion":"v1","kind":"ConfigMap","__proto__":{"a":1}}')
  })
})
