import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { ApiObject } from '../../../src/meta/index.js'
import { decodeObject, encodeObject, findSplice, writeBytes, writtenLength } from '../../../src/store/rows/object-bytes.js'
import { rangeOf } from '../../../src/store/rows/slab-allocator.js'

const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function write(object: ApiObject, revision: number, withoutType = false): Uint8Array {
  const value = encodeObject(object)
  const stored = { ...rangeOf(value), splice: findSplice(rangeOf(value)), revision }
  const length = writtenLength(stored, withoutType)
  const target = new Uint8Array(length + 20).fill(0x2a)
  expect(writeBytes(stored, target, 10, withoutType)).toBe(10 + length)
  expect(text(target.subarray(0, 10)) + text(target.subarray(10 + length))).toBe('*'.repeat(20))
  return target.slice(10, 10 + length)
}

const thing = (rest: Record<string, unknown>, metadata: Record<string, unknown> = {}): ApiObject =>
  ({ kind: 'Thing', apiVersion: 'example.com/v1', ...rest, metadata }) as ApiObject

describe('stored bytes', () => {
  test('have kind and apiVersion first, then metadata without its version, then the rest', () => {
    const object = { spec: { a: 1 }, metadata: { resourceVersion: '3', name: 'x' }, apiVersion: 'v1', kind: 'Thing' }
    expect(text(encodeObject(object))).toBe('{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x"},"spec":{"a":1}}')
  })

  test('are written out with the version they were committed at', () => {
    const object = { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' }, spec: 1 }
    expect(text(write(object, 42))).toBe(
      '{"kind":"Thing","apiVersion":"v1","metadata":{"resourceVersion":"42","name":"x"},"spec":1}',
    )
    expect(text(write(object, 42, true))).toBe('{"metadata":{"resourceVersion":"42","name":"x"},"spec":1}')
  })

  test('of empty metadata get no comma', () => {
    expect(text(write(thing({}), 7, true))).toBe('{"metadata":{"resourceVersion":"7"}}')
  })

  test.each([1, 9, 10, 99, 100, 2 ** 31, 10 ** 15, Number.MAX_SAFE_INTEGER])('take the revision %d', (revision) => {
    expect(decode(write(thing({}, { name: 'x' }), revision))).toMatchObject({ metadata: { resourceVersion: String(revision) } })
  })

  test.each<Record<string, unknown>>([
    { '0': { metadata: { name: 'other' } } },
    { kind: '"metadata":{' },
    { kind: '\\","metadata":{' },
    { apiVersion: 'a","metadata":{"resourceVersion":"1' },
    { apiVersion: 'metadata', kind: 'metadata' },
    { spec: { metadata: { resourceVersion: '1' } } },
    { kind: 'Ünï\u2028\ud83d\ude00' },
    JSON.parse('{"__proto__":{"metadata":{"name":"p"}}}'),
  ])('find the right metadata in %j', (rest) => {
    const object = thing(rest, { name: 'x', resourceVersion: '1' })
    expect(decode(write(object, 5))).toEqual({ ...object, metadata: { name: 'x', resourceVersion: '5' } })
    const { kind, apiVersion, ...others } = object
    expect([kind, apiVersion]).not.toContain(undefined)
    expect(decode(write(object, 5, true))).toEqual({ ...others, metadata: { name: 'x', resourceVersion: '5' } })
  })

  test('whatever the object, what is written is the object with its version', () => {
    const objects = fc.record({
      kind: fc.string(),
      apiVersion: fc.string(),
      metadata: fc.dictionary(fc.string(), fc.jsonValue()),
      rest: fc.dictionary(fc.string(), fc.jsonValue()),
    })
    fc.assert(
      fc.property(objects, fc.nat(), ({ kind, apiVersion, metadata, rest }, revision) => {
        const object = JSON.parse(JSON.stringify({ ...rest, kind, apiVersion, metadata })) as ApiObject
        const versioned = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } }
        expect(decode(write(object, revision))).toEqual(versioned)
      }),
    )
  })

  test('that are not an object are recognised', () => {
    const bytes = (value: string) => new TextEncoder().encode(value)
    for (const bad of ['', 'null', '1', '[]', '{', '{"metadata":1}', '{"kind":"x"}'])
      expect(decodeObject(bytes(bad))).toBeUndefined()
    expect(decodeObject(Uint8Array.of(0xff, 0xfe))).toBeUndefined()
    expect(findSplice(rangeOf(bytes('{"kind":"x"}')))).toBe(-1)
    expect(decodeObject(bytes('{"metadata":{}}'))).toEqual({ metadata: {} })
  })
})
