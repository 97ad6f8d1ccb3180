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
