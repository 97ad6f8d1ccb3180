import { expect, test } from '@jest/globals'
import { closestWord } from '../../../src/meta/index.js'

test.each([
  ['resorces', 'resources'],
  ['resource', 'resources'],
  ['limts', 'limits'],
  ['limits', 'limits'],
  ['zebra', undefined],
  ['reso', 'resources'],
  ['res', undefined],
])('the closest word to %s is %s', (word, expected) => {
  expect(closestWord(word, ['resources', 'limits', 'trace'])).toBe(expected)
})
