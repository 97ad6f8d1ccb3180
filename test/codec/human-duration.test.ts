import { expect, test } from '@jest/globals'
import { humanDuration } from '../../src/codec/index.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

test.each([
  [-2 * SECOND, '<invalid>'],
  [Number.NaN, '<invalid>'],
  [-1 * SECOND, '0s'],
  [-1, '0s'],
  [0, '0s'],
  [999, '0s'],
  [5 * SECOND, '5s'],
  [2 * MINUTE - 1, '119s'],
  [2 * MINUTE, '2m'],
  [3 * MINUTE + 12 * SECOND, '3m12s'],
  [10 * MINUTE - 1, '9m59s'],
  [10 * MINUTE + 30 * SECOND, '10m'],
  [3 * HOUR - 1, '179m'],
  [3 * HOUR, '3h'],
  [7 * HOUR + 59 * MINUTE, '7h59m'],
  [8 * HOUR + 30 * MINUTE, '8h'],
  [48 * HOUR - 1, '47h'],
  [2 * DAY, '2d'],
  [2 * DAY + 3 * HOUR, '2d3h'],
  [8 * DAY - 1, '7d23h'],
  [8 * DAY + 5 * HOUR, '8d'],
  [2 * YEAR - 1, '729d'],
  [2 * YEAR, '2y'],
  [6 * YEAR + 325 * DAY, '6y325d'],
  [8 * YEAR - 1, '7y364d'],
  [8 * YEAR + 100 * DAY, '8y'],
  [50 * YEAR, '50y'],
])('%d milliseconds are shown as %s', (ms, shown) => {
  expect(humanDuration(ms)).toBe(shown)
})
