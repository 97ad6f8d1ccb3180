import { beforeAll, describe, expect, test } from '@jest/globals'
import { type CompileExpression, loadExpressions } from '../../src/cel/index.js'

let compile: CompileExpression
beforeAll(async () => {
  compile = await loadExpressions({
    claims: { map: 'dyn' },
    user: { fields: { name: 'string', groups: { list: 'string' } } },
  })
})

describe('an expression over values by name', () => {
  test.each([
    { source: 'claims.a + claims.b', claims: { a: 1, b: 2 }, result: 3 },
    { source: 'claims.a', claims: { a: { b: [1, { c: null }], d: 1.5 } }, result: { b: [1, { c: null }], d: 1.5 } },
    { source: 'timestamp(claims.at)', claims: { at: '2026-01-02T03:04:05Z' }, result: '2026-01-02T03:04:05Z' },
    { source: "claims['a b'] == 'x'", claims: { 'a b': 'x' }, result: true },
    { source: "claims.?a.orValue('none')", claims: {}, result: 'none' },
    { source: 'claims.l.map(x, x * 2)', claims: { l: [1, 2] }, result: [2, 4] },
    { source: 'has(claims.a)', claims: {}, result: false },
    { source: "{'a': 1}", claims: {}, result: { a: 1 } },
    { source: 'claims', claims: JSON.parse('{"__proto__":{"a":1}}'), result: JSON.parse('{"__proto__":{"a":1}}') },
  ])('$source is JSON: $result', ({ source, claims, result }) => {
    expect(compile(source).evaluate({ claims })).toEqual(result)
  })

  test('knows the declared types', () => {
    expect([compile('user.groups').type, compile('user.name').type, compile('claims.x').type]).toEqual([
      'list<string>',
      'string',
      'dyn',
    ])
    expect(compile("user.name + '/' + user.groups[0]").evaluate({ user: { name: 'ada', groups: ['dev'] } })).toBe('ada/dev')
  })

  test('keeps a null in a field of a declared type', async () => {
    const typed = await loadExpressions({ request: { fields: { options: 'dyn' } } })
    expect(typed('has(request.options) && request.options == null').evaluate({ request: { options: null } })).toBe(true)
  })

  test('names its variables', () => {
    expect([...compile('claims.a == user.name').names].sort()).toEqual(['claims', 'user'])
  })

  test.each(['claims.', 'nobody.x', 'user.surname', 'claims.a ==', '1 +'])('%j is refused before it is evaluated', (source) => {
    expect(() => compile(source)).toThrow(/^ERROR: <input>/)
  })

  test.each([
    { source: 'claims.a', claims: {}, says: 'no such key: a' },
    { source: 'claims.a + 1', claims: { a: 'x' }, says: 'no such overload' },
    { source: 'claims.l[9]', claims: { l: [] }, says: 'index out of bounds: 9' },
  ])('$source of $claims cannot be evaluated: $says', ({ source, claims, says }) => {
    expect(() => compile(source).evaluate({ claims })).toThrow(says)
  })

  test('fails when it costs too much, by its steps or by the size of its values', () => {
    const l = Array.from({ length: 1000 }, (_, i) => i)
    expect(() =>
      compile('claims.l.all(a, claims.l.all(b, claims.l.all(c, a + b + c >= 0)))').evaluate({ claims: { l } }),
    ).toThrow('the expression costs too much')
    const many = Array.from({ length: 1_100_000 }, () => 0)
    expect(() => compile('size(claims.many) > 0').evaluate({ claims: { many } })).toThrow('the expression costs too much')
    expect(compile('true').evaluate({ claims: { many } })).toBe(true)
  })
})
