import { expect, test } from '@jest/globals'
import { untilStored } from '../../../src/registry/write/until-stored.js'

test('a write is tried until no other comes in between', async () => {
  let tries = 0
  await untilStored(async () => ++tries >= 25)
  expect(tries).toBe(25)
})

test('one that never is the first ends with 503, and others had their turns meanwhile', async () => {
  let [tries, turns] = [0, 0]
  const interval = setInterval(() => (turns += 1), 0)
  const attempt = async () => {
    tries += 1
    return false
  }
  await expect(untilStored(attempt)).rejects.toMatchObject({ status: { code: 503, details: { retryAfterSeconds: 1 } } })
  clearInterval(interval)
  expect(tries).toBe(1_000)
  expect(turns).toBeGreaterThan(0)
})

test('what an attempt throws is not tried again', async () => {
  let tries = 0
  const attempt = async () => {
    tries += 1
    throw new Error('no')
  }
  await expect(untilStored(attempt)).rejects.toThrow('no')
  expect(tries).toBe(1)
})
