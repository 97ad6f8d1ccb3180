import { expect, test } from '@jest/globals'
import { LazyCode } from '../../../src/meta/index.js'

test('code is loaded once, for all that prepare it, and then there without waiting', async () => {
  let loads = 0
  const code = new LazyCode(async () => ({ loads: ++loads }), 'not prepared')
  expect(() => code.loaded).toThrow('not prepared')
  await Promise.all([code.prepare(), code.prepare()])
  expect(code.prepare()).toBeUndefined()
  expect(code.loaded).toEqual({ loads: 1 })
})

test('a failure to load is retried by the next that needs it', async () => {
  let loads = 0
  const code = new LazyCode(async () => {
    if (++loads === 1) throw new Error('no such file')
    return { loads }
  }, 'not prepared')
  await expect(code.prepare()).rejects.toThrow('no such file')
  expect(() => code.loaded).toThrow('not prepared')
  await code.prepare()
  expect(code.loaded).toEqual({ loads: 2 })
})
