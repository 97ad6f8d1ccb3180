import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { deepFreeze } from '../../../src/meta/index.js'
import { strategicDiff } from './diff.js'
import { parts } from './parts.js'
import { patchPart } from './type-of.js'

test('the difference of two objects makes one into the other, and the other way round', () => {
  fc.assert(
    fc.property(parts(), parts(), (first, second) => {
      expect(patchPart(first, deepFreeze(strategicDiff(first, second)))).toEqual(second)
      expect(patchPart(second, deepFreeze(strategicDiff(second, first)))).toEqual(first)
    }),
    { numRuns: 500 },
  )
})

test('no difference is an empty patch', () => {
  fc.assert(fc.property(parts(), (object) => expect(strategicDiff(object, object)).toEqual({})))
})
