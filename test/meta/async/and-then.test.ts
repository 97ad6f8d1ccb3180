import { describe, expect, it } from '@jest/globals'
import { andThen } from '../../../src/meta/index.js'

describe('going on with a value', () => {
  it('goes on at once with a value that is there', () => {
    expect(andThen(20, (value) => value + 1)).toBe(21)
  })

  it('goes on later with a value that is promised', async () => {
    const after = andThen(Promise.resolve(20), (value) => value + 1)
    expect(after).toBeInstanceOf(Promise)
    expect(await after).toBe(21)
  })

  it('throws at once what comes of a value that is there, and later what comes of a promise', async () => {
    const fail = () => {
      throw new Error('no')
    }
    expect(() => andThen(20, fail)).toThrow('no')
    await expect(andThen(Promise.resolve(20), fail)).rejects.toThrow('no')
    await expect(andThen(Promise.reject(new Error('lost')), () => 1)).rejects.toThrow('lost')
  })
})
