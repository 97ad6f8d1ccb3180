import { expect, test } from '@jest/globals'
import { commonAudiences } from '../../src/authn/common-audiences.js'

test.each([
  { wanted: ['b', 'x', 'a'], given: ['a', 'b', 'c'], common: ['b', 'a'] },
  { wanted: [], given: ['a'], common: [] },
  { wanted: ['a'], given: [], common: [] },
  { wanted: ['z', 'c', 'c', 'x'], given: [...'abcdefghijklmnop', 'z'], common: ['z', 'c', 'c'] },
])('those of a request that a token has, in their order: $wanted and $given', ({ wanted, given, common }) => {
  expect(commonAudiences(wanted, given)).toEqual(common)
})

test('a long list is not searched again for each audience', () => {
  const given = Array.from({ length: 1000 }, (_, i) => `a${i}`)
  given.includes = () => {
    throw new Error('searched')
  }
  expect(commonAudiences(['b', 'a7'], given)).toEqual(['a7'])
})
