import { runInNewContext } from 'node:vm'
import { describe, expect, it, test } from '@jest/globals'
import { andFinally, andThen, inOrder, isThenable, tryThen } from '../../../src/meta/index.js'

/** The class of promises of another realm. */
const Foreign: PromiseConstructor = runInNewContext('Promise')

describe('andThen', () => {
  it('continues synchronously with a plain value', () => {
    expect(andThen(20, (value) => value + 1)).toBe(21)
  })

  it('continues later with a promised value', async () => {
    const after = andThen(Promise.resolve(20), (value) => value + 1)
    expect(after).toBeInstanceOf(Promise)
    expect(await after).toBe(21)
  })

  it('continues later with a promise of another class', async () => {
    expect(await andThen(Foreign.resolve(20), (value) => value + 1)).toBe(21)
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

describe('tryThen', () => {
  const ends = (call: () => number | PromiseLike<number>) =>
    tryThen(
      call,
      (value) => `got ${value}`,
      (error) => `lost: ${(error as Error).message}`,
    )
  const fail = (): never => {
    throw new Error('no')
  }

  it('continues at once with what is returned or thrown', () => {
    expect(ends(() => 1)).toBe('got 1')
    expect(ends(fail)).toBe('lost: no')
  })

  it('continues later with what is promised, of whatever class the promise is', async () => {
    expect(await ends(async () => 1)).toBe('got 1')
    expect(await ends(() => Foreign.resolve(1))).toBe('got 1')
    expect(await ends(async () => fail())).toBe('lost: no')
  })
})

describe('andFinally', () => {
  const fail = (): never => {
    throw new Error('no')
  }

  it('cleans up at once after what is returned or thrown', () => {
    let cleaned = 0
    const cleanUp = () => {
      cleaned += 1
    }
    expect(andFinally(() => 1, cleanUp)).toBe(1)
    expect(cleaned).toBe(1)
    expect(() => andFinally(fail, cleanUp)).toThrow('no')
    expect(cleaned).toBe(2)
  })

  it('cleans up when a promise is settled', async () => {
    const seen: string[] = []
    const call = async () => {
      await undefined
      seen.push('called')
    }
    const cleanUp = () => void seen.push('cleaned')
    await andFinally(call, cleanUp)
    await expect(andFinally(async () => fail(), cleanUp)).rejects.toThrow('no')
    expect(seen).toEqual(['called', 'cleaned', 'cleaned'])
  })
})

describe('inOrder', () => {
  it('visits all items at once when nothing is promised', () => {
    const seen: number[] = []
    expect(inOrder([1, 2, 3], (item) => void seen.push(item))).toBeUndefined()
    expect(seen).toEqual([1, 2, 3])
  })

  it('begins a visit when the one before has ended, and ends with the first error', async () => {
    const seen: string[] = []
    const visit = async (item: number) => {
      seen.push(`begin ${item}`)
      await undefined
      if (item === 2) throw new Error('no')
      seen.push(`end ${item}`)
    }
    await expect(inOrder([1, 2, 3], visit)).rejects.toThrow('no')
    expect(seen).toEqual(['begin 1', 'end 1', 'begin 2'])
  })
})

test('objects with a field named `then` are no promises', () => {
  expect([JSON.parse('{"then":"x"}'), null, undefined, 'then', Foreign.resolve(1)].map(isThenable)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})
