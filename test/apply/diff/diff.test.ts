import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { diff } from '../../../src/apply/index.js'
import { ApiError, deepFreeze } from '../../../src/meta/index.js'
import { applyJsonPatch, applyMergePatch } from '../../../src/patch/index.js'

const entry = (manager: string, operation: 'Apply' | 'Update', fieldsV1: object) => ({
  manager,
  operation,
  apiVersion: 'v1',
  time: '2025-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
})
const thing = (spec: object, managedFields: readonly object[] = []) =>
  deepFreeze({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', ...(managedFields.length && { managedFields }) }, spec })

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(0, 1, 'x', true),
    fc.dictionary(fc.constantFrom('a', 'b', '~/', '__proto__'), tie('json'), { noNullPrototype: true }),
    fc.array(tie('json'), { maxLength: 3 }),
  ),
}))
const objects = fc.dictionary(fc.constantFrom('a', 'b'), json).map((value) => JSON.parse(JSON.stringify(value)) as object)
const documents = json.map((value) => JSON.parse(JSON.stringify(value)) as unknown)

describe('mergePatch', () => {
  test.each([
    ['a changed field', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
    ['a field that went', { a: { b: 1, c: 2 } }, { a: { c: 2 } }, { a: { b: null } }],
    ['a list, as a whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    ['nothing', { a: { b: [1] } }, { a: { b: [1] } }, {}],
    ['a number that became an object', { a: 1 }, { a: {} }, { a: {} }],
    ['what is undefined, as if it were absent', { a: 1, b: undefined }, { a: undefined, c: undefined }, { a: null }],
  ])('has %s', (_what, before, after, patch) => {
    expect(diff(before, after).mergePatch()).toEqual(patch)
  })

  test('leads from one to the other, whatever they are', () => {
    fc.assert(
      fc.property(documents, objects, (before, after) => {
        expect(applyMergePatch(before, diff(before, after).mergePatch())).toEqual(after)
      }),
    )
  })

  test('a null that was there may stay, one that comes is refused with its place', () => {
    expect(diff({ a: null, b: 1 }, { a: null, b: 2 }).mergePatch()).toEqual({ b: 2 })
    expect(diff({ a: [1] }, { a: [null] }).mergePatch()).toEqual({ a: [null] })
    expect(() => diff({}, [1]).mergePatch()).toThrow('a merge patch leads to an object alone: make a JSON patch')
    expect(() => diff({ a: 1 }, { a: { b: null } }).mergePatch()).toThrow(
      'a merge patch cannot make .a.b null: make a JSON patch',
    )
  })
})

test('jsonPatch leads from one to the other, whatever they are', () => {
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      expect(applyJsonPatch(before, diff(before, after).jsonPatch())).toEqual(after)
    }),
  )
})

test('patches say nothing of managedFields', () => {
  const difference = diff(thing({ a: 1 }, [entry('alice', 'Apply', { 'f:spec': { 'f:a': {} } })]), thing({ a: 2 }))
  expect(difference.mergePatch()).toEqual({ spec: { a: 2 } })
  expect(difference.jsonPatch()).toEqual([{ op: 'replace', path: '/spec/a', value: 2 }])
})

describe('changes', () => {
  const list = (...changes: ReturnType<ReturnType<typeof diff>['changes']>) =>
    changes.map(({ text, kind, before, after, ownersBefore, owners }) => [
      `${kind} ${text}`,
      before,
      after,
      [ownersBefore, owners].map((all) => all.map(({ manager }) => manager).join()).join(' → '),
    ])

  test('name each field, its values, and who owned and owns it', () => {
    const port = 'k:{"port":80,"protocol":"TCP"}'
    const before = thing({ replicas: 1, image: 'shop:1', ports: [{ port: 80 }], args: ['a'] }, [
      entry('alice', 'Apply', {
        'f:spec': { 'f:replicas': {}, 'f:image': {}, 'f:args': {}, 'f:ports': { [port]: { '.': {}, 'f:port': {} } } },
      }),
    ])
    const after = thing({ replicas: 3, ports: [{ port: 81 }, { port: 80, name: 'http' }], args: ['b'], extra: { x: 1 } }, [
      entry('alice', 'Apply', { 'f:spec': { 'f:args': {}, 'f:ports': { [port]: { '.': {}, 'f:port': {} } } } }),
      entry('scaler', 'Update', { 'f:spec': { 'f:replicas': {}, 'f:ports': { [port]: { 'f:name': {} } } } }),
    ])
    expect(list(...diff(before, after).changes())).toEqual([
      ['changed .spec.replicas', 1, 3, 'alice → scaler'],
      ['removed .spec.image', 'shop:1', undefined, 'alice → '],
      ['added .spec.ports[port=80,protocol="TCP"].name', undefined, 'http', ' → scaler'],
      ['added .spec.ports[0].port', undefined, 81, ' → '],
      ['changed .spec.args', ['a'], ['b'], 'alice → alice'],
      ['added .spec.extra.x', undefined, 1, ' → '],
    ])
  })

  test('there are none where only the order of owned entries, or the owners, differ', () => {
    const fields = { 'f:spec': { 'f:tags': { 'v:"x"': {}, 'v:"y"': {} } } }
    const before = thing({ tags: ['x', 'y'] }, [entry('alice', 'Apply', fields)])
    expect(diff(before, thing({ tags: ['y', 'x'] }, [entry('bob', 'Update', fields)])).changes()).toEqual([])
  })

  test('a duplicate item is compared by its index', () => {
    const fields = { 'f:spec': { 'f:tags': { 'v:"x"': {} } } }
    const before = thing({ tags: ['x'] }, [entry('alice', 'Apply', fields)])
    expect(list(...diff(before, thing({ tags: ['x', 'x'] })).changes())).toEqual([['added .spec.tags[1]', undefined, 'x', ' → ']])
  })

  test.each([
    ['an empty object that comes', {}, { a: {} }, ['added .a', undefined, {}, ' → ']],
    ['an empty object that is filled', { a: {} }, { a: { b: 1 } }, ['added .a.b', undefined, 1, ' → ']],
    ['a value of another shape', { a: 1 }, { a: { b: 1 } }, ['changed .a', 1, { b: 1 }, ' → ']],
    ['a list without owners', { a: [1] }, { a: [1, 2] }, ['changed .a', [1], [1, 2], ' → ']],
    ['what is no object', 1, 2, ['changed ', 1, 2, ' → ']],
  ])('%s', (_what, before, after, change) => {
    expect(list(...diff(before, after).changes())).toEqual([change])
  })

  test('there are some exactly when something differs', () => {
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        expect(diff(before, after).changes().length > 0).toBe(diff(before, after).jsonPatch().length > 0)
      }),
    )
  })

  test('objects that are nested too deep are refused', () => {
    const nested = (bottom: string) => JSON.parse(`${'{"a":'.repeat(9000)}${bottom}${'}'.repeat(9000)}`)
    expect(() => diff(nested('1'), nested('2')).changes()).toThrow(ApiError)
    expect(() => diff(nested('1'), nested('2')).mergePatch()).toThrow(ApiError)
    expect(diff(nested('1'), nested('2')).jsonPatch()).toHaveLength(1)
  })
})
