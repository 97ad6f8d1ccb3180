import { expect, test } from '@jest/globals'
import { RE2JS } from 're2js'
import { estimatePatternSize } from '../../src/text/index.js'
import { realPatterns } from './real-patterns.js'

test.each(Object.entries(realPatterns))('the size of %s is estimated to a factor of two, and Unicode classes', (_, pattern) => {
  const size = RE2JS.compile(pattern).programSize()
  const classes = (pattern.match(/\\p/g) ?? []).length
  const estimate = estimatePatternSize(pattern) - classes * 50 - pattern.length / 8
  expect(estimate).toBeLessThan(2 * size + 10)
  expect(estimate).toBeGreaterThan(size / 2 - 10)
})

test.each([
  ['(((a{100}){100}){100})', 1_000_000],
  ['[ac]{0,1000}[bd]', 2000],
  ['([)(]{10}){10}', 100],
  ['[[:alpha:]]]{300}', 300],
  ['a{,5}', 5],
  ['a{x}', 4],
  ['(', 0],
  [')', 2],
  ['', 0],
])('%s is about %d', (pattern, size) => {
  const estimate = estimatePatternSize(pattern)
  expect(estimate).toBeGreaterThanOrEqual(size)
  expect(estimate).toBeLessThanOrEqual(size * 1.2 + 20)
})
