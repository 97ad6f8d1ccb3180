import { expect, test } from '@jest/globals'
import { createFlushes, Gathering } from '../../src/adapters/flushes.js'

/** Flushes whose time is ours, and what was asked of it: `soon`, or after how many milliseconds. */
function flushes() {
  let ms = 1_000
  let run = () => {}
  const asked: ('soon' | number)[] = []
  const flushed = createFlushes({
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
  const ask = (flush: () => void) => flushed(new Gathering(flush))
  return { flushed, ask, asked, pass, run: () => run() }
}

test('chunks that are requested before a flush are sent with it, in order', () => {
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
])('a stream that was flushed twice, $took ms each, waits after $passed ms more: $wait', ({ took, passed, wait }) => {
  const { flushed, asked, pass, run } = flushes()
  const stream = new Gathering(() => pass(took))
  flushed(stream)
  run()
  flushed(stream)
  run()
  pass(passed)
  flushed(stream)
  expect(asked).toEqual(['soon', 'soon', wait])
})

test('streams that send rarely are flushed without delay', () => {
  const { flushed, asked, pass, run } = flushes()
  const streams = Array.from({ length: 100 }, () => new Gathering(() => pass(1)))
  for (const stream of [...streams, ...streams]) {
    flushed(stream)
    run()
  }
  expect(new Set(asked)).toEqual(new Set(['soon']))
})

test('the delay is shorter when fewer streams are busy', () => {
  const { flushed, ask, asked, pass, run } = flushes()
  const busy = new Gathering(() => pass(1))
  flushed(busy)
  run()
  for (const flush of [() => pass(1), () => {}, () => {}]) ask(flush)
  flushed(busy)
  run()
  flushed(busy)
  expect(asked).toEqual(['soon', 'soon', 2])
})

test('chunks that are requested during a flush are sent with the next one', () => {
  const { ask, run } = flushes()
  const log: string[] = []
  ask(() => ask(() => log.push('later')))
  run()
  expect(log).toEqual([])
  run()
  expect(log).toEqual(['later'])
})
