import { expect, test } from '@jest/globals'
import { onAbort } from '../../../src/meta/index.js'

test('all callbacks of a signal are called once, except removed ones', () => {
  const end = new AbortController()
  const called: number[] = []
  const stops = Array.from({ length: 20 }, (_, index) => onAbort(end.signal, () => called.push(index)))
  stops[3]?.()
  end.abort()
  expect(called).toEqual([...Array(20).keys()].filter((index) => index !== 3))
  end.abort()
  expect(called).toHaveLength(19)
})

test('many waiters share one listener, so that Node warns of no leak', () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1
    add(...args)
  }
  for (let i = 0; i < 20; i++) onAbort(signal, () => {})
  expect(listeners).toBe(1)
})

test('a callback may remove another one', () => {
  const end = new AbortController()
  const called: string[] = []
  let stop = () => {}
  onAbort(end.signal, () => {
    called.push('first')
    stop()
  })
  stop = onAbort(end.signal, () => called.push('second'))
  end.abort()
  expect(called).toEqual(['first'])
})
