import { expect, test } from '@jest/globals'
import { compareReleases, parseRelease } from '../../../src/meta/index.js'

test.each([
  ['1.9', '1.29'],
  ['1.29', '2.0'],
  ['v1.15', '1.16'],
])('%s comes before %s', (earlier, later) => {
  expect(compareReleases(earlier, later)).toBeLessThan(0)
  expect(compareReleases(later, earlier)).toBeGreaterThan(0)
  expect(compareReleases(later, later)).toBe(0)
})

test.each(['', '1', '1.2.3', 'latest', '1.x', '99999.1'])('%j is not a release', (text) => {
  expect(parseRelease(text)).toBeUndefined()
  expect(() => compareReleases(text, '1.1')).toThrow(`release ${JSON.stringify(text)}: expected MAJOR.MINOR`)
})
