import { describe, expect, test } from '@jest/globals'
import { chooseLoops } from '../../src/controllers/choose.js'

const LOOPS = [
  { name: 'kept', isDefault: true },
  { name: 'asked', isDefault: false },
  { name: 'other', isDefault: false },
]

describe('the choice of control loops', () => {
  test.each([
    { words: [], chosen: ['kept'] },
    { words: ['*'], chosen: ['kept', 'asked', 'other'] },
    { words: ['asked'], chosen: ['kept', 'asked'] },
    { words: ['*', '-asked'], chosen: ['kept', 'other'] },
    { words: ['-asked', '*'], chosen: ['kept', 'other'] },
    { words: ['asked', '-asked'], chosen: ['kept'] },
    { words: ['-kept'], chosen: [] },
    { words: ['*', 'asked', 'other'], chosen: ['kept', 'asked', 'other'] },
  ])('$words starts $chosen', ({ words, chosen }) => {
    expect(chooseLoops(words, LOOPS).map(({ name }) => name)).toEqual(chosen)
  })

  test.each(['-Asked', '--asked', 'aksed'])('%j is refused with the name that it resembles', (word) => {
    expect(() => chooseLoops([word], LOOPS)).toThrow(new RangeError(`controllers ${JSON.stringify(word)}: did you mean asked?`))
  })

  test.each(['nobody', '-nobody', '', '-', '-*'])('%j is refused in one line that names valid choices', (word) => {
    expect(() => chooseLoops(['*', word], LOOPS)).toThrow(
      new RangeError(`controllers ${JSON.stringify(word)}: expected *, or names, each perhaps after a -: kept, asked, other`),
    )
  })
})
