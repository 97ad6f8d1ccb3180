import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { TokenCache } from '../../src/authn/token-cache.js'

describe('the token cache', () => {
  test('keeps entries until they expire', () => {
    const cache = new TokenCache<string>()
    cache.set('a', 'x', 100)
    expect([cache.get('a', 99), cache.get('a', 100), cache.get('a', 0)]).toEqual(['x', undefined, undefined])
  })

  test('is bounded: the least recently used entry is evicted', () => {
    const cache = new TokenCache<number>({ maxTokens: 2 })
    cache.set('a', 1, 100)
    cache.set('b', 2, 100)
    cache.get('a', 0)
    cache.set('c', 3, 100)
    expect([cache.get('a', 0), cache.get('b', 0), cache.get('c', 0)]).toEqual([1, undefined, 3])
  })

  test('evicts an entry after newer ones, however often it was used before them', () => {
    const cache = new TokenCache<number>({ maxTokens: 2 })
    cache.set('a', 1, 100)
    cache.get('a', 0)
    cache.get('a', 0)
    cache.set('b', 2, 100)
    cache.set('c', 3, 100)
    expect([cache.get('a', 0), cache.get('b', 0), cache.get('c', 0)]).toEqual([undefined, 2, 3])
  })

  test('keeps the order when the newest entry has expired or is used again', () => {
    const cache = new TokenCache<number>({ maxTokens: 2 })
    cache.set('a', 1, 100)
    cache.set('b', 2, 50)
    expect(cache.get('b', 60)).toBeUndefined()
    cache.set('b', 4, 100)
    cache.get('a', 60)
    cache.set('c', 3, 100)
    expect([cache.get('a', 60), cache.get('b', 60), cache.get('c', 60)]).toEqual([1, undefined, 3])
  })

  test('can be cleared', () => {
    const cache = new TokenCache<number>()
    cache.set('a', 1, 100)
    cache.clear()
    expect(cache.get('a', 0)).toBeUndefined()
  })

  test('does not contain tokens', async () => {
    const cache = new TokenCache<number>()
    const digest = await cache.digestOf('secret-token')
    cache.set(digest, 1, 100)
    expect(inspect(cache, { depth: 9, showHidden: true }) + digest).not.toContain('secret-token')
  })

  test('gives a token on a connection the key that it has without', async () => {
    const cache = new TokenCache<number>()
    const connection = {}
    const keys = [await cache.digestOf('a'), await cache.digestOf('a', connection), await cache.digestOf('a', connection)]
    expect(new Set(keys).size).toBe(1)
    expect(await cache.digestOf('b', connection)).not.toBe(keys[0])
    expect(await cache.digestOf('a', connection)).toBe(keys[0])
  })
})
