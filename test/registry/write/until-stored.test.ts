import { expect, test } from '@jest/globals'
import { untilStored } from '../../../src/registry/write/until-stored.js'

test('a write is retried until there is no concurrent one', async () => {
  let tries = 0
  await untilStored(async () => ++tries >= 25)
  expect(tries).toBe(25)
})

test('one that never succeeds ends with 503, and yields to the event loop meanwhile', async () => {
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

test('an error of an attempt is not retried', async () => {
  let tries = 0
  const attempt = async () => {
    tries += 1
    throw new Error('no')
  }
  await expect(untilStored(attempt)).rejects.toThrow('no')
  expect(tries).toBe(1)
})
