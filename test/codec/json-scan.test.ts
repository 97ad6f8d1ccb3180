import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { scanJson } from '../../src/codec/json-scan.js'

const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY }

/** Members of all objects in a value. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), 0)
  return Array.isArray(value) ? inside : Object.keys(value).length + inside
}

describe('a scan of a JSON text', () => {
  test('counts the members of any value, whatever its strings hold', () => {
    // Characters that would count outside of a string, and those that decide where it ends.
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ':', ',', '{', '}', '[', ']', 'a', 'é', '😀') })
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(value, (made) => {
        expect(scanJson(JSON.stringify(made), NO_LIMITS).members).toBe(membersOf(made))
      }),
    )
  })

  test.each([
    ['a quote that is escaped', '{"a":"\\",\\":"}', 1],
    ['an escaped backslash before the end', '{"a":"\\\\","b":1}', 2],
    ['a backslash and a quote that are both escaped', '{"a":"\\\\\\":","b":1}', 2],
    ['a string without an end', '{"a":"b,:', 1],
    ['a string that ends in a backslash', '{"a":"\\', 1],
  ])('reads over %s', (_, text, members) => {
    expect(scanJson(text, NO_LIMITS).members).toBe(members)
  })

  test.each([
    ['[1, -2, true, false, null, "1.5", "1e3", {"e": "."}]', false],
    ['[1.0]', true],
    ['{"a":-0.5}', true],
    ['[1e3]', true],
    ['[1E3]', true],
  ])('tells whether %s has a number with a fraction or an exponent', (text, hasFractions) => {
    expect(scanJson(text, NO_LIMITS)).toMatchObject({ hasFractions })
  })

  test('stops when a text exceeds a limit', () => {
    expect(scanJson('[[[]]]', { ...NO_LIMITS, maxDepth: 2 })).toMatchObject({ exceeded: 'depth' })
    expect(scanJson('["a,b",1,2]', { ...NO_LIMITS, maxValues: 2 })).toMatchObject({ exceeded: 'values' })
    expect(scanJson('["a,b,c"]', { ...NO_LIMITS, maxValues: 2 })).not.toHaveProperty('exceeded')
  })

  test('reads through hundreds of thousands of escaped quotes and backslashes', () => {
    const text = `"${'\\"'.repeat(200_000)}${'\\'.repeat(400_000)}"`
    expect(scanJson(text, NO_LIMITS)).toEqual({ members: 0, values: 0, hasFractions: false })
  })
})
