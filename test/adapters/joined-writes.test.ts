import { expect, test } from '@jest/globals'
import { joinedWrites } from '../../src/adapters/joined-writes.js'

const [a, b, c] = ['a', 'bb', 'ccc'].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array, Uint8Array]
const textOf = (chunks: readonly Uint8Array[]) => chunks.map((chunk) => new TextDecoder().decode(chunk))

test('chunks are joined in their order', () => {
  expect(textOf(joinedWrites([a, b, c]))).toEqual(['abbccc'])
})

test('one chunk is sent as it is', () => {
  expect(joinedWrites([a])[0]).toBe(a)
})

test('equal chunks are joined into the same array', () => {
  const [first] = joinedWrites([a, b])
  expect(joinedWrites([a, b])[0]).toBe(first)
  expect(textOf(joinedWrites([b, a]))).toEqual(['bba'])
  expect(textOf(joinedWrites([a, b, c]))).toEqual(['abbccc'])
  expect(textOf(joinedWrites([a, b]))).toEqual(['abb'])
})

test('long chunks are not copied', () => {
  const long = new Uint8Array(4 * 1024 + 1)
  expect(joinedWrites([a, long])).toEqual([a, long])
  const many = Array.from({ length: 17 }, () => new Uint8Array(4 * 1024))
  expect(joinedWrites(many)).toBe(many)
})
