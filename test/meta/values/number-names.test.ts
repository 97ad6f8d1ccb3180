import { describe, expect, test } from '@jest/globals'
import { requireFewNumberNames } from '../../../src/meta/index.js'

const named = (count: number, first: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [first + i, 1]))
const refused = expect.objectContaining({ status: expect.objectContaining({ code: 413 }) })

describe('members whose names are numbers', () => {
  test.each([
    { what: '1,000', value: named(1000, 100_000) },
    { what: 'many of at most five digits', value: named(99_999, 0) },
    {
      what: 'many that begin with a digit',
      value: Object.fromEntries(Object.keys(named(5000, 100_000)).map((key) => [`${key}a`, 1])),
    },
    { what: 'many that are too large to be indexes', value: named(5000, 2 ** 32 - 1) },
    { what: 'a few of each of many objects', value: Array.from({ length: 1500 }, () => named(63, 100_000)) },
    { what: 'many of several objects', value: Array.from({ length: 4 }, (_, i) => ({ data: named(1000, 100_000 + i) })) },
    { what: 'none', value: [null, 'a', 1, [], {}] },
  ])('are fine: $what', ({ value }) => {
    expect(() => requireFewNumberNames(value)).not.toThrow()
  })

  test.each([
    { what: '1,001', value: { data: named(1001, 100_000) } },
    { what: '1,001 behind shorter ones and before others', value: { ...named(9, 0), ...named(1001, 4_000_000_000), a: 1 } },
    { what: 'many of many objects', value: Array.from({ length: 40 }, () => named(400, 100_000)) },
  ])('are too many: $what', ({ value }) => {
    expect(() => requireFewNumberNames(value)).toThrow(refused as never)
  })
})
