import { expect, test } from '@jest/globals'
import { sparingly } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'

test('the same failure is reported once a minute, with its count', () => {
  const clock = new ManualClock()
  const told: string[] = []
  const report = sparingly(clock, (error, repeated) => told.push(`${(error as Error).message} ${repeated}`))
  for (let i = 0; i < 5; i += 1) report(new Error('away'))
  report(new Error('late'))
  clock.advance(59_999)
  report(new Error('away'))
  expect(told).toEqual(['away 0', 'late 0'])
  clock.advance(1)
  report(new Error('away'))
  expect(told).toEqual(['away 0', 'late 0', 'away 5'])
})

test('failures with the same message and different causes are reported separately', () => {
  const told: unknown[] = []
  const report = sparingly(new ManualClock(), (error) => told.push((error as Error).cause))
  const [away, late] = [new Error('away'), new Error('late')]
  for (const cause of [away, late, new Error('away'), new Error('late', { cause: away })])
    report(new Error('the loop failed', { cause }))
  expect(told).toEqual([away, late, new Error('late', { cause: away })])
})

test('an error that is its own cause is reported once', () => {
  let reports = 0
  const report = sparingly(new ManualClock(), () => (reports += 1))
  const error = new Error('round')
  error.cause = error
  report(error)
  report(error)
  expect(reports).toBe(1)
})
