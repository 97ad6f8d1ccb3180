import { describe, expect, it } from '@jest/globals'
import { andThen } from '../../../src/meta/index.js'

describe('andThen', () => {
  it('continues synchronously with a plain value', () => {
    expect(andThen(20, (value) => value + 1)).toBe(21)
  })

  it('continues later with a promised value', async () => {
    const after = andThen(Promise.resolve(20), (value) => value + 1)
    expect(after).toBeInstanceOf(Promise)
    expect(await after).toBe(21)
  })

  it('throws synchronously for a plain value, and rejects for a promise', async () => {
    const fail = () => {
      throw new Error('no')
    }
    expect(() => andThen(20, fail)).toThrow('no')
    await expect(andThen(Promise.resolve(20), fail)).rejects.toThrow('no')
    await expect(andThen(Promise.reject(new Error('lost')), () => 1)).rejects.toThrow('lost')
  })
})
