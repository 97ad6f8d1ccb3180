import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { printOfFields, printOfSet } from '../../../src/apply/fields/fingerprint.js'
import { KnownSets } from '../../../src/apply/fields/known-sets.js'
import { FieldSet, readFieldsV1, writeFieldsV1 } from '../../../src/apply/index.js'
import { fieldSets } from '../field-sets.js'

const read = (text: string): FieldSet => readFieldsV1(JSON.parse(text))
const long = (i: number, length: number) => FieldSet.from([[`f:${'x'.repeat(length)}${i}`]])

describe('known sets', () => {
  test('a set that comes a third time is the same instance, and is written as the same object', () => {
    const text = '{"f:metadata":{"f:labels":{".":{},"f:__proto__":{},"f:known":{}}}}'
    const [, second, third] = [read(text), read(text), read(text)]
    expect(third).toBe(second)
    const made = FieldSet.from([
      ['f:metadata', 'f:labels', 'f:known'],
      ['f:metadata', 'f:labels'],
      ['f:metadata', 'f:labels', 'f:__proto__'],
    ])
    expect(writeFieldsV1(made)).toBe(writeFieldsV1(second))
    expect(JSON.stringify(writeFieldsV1(made))).toBe(text)
  })

  test('JSON that is changed after it was read is read again', () => {
    const fields = { 'f:changing': {} }
    for (let i = 0; i < 3; i++) expect(readFieldsV1(fields).has(['f:changing'])).toBe(true)
    Object.assign(fields, { 'f:more': {} })
    expect(readFieldsV1(fields).has(['f:more'])).toBe(true)
  })

  test('a spelling that is not canonical reads as the same paths each time', () => {
    const text = '{"k:{\\"b\\":1,\\"a\\":2}":{"f:spelled":{},".":{}},"x:later":{}}'
    for (let i = 0; i < 4; i++)
      expect(JSON.stringify(writeFieldsV1(read(text)))).toBe('{"k:{\\"a\\":2,\\"b\\":1}":{".":{},"f:spelled":{}}}')
  })

  test('what is refused is refused each time', () => {
    for (let i = 0; i < 4; i++) expect(() => read('{"f:refused":{"bad":{}}}')).toThrow('not a path element')
  })

  test('equal sets have equal fingerprints, as tries and as JSON, in any order', () => {
    fc.assert(
      fc.property(fieldSets(), (set) => {
        const again = FieldSet.from([...set.paths()].reverse())
        expect(printOfSet(again)).toBe(printOfSet(set))
        expect(printOfFields(JSON.parse(JSON.stringify(writeFieldsV1(set))), 1000)).toBe(printOfSet(set))
      }),
    )
  })

  test('the cache is bounded, and evicts the oldest sets', () => {
    const sets = new KnownSets()
    for (let i = 0; i < 3000; i++) {
      const set = long(i, 2000)
      set.notes.written = writeFieldsV1(set)
      sets.keep(i, set)
      expect(sets.length).toBeLessThanOrEqual(2 ** 21)
    }
    expect(sets.size).toBeGreaterThan(500)
    expect(sets.size).toBeLessThan(1100)
    expect(sets.find(0)).toBeUndefined()
    expect(sets.find(2999)).toBeDefined()
  })

  test('a set of more than a quarter of the cache is not kept', () => {
    const sets = new KnownSets()
    const set = long(0, 2 ** 19)
    set.notes.written = writeFieldsV1(set)
    sets.keep(1, set)
    expect([sets.size, sets.length]).toEqual([0, 0])
  })

  test('a recently added fingerprint is found', () => {
    const sets = new KnownSets()
    expect([7, 7, 7, 8].map((print) => sets.hasMet(print))).toEqual([false, true, true, false])
  })
})
