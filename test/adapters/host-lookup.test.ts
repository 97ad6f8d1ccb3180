import { beforeEach, describe, expect, test } from '@jest/globals'
import { createHostLookup } from '../../src/adapters/host-lookup.js'
import { ManualClock } from '../support/manual-clock.js'

/** Lookups that have begun, in order; a test answers them when it wants. */
let begun: { readonly name: string; answer(error?: Error): void }[]
let clock: ManualClock
let find: (name: string) => Promise<unknown>

beforeEach(() => {
  begun = []
  clock = new ManualClock()
  const lookup = createHostLookup((name, _options, found) => {
    const answer = (error?: Error) => (error ? found(error, '') : found(null, [{ address: `of ${name}`, family: 4 }]))
    begun.push({ name, answer })
  }, clock)
  find = (name) =>
    new Promise((resolve, reject) => {
      lookup(name, { all: true }, (error, address) => (error ? reject(error) : resolve(address)))
    })
})

const names = () => begun.map(({ name }) => name)

describe('hosts', () => {
  test('are looked up once for all who ask meanwhile, and again for those who ask later', async () => {
    const asked = [find('a'), find('a')]
    expect(names()).toEqual(['a'])
    begun[0]?.answer()
    expect(await Promise.all(asked)).toEqual([[{ address: 'of a', family: 4 }], [{ address: 'of a', family: 4 }]])
    void find('a')
    expect(names()).toEqual(['a', 'a'])
  })

  test('that cannot be found are an error for all who asked', async () => {
    const asked = [find('a'), find('a')]
    begun[0]?.answer(new Error('ENOTFOUND'))
    for (const one of asked) await expect(one).rejects.toThrow('ENOTFOUND')
  })

  test('that were found quickly before do not wait for those that nobody answers', async () => {
    void find('good')
    begun[0]?.answer()
    for (let i = 0; i < 40; i++) void find(`bad${i}`)
    expect(names()).toEqual(['good', 'bad0'])
    const found = find('good')
    expect(names()).toEqual(['good', 'bad0', 'good'])
    begun[2]?.answer()
    expect(await found).toEqual([{ address: 'of good', family: 4 }])
  })

  test('that were slow come after those that were not looked up yet', async () => {
    const slow = find('slow')
    clock.advance(10_000)
    begun[0]?.answer(new Error('EAI_AGAIN'))
    await expect(slow).rejects.toThrow('EAI_AGAIN')
    for (const name of ['first', 'slow', 'second']) void find(name)
    for (const place of [1, 2, 3]) begun[place]?.answer()
    expect(names()).toEqual(['slow', 'first', 'second', 'slow'])
  })

  test('have a bounded number of callers that wait for them', async () => {
    const asked = Array.from({ length: 1000 }, () => find('a'))
    await expect(find('a')).rejects.toThrow('too many calls wait for the address of a')
    begun[0]?.answer()
    expect(await Promise.all(asked)).toHaveLength(1000)
  })
})
