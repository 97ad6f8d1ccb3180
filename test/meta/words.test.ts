import { describe, expect, test } from '@jest/globals'
import { ANONYMOUS_USER, dialects, kubernetesDialect, platformDialect, systemRandom, utf8Length } from '../../src/meta/index.js'

describe('dialects', () => {
  test('the neutral one comes first, and each is found by its name', () => {
    expect(dialects[0]).toBe(platformDialect)
    expect(dialects.map(({ name }) => name)).toEqual(['platform', 'kubernetes'])
    expect(dialects).toContain(kubernetesDialect)
  })

  test('all have the same members, and are frozen', () => {
    const shape = (value: object): unknown =>
      Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, typeof member === 'object' ? shape(member) : typeof member]),
      )
    for (const dialect of dialects) {
      expect(shape(dialect)).toEqual(shape(platformDialect))
      expect(Object.isFrozen(dialect) && Object.isFrozen(dialect.namespaces)).toBe(true)
    }
  })
})

test('the random source makes version 4 UUIDs and as many bytes as asked for', () => {
  expect(systemRandom.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(systemRandom.uuid()).not.toBe(systemRandom.uuid())
  expect(systemRandom.bytes(10)).toHaveLength(10)
})

test('the anonymous user cannot be given more groups by accident', () => {
  expect(ANONYMOUS_USER).toEqual({ username: 'system:anonymous', groups: ['system:unauthenticated'] })
  expect(Object.isFrozen(ANONYMOUS_USER) && Object.isFrozen(ANONYMOUS_USER.groups)).toBe(true)
})

test('the length of a text is counted in bytes', () => {
  expect(['', 'a', 'ü', '€', '😀'].map(utf8Length)).toEqual([0, 1, 2, 3, 4])
})
