import { beforeAll, describe, expect, test } from '@jest/globals'
import { rewriteConstructors } from '../../../src/admission/expressions/constructors.js'
import { loadedPolicies, preparePolicies } from '../../../src/admission/index.js'

describe('literals of messages are written as calls', () => {
  test.each([
    ['Object{a: 1}', 'new_object({"a": 1})'],
    ['Object . spec {?a: b.c, d: {"e": 1}}', 'new_object_part("Object.spec", {?"a": b.c, "d": {"e": 1}})'],
    ['[JSONPatch{op: "add", path: p}]', '[new_json_patch({"op": "add", "path": p})]'],
    ['Object{? a : 1, b: Object.b{}}', 'new_object({? "a" : 1, "b": new_object_part("Object.b", {})})'],
  ])('%s', (source, written) => {
    expect(rewriteConstructors(source)).toBe(written)
  })

  test.each([
    '"Object{a: 1}"',
    String.raw`'\'Object{' + r"\" + 'a'`,
    '"""Object{"a"}""" + r\'\'\'Object{\'\'\'',
    'a.b . c[0].d{}',
    '// Object{a: 1}\n1',
    '"Object{',
    "'''Object{",
  ])('others stay: %s', (source) => {
    expect(rewriteConstructors(source)).toBe(source)
  })
})

/** What was looked at again from each of its parts on took minutes; a test without an end is ended. */
test.each([
  ['names with dots', 'a.'.repeat(500_000)],
  ['names with dots and blanks', 'a . '.repeat(250_000)],
  ['quotes that stay open', `"${'\\"'.repeat(500_000)}`],
  ['blanks before a member', `Object{a:1,${`,${' '.repeat(999)}`.repeat(1000)}`],
  ['three quotes that stay open', `'''${'""'.repeat(500_000)}`],
])('a megabyte of %s is looked through once', (_, source) => {
  expect(rewriteConstructors(source).length).toBeGreaterThanOrEqual(source.length)
})

describe('an expression of a policy', () => {
  beforeAll(() => preparePolicies())

  test.each([false, true])('has 100,000 characters at most, whether it may make mutations or not: %s', (mutates) => {
    const { PolicyScope } = loadedPolicies()
    const scope = new PolicyScope({ params: false, mutates })
    expect(scope.compile(`${' '.repeat(99_999)}1`)).toMatchObject({ type: 'int' })
    expect(scope.compile(`${' '.repeat(1_100_000)}1`)).toEqual({
      error: 'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 1100001, limit 100000',
    })
  })
})
