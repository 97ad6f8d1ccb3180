import { expect, jest, test } from '@jest/globals'
import { Observable, Subject } from 'rxjs'
import { nextTurn } from '../../src/meta/index.js'
import { startingInTurns } from '../../src/registry/starting-in-turns.js'

/** Longer than a share of a turn. */
const SLOW_MS = 5

function busy(): void {
  const end = performance.now() + SLOW_MS
  while (performance.now() < end);
}

/** Follows `a`, `b`, `c` and what comes later; each value takes longer than its share of a turn. */
function follow() {
  const later = new Subject<string>()
  const taken: string[] = []
  const started = jest.fn(() => void taken.push('started'))
  const source = new Observable<string>((subscriber) => {
    for (const value of ['a', 'b', 'c']) subscriber.next(value)
    subscriber.add(later.subscribe(subscriber))
  })
  const subscription = source.pipe(startingInTurns(started)).subscribe({
    next: (value) => {
      taken.push(value)
      busy()
    },
    error: (error: Error) => taken.push(error.message),
    complete: () => taken.push('complete'),
  })
  return { later, taken, subscription, started }
}

const turn = () => new Promise<void>((resolve) => nextTurn(resolve))

async function untilCalled(mock: jest.Mock): Promise<void> {
  while (mock.mock.calls.length === 0) await turn()
}

test('the values at the start are delivered in several turns, those that came meanwhile after them, and later ones at once', async () => {
  const { later, taken, started } = follow()
  expect(taken).toEqual(['a'])
  later.next('d')
  expect(taken).toEqual(['a'])
  await untilCalled(started)
  expect(taken).toEqual(['a', 'b', 'c', 'd', 'started'])
  later.next('e')
  expect(taken.at(-1)).toBe('e')
})

test('the end comes after the values that wait, an error at once', async () => {
  const ending = follow()
  ending.later.complete()
  await untilCalled(ending.started)
  expect(ending.taken).toEqual(['a', 'b', 'c', 'started', 'complete'])
  const failing = follow()
  failing.later.error(new Error('lost'))
  expect(failing.taken).toEqual(['a', 'lost'])
  await turn()
  expect(failing.taken).toEqual(['a', 'lost'])
})

test('nothing is delivered after unsubscribing, and the start does not end', async () => {
  const { subscription, taken, started } = follow()
  subscription.unsubscribe()
  for (let i = 0; i < 5; i++) await turn()
  expect(taken).toEqual(['a'])
  expect(started).not.toHaveBeenCalled()
})
