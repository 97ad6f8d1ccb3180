import { describe, expect, test } from '@jest/globals'
import { KeyedMutex } from '../../../src/registry/write/keyed-mutex.js'
import { ManualClock, settle } from '../../support/manual-clock.js'
import { body, configMap, fixture } from '../support.js'

/** Work that ends when told, and says when it has begun. */
function controlled(begun: string[], name: string) {
  let [end, fail] = [(_: string) => {}, (_: Error) => {}]
  const promise = new Promise<string>((resolve, reject) => {
    ;[end, fail] = [resolve, reject]
  })
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, end: () => end(name), fail: (error: Error) => fail(error) }
}

describe('a mutex', () => {
  test('runs its writers in order, each after the one before', async () => {
    const mutex = new KeyedMutex(new ManualClock())
    const begun: string[] = []
    const [first, second, third] = [controlled(begun, 'first'), controlled(begun, 'second'), controlled(begun, 'third')]
    const results = [first, second, third].map(({ work }) => mutex.run('a', work))
    await settle()
    expect(begun).toEqual(['first'])
    third.end()
    first.end()
    await settle()
    expect(begun).toEqual(['first', 'second'])
    second.end()
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third'])
  })

  test('is of one object: writers of others do not wait', async () => {
    const mutex = new KeyedMutex(new ManualClock())
    const begun: string[] = []
    void mutex.run('a', controlled(begun, 'a').work)
    void mutex.run('b', controlled(begun, 'b').work)
    await settle()
    expect(begun).toEqual(['a', 'b'])
  })

  test('continues after a failed write, which alone rejects', async () => {
    const mutex = new KeyedMutex(new ManualClock())
    const begun: string[] = []
    const [first, second] = [controlled(begun, 'first'), controlled(begun, 'second')]
    const failed = mutex.run('a', first.work)
    const result = mutex.run('a', second.work)
    first.fail(new Error('no'))
    second.end()
    await expect(failed).rejects.toThrow('no')
    expect(await result).toBe('second')
  })

  test('is released after a second, so that a writer may wait for a later one', async () => {
    const clock = new ManualClock()
    const mutex = new KeyedMutex(clock)
    const inner = () => mutex.run('a', async () => 'inner')
    const outer = mutex.run('a', async () => `outer after ${await inner()}`)
    await clock.advanceAndSettle(999)
    expect(clock.pending).toBe(1)
    await clock.advanceAndSettle(1)
    expect(await outer).toBe('outer after inner')
  })
})

test('many concurrent patches of one object are each applied once', async () => {
  let judged = 0
  const counting = {
    name: 'counting',
    validate: () => {
      judged += 1
    },
  }
  const { registry, caller, at, create, get } = await fixture({ admission: [counting] })
  await create('configmaps', configMap('a'))
  judged = 0
  const patch = (key: string) =>
    registry.patch(at('configmaps/a'), caller, { type: 'merge', body: body({ data: { [key]: 'v' } }) }, {})
  const keys = Array.from({ length: 16 }, (_, i) => `k${i}`)
  await Promise.all(keys.map(patch))
  expect(await get('configmaps/a')).toMatchObject({ data: Object.fromEntries(keys.map((key) => [key, 'v'])) })
  expect(judged).toBe(16)
})
