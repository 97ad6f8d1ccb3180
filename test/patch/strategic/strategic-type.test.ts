import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/meta/index.js'
import { compileStrategicType } from '../../../src/public/patch.js'
import { components, merging, partType, struct } from './type-of.js'

const typeOfList = (markers: JsonObject) => compileStrategicType(struct({ list: markers })).member('list')

test.each([
  [{ 'x-platform-patch-strategy': 'merge', 'x-platform-patch-merge-key': 'name' }, true, 'name'],
  [{ 'x-platform-patch-strategy': 'merge,retainKeys', 'x-platform-patch-merge-key': 'name' }, true, 'name'],
  [{ 'x-platform-patch-strategy': 'retainKeys, merge', 'x-platform-patch-merge-key': 'name' }, true, 'name'],
  [{ 'x-platform-patch-strategy': 'merge' }, true, undefined],
  [{ 'x-platform-patch-strategy': 'merge', 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['ip'] }, true, 'ip'],
  [{ 'x-platform-patch-strategy': 'merge', 'x-platform-list-map-keys': ['ip', 'port'] }, true, undefined],
  [{ 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['type'] }, false, undefined],
  [{ 'x-platform-list-type': 'set' }, false, undefined],
  [{ 'x-platform-patch-strategy': 'replace' }, false, undefined],
  [{ 'x-platform-patch-strategy': 7, 'x-platform-patch-merge-key': 'name' }, false, undefined],
  [{ 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-patch-merge-key': 'name' }, true, 'name'],
  [{ 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-list-map-keys': ['ip'] }, true, 'ip'],
  [{ 'patch-strategy': 'merge', 'patch-merge-key': 'name' }, false, undefined],
  [{}, false, undefined],
])('a list marked %j merges: %s, by %s', (markers, merges, mergeKey) => {
  expect(typeOfList(markers)).toMatchObject({ merges, mergeKey })
})

test('an object with the strategy replace is replaced, and merges otherwise', () => {
  expect(partType.replaces).toBe(false)
  expect(partType.member('selector').replaces).toBe(true)
  expect(partType.member('strategy').replaces).toBe(false)
})

test('references may be recursive, and lead to the same place each time', () => {
  const deep = partType.member('parts').items.member('options').member('any').member('parts')
  expect(deep).toMatchObject({ merges: true, mergeKey: 'name' })
  expect(deep.items).toBe(partType.member('parts').items)
})

test('markers may stand beside a reference, around it and behind it', () => {
  const definitions: Record<string, JsonObject> = { List: merging({ type: 'string' }), 'a/b': { $ref: '#/definitions/List' } }
  const lists = struct({
    around: { description: 'd', allOf: [{ $ref: '#/definitions/List' }] },
    behind: { $ref: '#/components/schemas/a~1b' },
    beside: { $ref: '#/definitions/List', 'x-platform-patch-strategy': 'replace' },
  })
  const type = compileStrategicType(lists, { definitions })
  expect([type.member('around').merges, type.member('behind').merges, type.member('beside').merges]).toEqual([true, true, false])
})

test('a schema that includes itself in allOf allows anything', () => {
  const type = compileStrategicType({ $ref: '#/definitions/A' }, { definitions: { A: { allOf: [{ $ref: '#/definitions/A' }] } } })
  expect(type.member('x').items).toMatchObject({ merges: false, replaces: false, mergeKey: undefined })
})

test('what is not described is open, under any key', () => {
  for (const key of ['x', '__proto__', 'constructor', 'hasOwnProperty']) {
    expect(partType.member(key)).toMatchObject({ merges: false, replaces: false })
    expect(compileStrategicType({}).member(key).items.member(key)).toMatchObject({ merges: false, replaces: false })
  }
})

test.each([
  ['nothing', {}],
  ['only that it is an object', struct({ metadata: { type: 'object' } })],
])('metadata of which the schema says %s has the markers of object metadata', (_name, schema) => {
  const metadata = compileStrategicType(schema).member('metadata')
  expect(metadata.member('finalizers')).toMatchObject({ merges: true, mergeKey: undefined })
  expect(metadata.member('ownerReferences')).toMatchObject({ merges: true, mergeKey: 'uid' })
  expect(compileStrategicType(schema).member('spec').member('finalizers').merges).toBe(false)
})

test('two mutually recursive schemas for one path have no more types than schemas', () => {
  const both = struct({ a: { allOf: [{ $ref: '#/definitions/A' }, { $ref: '#/definitions/B' }] } })
  const A = struct({ a: { $ref: '#/definitions/A' }, b: { $ref: '#/definitions/B' } })
  const B = struct({ a: { $ref: '#/definitions/B' }, b: { $ref: '#/definitions/A' } })
  const seen = new Set<unknown>()
  const walk = (type: ReturnType<typeof compileStrategicType>, depth: number): void => {
    seen.add(type)
    if (depth > 0) for (const key of ['a', 'b']) walk(type.member(key), depth - 1)
  }
  walk(compileStrategicType(both, { definitions: { A, B } }), 10)
  expect(seen.size).toBeLessThan(20)
})

test('the schema is never written to', () => {
  const frozen = JSON.stringify(components)
  partType.member('parts').items.member('tags')
  expect(JSON.stringify(components)).toBe(frozen)
})
