import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { KeySet } from '../../../src/store/indexes/key-set.js'

// More keys than an array takes, so that both forms and the way from one to the other are seen.
const keys = fc.integer({ min: 0, max: 199 }).map((number) => `n/${String(number).padStart(3, '0')}`)

test('a set of keys holds what was added and not deleted, in order, and reads any range of it', () => {
  const steps = fc.array(fc.record({ key: keys, adds: fc.boolean() }), { maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(steps, keys, keys, fc.integer({ min: 1, max: 100 }), (program, one, other, most) => {
      const [low = one, high = other] = [one, other].sort()
      const set = new KeySet()
      const model = new Set<string>()
      for (const { key, adds } of program) {
        if (adds && !model.has(key)) {
          set.add(key)
          model.add(key)
        } else if (!adds && model.delete(key)) set.delete(key)
      }
      const sorted = [...model].sort()
      expect(set.size).toBe(sorted.length)
      expect(set.range('', undefined, Number.POSITIVE_INFINITY)).toEqual(sorted)
      const inRange = sorted.filter((key) => key >= low && key < high)
      expect(set.range(low, high, most)).toEqual(inRange.slice(0, most))
      expect(set.count(low, high)).toBe(inRange.length)
    }),
    { numRuns: 100, endOnFailure: true },
  )
})

test('an additional key takes a few bytes, whatever the history of the set', () => {
  const set = new KeySet()
  const empty = set.bytes
  for (let i = 0; i < 1_000; i += 1) set.add(`n/${i}`)
  expect(set.bytes).toBeGreaterThan(empty + 8_000)
  for (let i = 0; i < 1_000; i += 1) set.delete(`n/${i}`)
  expect(set.bytes).toBe(empty)
})
