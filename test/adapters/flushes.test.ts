import { expect, test } from '@jest/globals'
import { createFlushes } from '../../src/adapters/flushes.js'

/** Flushes whose time is ours, and what was asked of it: `soon`, or after how many milliseconds. */
function flushes() {
  let ms = 1_000
  let run = () => {}
  const asked: ('soon' | number)[] = []
  const ask = createFlushes({
    now: () => ms,
    soon: (callback) => {
      asked.push('soon')
      run = callback
    },
    later: (callback, wait) => {
      asked.push(wait)
      run = callback
    },
  })
  const pass = (more: number) => {
    ms += more
  }
  return { ask, asked, pass, run: () => run() }
}

test('all that is asked for before a flush comes with it, in order', () => {
  const { ask, asked, run } = flushes()
  const log: string[] = []
  for (const name of ['a', 'b']) ask(() => log.push(name))
  expect([asked, log]).toEqual([['soon'], []])
  run()
  run()
  expect(log).toEqual(['a', 'b'])
})

test.each([
  { took: 0, passed: 0, wait: 'soon' },
  { took: 0.2, passed: 0, wait: 'soon' },
  { took: 2, passed: 0, wait: 8 },
  { took: 2, passed: 3, wait: 5 },
  { took: 2, passed: 8, wait: 'soon' },
  { took: 30, passed: 0, wait: 10 },
])('after a flush of $took ms and $passed ms more the next one is due: $wait', ({ took, passed, wait }) => {
  const { ask, asked, pass, run } = flushes()
  ask(() => pass(took))
  run()
  pass(passed)
  ask(() => {})
  expect(asked).toEqual(['soon', wait])
})

test('what is asked for by a flush comes with the next one', () => {
  const { ask, run } = flushes()
  const log: string[] = []
  ask(() => ask(() => log.push('later')))
  run()
  expect(log).toEqual([])
  run()
  expect(log).toEqual(['later'])
})
