import { expect, test } from '@jest/globals'
import { lazily } from '../../../src/meta/index.js'

test('a value that is requested several times is loaded once, and then returned without a promise', async () => {
  let loads = 0
  const give = lazily(async () => ({ number: ++loads }))
  const [first, second] = [give(), give()]
  expect(first).toBeInstanceOf(Promise)
  expect(await first).toEqual({ number: 1 })
  expect(await second).toBe(await first)
  expect(give()).toBe(await first)
})

test('a call after a failure tries again', async () => {
  let loads = 0
  const give = lazily(async () => {
    loads += 1
    if (loads === 1) throw new Error('not now')
    return { number: loads }
  })
  await expect(give()).rejects.toThrow('not now')
  expect(await give()).toEqual({ number: 2 })
})
