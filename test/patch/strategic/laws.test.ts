import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cloneJson, deepFreeze, isRecord, jsonEqual, type UnknownRecord } from '../../../src/meta/index.js'
import { applyMergePatch, applyStrategicMergePatch, compileStrategicType } from '../../../src/public/patch.js'
import { parts, tags } from './parts.js'
import { patchPart } from './type-of.js'

const live = parts()
const patch = parts({ nulls: true })

test('patching twice changes nothing more', () => {
  fc.assert(
    fc.property(live, patch, (document, change) => {
      const once = patchPart(document, change)
      expect(patchPart(deepFreeze(once), change)).toEqual(once)
    }),
  )
})

test('an empty patch returns the same instance, and so does one without changes', () => {
  fc.assert(
    fc.property(live, (document) => {
      expect(patchPart(document, {})).toBe(document)
      expect(patchPart(document, cloneJson(document))).toEqual(document)
    }),
  )
})

test('what the patch does not name is the same object as before', () => {
  fc.assert(
    fc.property(live, patch, (document, change) => {
      const result = patchPart(document, change) as UnknownRecord
      for (const key of Object.keys(document)) if (!Object.hasOwn(change, key)) expect(result[key]).toBe(document[key])
    }),
  )
})

test('nulls remove every member', () => {
  fc.assert(
    fc.property(live, (document) => {
      const nulls = Object.fromEntries(Object.keys(document).map((key) => [key, null]))
      expect(patchPart(document, nulls)).toEqual({})
    }),
  )
})

test('in a type without markers a strategic merge patch is a merge patch', () => {
  const open = compileStrategicType({})
  fc.assert(
    fc.property(live, patch, (document, change) => {
      const nullsInLists = JSON.stringify(change).includes('[{')
      fc.pre(!nullsInLists)
      expect(applyStrategicMergePatch(document, change, open)).toEqual(applyMergePatch(document, change))
    }),
  )
})

test('a keyed list has the items of both, each once, merged, and the items of each side in their order', () => {
  fc.assert(
    fc.property(live, live, (document, change) => {
      fc.pre(Array.isArray(document.parts) && document.parts.length > 0 && Array.isArray(change.parts))
      const names = (value: unknown) => ((value as UnknownRecord).parts as UnknownRecord[]).map((item) => item.name)
      const result = patchPart(document, change)
      expect(new Set(names(result))).toEqual(new Set([...names(document), ...names(change)]))
      expect(new Set(names(result)).size).toBe(names(result).length)
      expect(names(result).filter((item) => names(change).includes(item))).toEqual(names(change))
      const others = names(document).filter((item) => !names(change).includes(item))
      expect(names(result).filter((item) => !names(change).includes(item))).toEqual(others)
    }),
  )
})

test('a list stands in the order that the patch gives, when that names every item', () => {
  fc.assert(
    fc.property(
      tags,
      fc.shuffledSubarray<string>(['p', 'q', 'r', 's', 't'], { minLength: 5 }),
      tags,
      (document: string[], order, removed: string[]) => {
        const change = { '$setElementOrder/tags': order, '$deleteFromPrimitiveList/tags': removed }
        const expected = order.filter((tag) => document.includes(tag) && !removed.includes(tag))
        expect(patchPart(deepFreeze({ tags: document }), deepFreeze(change))).toEqual({ tags: expected })
      },
    ),
  )
})

test('replacing results in the value of the patch, whatever was there', () => {
  fc.assert(
    fc.property(live, live, (document, change) => {
      expect(patchPart(document, { ...change, $patch: 'replace' })).toEqual(change)
      expect(patchPart({ y: { z: document } }, { y: { ...change, $patch: 'replace' } })).toEqual({ y: change })
    }),
  )
})

test('any patch of directives gives an answer or is refused, and leaves its input as it is', () => {
  const hostile = fc
    .object({
      key: fc.constantFrom(
        'parts',
        'tags',
        'name',
        '$patch',
        '$retainKeys',
        '$setElementOrder/parts',
        '$deleteFromPrimitiveList/tags',
      ),
      values: [fc.constantFrom<unknown>('merge', 'replace', 'delete', 'a', null, 1)],
      maxDepth: 4,
    })
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  fc.assert(
    fc.property(live, hostile, (document, change) => {
      const before = JSON.stringify([document, change])
      try {
        expect(isRecord(patchPart(document, change))).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ name: 'ApiError' })
      }
      expect(jsonEqual(JSON.parse(before), [document, change])).toBe(true)
    }),
  )
})
