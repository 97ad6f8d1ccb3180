import { describe, expect, test } from '@jest/globals'
import { dialectOf, dialects, platformDialect } from '../../src/meta/index.js'

describe('a dialect as an option', () => {
  test.each(dialects)('is a dialect, or its name: $name', (dialect) => {
    expect(dialectOf(dialect)).toBe(dialect)
    expect(dialectOf(dialect.name)).toBe(dialect)
  })

  test('is the neutral one by default', () => {
    expect(dialectOf(undefined)).toBe(platformDialect)
  })

  test('of an unknown name is refused in one line with the valid names', () => {
    expect(() => dialectOf('kube' as 'kubernetes')).toThrow(
      new TypeError('dialect is "kube": expected "platform" or "kubernetes"'),
    )
  })
})
