import { expect, test } from '@jest/globals'
import { scheduleFault } from '../../../src/resources/batch/schedule.js'

test.each([
  '* * * * *',
  '*/5 0-23/2 1,15 JAN-jun ?',
  '59 23 31 12 6',
  '30/10 * * * MON',
  '  0   0 * * *',
  '@daily',
  '@every 1h30m',
])('%s is read', (schedule) => {
  expect(scheduleFault(schedule)).toBeUndefined()
})

test.each([
  ['* * * *', 'expected exactly 5 fields, found 4'],
  ['60 * * * *', 'end of range (60) above maximum (59)'],
  ['* 24 * * *', 'above maximum (23)'],
  ['* * 0 * *', 'below minimum (1)'],
  ['* * * 13 *', 'above maximum (12)'],
  ['* * * * 7', 'above maximum (6)'],
  ['5-3 * * * *', 'beginning of range (5) beyond end of range (3)'],
  ['*/0 * * * *', 'step of range should be a positive number'],
  ['1-2-3 * * * *', 'too many hyphens'],
  ['*/2/3 * * * *', 'too many slashes'],
  ['* * * MOON *', 'failed to parse int from MOON'],
  ['- * * * *', 'failed to parse int'],
  ['@often', 'unrecognized descriptor'],
  ['@every now', 'unrecognized descriptor'],
  [`${'*'.repeat(2000)}`, 'no more than 1000 characters'],
])('%s is refused: %s', (schedule, detail) => {
  expect(scheduleFault(schedule)).toContain(detail)
})
