import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { FieldSet, formatPath, MAX_PATH_LENGTH, readFieldsV1, writeFieldsV1 } from '../../../src/apply/index.js'
import { ApiError } from '../../../src/meta/index.js'
import { fieldSets, texts } from '../field-sets.js'

const of = (...paths: string[][]) => FieldSet.from(paths)

describe('a field set', () => {
  const set = of(['f:a'], ['f:a', 'f:b'], ['f:c', 'k:{"name":"x"}', 'f:d'])

  test('has the paths it was made from, and no others', () => {
    expect(set.has(['f:a'])).toBe(true)
    expect(set.has(['f:a', 'f:b'])).toBe(true)
    expect(set.has(['f:c', 'k:{"name":"x"}', 'f:d'])).toBe(true)
    expect(set.has(['f:c'])).toBe(false)
    expect(set.has(['f:c', 'k:{"name":"x"}'])).toBe(false)
    expect(set.has(['f:constructor'])).toBe(false)
    expect(set.has([])).toBe(false)
  })

  test('takes a path more by making another set', () => {
    const more = set.insert(['f:c'])
    expect(texts(more)).toEqual([...texts(set), '.c'].sort())
    expect(set.has(['f:c'])).toBe(false)
    expect(set.insert(['f:a'])).toBe(set)
    expect(set.insert([])).toBe(set)
  })

  test('loses exactly the paths of the other, or also all below them', () => {
    const both = of(['f:a'], ['f:a', 'f:b'], ['f:c'])
    expect(texts(both.difference(of(['f:a'])))).toEqual(['.a.b', '.c'])
    expect(texts(both.recursiveDifference(of(['f:a'])))).toEqual(['.c'])
    expect(texts(both.recursiveDifference(of(['f:a', 'f:b'])))).toEqual(['.a', '.c'])
  })

  test('has leaves, which have nothing below them', () => {
    expect(texts(set.leaves())).toEqual(['.a.b', '.c[name="x"].d'])
  })

  test('shares what did not change', () => {
    const other = of(['f:a', 'f:z'])
    expect(set.union(other).child('f:c')).toBe(set.child('f:c'))
    expect(set.difference(other)).toBe(set)
    expect(set.union(set.leaves())).toBe(set)
  })

  test('refuses paths of more elements than can be walked', () => {
    const long = Array<string>(MAX_PATH_LENGTH).fill('f:a')
    expect(texts(of(long).union(of(['f:b'])))).toHaveLength(2)
    expect(() => of([...long, 'f:a'])).toThrow(ApiError)
  })
})

describe('the algebra is that of sets of paths', () => {
  const list = (set: FieldSet) => new Set(texts(set))
  const isBelow = (path: readonly string[], other: readonly string[]) =>
    other.length <= path.length && other.every((element, i) => element === path[i])
  /** The same operation on plain lists of paths. */
  const filtered = (set: FieldSet, keep: (path: readonly string[]) => boolean) =>
    new Set([...set.paths()].filter(keep).map(formatPath))

  test('union, intersection and difference', () => {
    fc.assert(
      fc.property(fieldSets(), fieldSets(), (a, b) => {
        expect(list(a.union(b))).toEqual(new Set([...list(a), ...list(b)]))
        expect(list(a.intersection(b))).toEqual(filtered(a, (path) => b.has(path)))
        expect(list(a.difference(b))).toEqual(filtered(a, (path) => !b.has(path)))
        const others = [...b.paths()]
        expect(list(a.recursiveDifference(b))).toEqual(filtered(a, (path) => !others.some((other) => isBelow(path, other))))
      }),
      { numRuns: 500 },
    )
  })

  test('union and intersection commute, associate, distribute and are idempotent', () => {
    fc.assert(
      fc.property(fieldSets(), fieldSets(), fieldSets(), (a, b, c) => {
        const same = (left: FieldSet, right: FieldSet) => expect(left.equals(right)).toBe(true)
        same(a.union(b), b.union(a))
        same(a.intersection(b), b.intersection(a))
        same(a.union(b).union(c), a.union(b.union(c)))
        same(a.intersection(b).intersection(c), a.intersection(b.intersection(c)))
        same(a.intersection(b.union(c)), a.intersection(b).union(a.intersection(c)))
        expect(a.union(a)).toBe(a)
        expect(a.intersection(a)).toBe(a)
        expect(a.difference(a).isEmpty).toBe(true)
        same(a.difference(b).union(a.intersection(b)), a)
        expect(a.difference(b).intersection(b).isEmpty).toBe(true)
      }),
    )
  })

  test('leaves are the paths without one below', () => {
    fc.assert(
      fc.property(fieldSets(), (set) => {
        const paths = [...set.paths()]
        const leaves = paths.filter((path) => !paths.some((other) => other.length > path.length && isBelow(other, path)))
        expect(list(set.leaves())).toEqual(new Set(leaves.map(formatPath)))
        const once = set.leaves()
        expect(once.leaves()).toBe(once)
      }),
    )
  })

  test('sets are equal when their paths are, whatever the order they came in', () => {
    fc.assert(
      fc.property(fieldSets(), fieldSets(), (a, b) => {
        const again = [...a.paths()].reverse().reduce((set, path) => set.insert(path), FieldSet.empty)
        expect(again.equals(a)).toBe(true)
        expect(a.equals(b)).toBe(JSON.stringify(writeFieldsV1(a)) === JSON.stringify(writeFieldsV1(b)))
        expect(a.isEmpty).toBe([...a.paths()].length === 0)
      }),
    )
  })

  test('operations leave their sets as they were', () => {
    fc.assert(
      fc.property(fieldSets(), fieldSets(), (a, b) => {
        const before = JSON.stringify([writeFieldsV1(a), writeFieldsV1(b)])
        for (const result of [a.union(b), a.intersection(b), a.difference(b), a.recursiveDifference(b), a.leaves()]) {
          result.insert(['f:zzz', 'f:y']).union(a).difference(b)
        }
        expect(JSON.stringify([writeFieldsV1(a), writeFieldsV1(b)])).toBe(before)
      }),
    )
  })

  test('FieldsV1 text round-trips', () => {
    fc.assert(
      fc.property(fieldSets(), (set) => {
        const text = JSON.stringify(writeFieldsV1(set))
        const again = readFieldsV1(JSON.parse(text))
        expect(again.equals(set)).toBe(true)
        expect(JSON.stringify(writeFieldsV1(again))).toBe(text)
      }),
    )
  })
})

test.each(['k:not-json', 'v:{', 'k:7', 'i:one', 'spec'])('the path ["%s"] has no message form', (element) => {
  expect(() => formatPath([element])).toThrow(`"${element}" is not a path element`)
})
