import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { andMore, Tally } from '../../../src/controllers/namespaces/tally.js'

const name = (i: number) => `a.b/n${String(i).padStart(6, '0')}`
const say = (name: string, count: number) => `${name} in ${count}`

test('few names are listed in alphabetical order, with exact counts', () => {
  const counted = fc.array(fc.stringMatching(/^[a-c]{1,3}$/), { maxLength: 60 })
  fc.assert(
    fc.property(counted, (names) => {
      const tally = new Tally()
      for (const one of names) tally.add(one)
      const counts = new Map<string, number>()
      for (const one of names) counts.set(one, (counts.get(one) ?? 0) + 1)
      expect(tally.text(say)).toBe(
        [...counts.keys()]
          .sort()
          .map((one) => say(one, counts.get(one) ?? 0))
          .join(', '),
      )
      expect(tally.isEmpty).toBe(names.length === 0)
    }),
  )
})

test.each([
  ['rising', (i: number) => i],
  ['falling', (i: number) => 9_999 - i],
  ['mixed', (i: number) => (i * 7_919) % 10_000],
] as const)('of many names in %s order the first are kept, counted exactly, and the number of the others is told', (_, at) => {
  const tally = new Tally()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 10_000; i++) {
      tally.add(name(at(i)))
      expect(tally.size).toBeLessThanOrEqual(1_000)
    }
  }
  const first = Array.from({ length: 50 }, (_, i) => say(name(i), 2))
  expect(tally.text(say)).toBe([...first, 'and at least 950 more'].join(', '))
})

test('the number of the others is exact where all are known', () => {
  const tally = new Tally()
  for (let i = 0; i < 60; i++) tally.add(name(i))
  expect(tally.text(say)).toMatch(/ in 1, and 10 more$/)
  expect(andMore(['a'], 1)).toBe('a')
})
