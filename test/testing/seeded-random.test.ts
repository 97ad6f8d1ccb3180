import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SeededRandom } from '../../src/testing/index.js'

const take = (random: SeededRandom) => [random.uuid(), ...random.bytes(8), random.integer(1_000)]

describe('a seeded random source', () => {
  test('repeats with its seed, and so does a copy from where it was made', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const [a, b] = [new SeededRandom(seed), new SeededRandom(seed)]
        expect(take(a)).toEqual(take(b))
        expect(take(a.clone())).toEqual(take(b))
      }),
    )
  })

  test('differs for another seed, even a neighbouring one', () => {
    const uuids = Array.from({ length: 1_000 }, (_, seed) => new SeededRandom(seed).uuid())
    expect(new Set([...uuids, new SeededRandom(2 ** 32).uuid(), new SeededRandom(-1).uuid()]).size).toBe(1_002)
  })

  test('makes UUIDs of version 4 (RFC 9562 §5.4)', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(new SeededRandom(seed).uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }),
    )
  })

  test('hands out every byte about as often as any other, and whole numbers below their limit', () => {
    const random = new SeededRandom(7)
    const counts = new Array<number>(256).fill(0)
    for (const byte of random.bytes(256_000)) counts[byte] = (counts[byte] ?? 0) + 1
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1_200)
    const numbers = new Set(Array.from({ length: 500 }, () => random.integer(5)))
    expect([...numbers].sort()).toEqual([0, 1, 2, 3, 4])
  })
})
