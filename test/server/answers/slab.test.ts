import { describe, expect, test } from '@jest/globals'
import { takeBytes } from '../../../src/server/answers/slab.js'

describe('memory for bodies', () => {
  test('is as long as requested, zeroed, and not shared', () => {
    const lengths = Array.from({ length: 200 }, (_, i) => i * 37)
    const taken = lengths.map((length, i) => {
      const bytes = takeBytes(length)
      expect(bytes).toEqual(new Uint8Array(length))
      return bytes.fill(i + 1)
    })
    taken.forEach((bytes, i) => {
      expect(bytes).toEqual(new Uint8Array(lengths[i] as number).fill(i + 1))
    })
  })
})
