import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { notify } from '../../../src/meta/index.js'

let printed: unknown[][]
beforeEach(() => {
  printed = []
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void printed.push(line))
})
afterEach(() => void jest.restoreAllMocks())

test('a callback gets what it is told, and one that is not given is not called', () => {
  const told: unknown[] = []
  notify('onError', (...all: number[]) => told.push(all), 1, 2)
  notify('onError', undefined, 1, 2)
  expect([told, printed]).toEqual([[[1, 2]], []])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('mine')
    },
  ],
  ['rejects', async () => Promise.reject(new Error('mine'))],
])('an error of a callback that %s is printed, and goes no further', async (_, callback) => {
  expect(() => notify('onError', callback)).not.toThrow()
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).toEqual([['onError threw an error, which has no effect:', new Error('mine')]])
})
