import { expect, test } from '@jest/globals'
import { formatStorageKey, isObjectKey, isPrefix, parseStorageKey } from '../../../src/store/rows/storage-key.js'

test.each([
  { prefix: 'configmaps', key: 'a/x', storageKey: '/configmaps/a/x' },
  { prefix: 'apps/deployments', key: 'a/x', storageKey: '/apps/deployments/a/x' },
  { prefix: 'namespaces', key: 'x', storageKey: '/namespaces//x' },
  { prefix: 'rbac/clusterroles', key: 'system:x', storageKey: '/rbac/clusterroles//system:x' },
])('$prefix $key is stored under $storageKey', ({ prefix, key, storageKey }) => {
  expect(formatStorageKey({ prefix, key })).toBe(storageKey)
  expect(parseStorageKey(storageKey)).toEqual({ prefix, key })
})

test('a prefix that is the beginning of another cannot be mistaken for it', () => {
  expect(parseStorageKey(formatStorageKey({ prefix: 'a', key: 'b/c' }))).toEqual({ prefix: 'a', key: 'b/c' })
  expect(parseStorageKey(formatStorageKey({ prefix: 'a/b', key: 'c' }))).toEqual({ prefix: 'a/b', key: 'c' })
})

test.each(['', '/', '//', '///', '/a', '/a/', '/a//', '/a/b', '/a/b/', 'a/b/c', '//a/b'])(
  '%j is not a key of the store',
  (key) => {
    expect(parseStorageKey(key)).toBeUndefined()
  },
)

test.each([
  ['a', true],
  ['a/b', true],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
])('prefix %j: %s', (prefix, right) => expect(isPrefix(prefix)).toBe(right))

test.each([
  ['a/x', true, true],
  ['x', false, true],
  ['x', true, false],
  ['a/x', false, false],
  ['a/b/c', true, false],
  ['/x', true, false],
  ['a/', true, false],
  ['', false, false],
])('object key %j of a type that is namespaced (%s): %s', (key, namespaced, right) => {
  expect(isObjectKey(key, namespaced)).toBe(right)
})
