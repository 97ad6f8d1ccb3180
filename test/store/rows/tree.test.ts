import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createTree, createTreeOf } from '../../../src/store/rows/tree.js'

test('a tree of many entries at once is the same as one that they were added to', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 300 }), fc.boolean(), (keys, isSorted) => {
      const given = isSorted ? keys.toSorted((left, right) => (left < right ? -1 : 1)) : keys
      const added = createTree<string>()
      for (const key of given) added.set(key, key)
      const loaded = createTreeOf(given, (key) => key)
      expect([...loaded.entries()]).toEqual([...added.entries()])
      const copy = loaded.clone()
      for (const key of keys.slice(0, 100)) copy.delete(key)
      copy.set('new', 'new')
      copy.checkValid()
      expect([...loaded.keys()]).toEqual([...added.keys()])
    }),
  )
})
