import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compileJsonPath } from '../../src/codec/index.js'
import { ApiError } from '../../src/meta/index.js'
import { only400 } from './bytes.js'

const widget = {
  metadata: { annotations: { 'example.com/owner': 'alice' } },
  spec: { color: 'red', count: 3, list: [{ name: 'x' }, { name: 'y' }, { name: 'z', n: 5 }], empty: [], nothing: null },
  status: {
    conditions: [
      { type: 'Other', status: 'Unknown', n: 1 },
      { type: 'Ready', status: 'True', n: 2 },
    ],
  },
}

describe('compileJsonPath', () => {
  test.each([
    ['.spec.color', ['red']],
    ['$.spec.color', ['red']],
    ["['spec']['color']", ['red']],
    ['.spec["color"]', ['red']],
    ["['spec'].count", [3]],
    ['.spec.nothing', [null]],
    ['.spec.missing', []],
    ['.spec.missing.deeper[0]', []],
    ['.spec.color.length', []],
    ['.spec.list.length', []],
    ['.constructor', []],
    ['.__proto__', []],
    ['.spec.list[0].name', ['x']],
    ['.spec.list[-1].name', ['z']],
    ['.spec.list[9].name', []],
    ['.spec.empty[0]', []],
    ['.spec.list[*].name', ['x', 'y', 'z']],
    ['.spec.list.*.name', ['x', 'y', 'z']],
    ['.spec.list[0,2].name', ['x', 'z']],
    ['.spec.list[1:].name', ['y', 'z']],
    ['.spec.list[0:2].name', ['x', 'y']],
    ['.spec.list[-2:-1].name', ['y']],
    ['.spec.list[::2].name', ['x', 'z']],
    ["['metadata','spec']['color']", ['red']],
    ['.metadata.annotations.example\\.com/owner', ['alice']],
    ["['metadata']['annotations']['example.com/owner']", ['alice']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [".status.conditions[?(@.type=='Ready')].status", ['True']],
    ['.status.conditions[?( @.type != "Ready" )].type', ['Other']],
    ['.status.conditions[?(@.n>1)].type', ['Ready']],
    ['.status.conditions[?(@.n>=1)].type', ['Other', 'Ready']],
    ['.status.conditions[?(@.n<=1)].type', ['Other']],
    ['.status.conditions[?(@.type<"Q")].type', ['Other']],
    ['.status.conditions[?(@.n<"2")].type', []],
    ['.status.conditions[?("Ready"==@.type)].n', [2]],
    ['.spec.list[?(@.n)].name', ['z']],
    ['.spec.list[?(@.n!=1)].name', ['z']],
    ['.spec.color[?(@.n)]', []],
    ['..color', ['red']],
    ['.spec..name', ['x', 'y', 'z']],
    ['.spec..[1].name', ['y']],
    ['.status..*', [widget.status.conditions, ...widget.status.conditions, 'Other', 'Unknown', 1, 'Ready', 'True', 2]],
    ['.spec.color..name', []],
  ])('%s finds %j', (path, found) => {
    expect(compileJsonPath(path)(widget)).toEqual(found)
  })

  test.each([
    '',
    '.',
    '$',
    'spec',
    '.spec.',
    '..',
    '...spec',
    '.spec..',
    '.spec[',
    '.spec[]',
    '.spec[a]',
    '.a[?(@.b==)]',
    '.a[?(@.b==1]',
    '.a[1,"b"]',
    '.a[::0]',
    '.a b',
    ".a['b",
  ])('%j is not a path', async (path) => {
    expect(await only400(() => compileJsonPath(path))).toBeInstanceOf(ApiError)
  })

  test('paths and results are bounded', async () => {
    expect(await only400(() => compileJsonPath('.a'.repeat(3000)))).toBeInstanceOf(ApiError)
    const wide = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => [1, 2]))
    expect(compileJsonPath('[*][*][*]')(wide)).toHaveLength(10_000)
  })

  test('what is looked at for them is bounded', () => {
    const list = Array.from({ length: 100_000 }, (_, a) => ({ a, b: [1, 2, 3] }))
    let looks = 0
    const counted = list.map((item) => ({
      get a() {
        looks++
        return item.a
      },
    }))
    expect(compileJsonPath('.list[?(@.a==-1)]')({ list: counted })).toEqual([])
    expect(looks).toBeLessThan(100_000)
    for (const path of [
      `.list[?(@${'.b[*]'.repeat(300)})]`,
      `.list[*]["${Array(700).fill('a').join('","')}"]`,
      `.list${'[::1]'.repeat(700)}`,
      '.list..b',
      '..b..b..b',
    ])
      expect(compileJsonPath(path)({ list }).length).toBeLessThanOrEqual(10_000)
    // A filter of what an object really has is far below.
    const conditions = Array.from({ length: 5000 }, (_, i) => ({ type: `t${i}`, status: i }))
    expect(compileJsonPath('.conditions[?(@.type=="t4999")].status')({ conditions })).toEqual([4999])
  })

  test('an object that is nested deeply is searched without recursion, up to a limit', () => {
    let deep: object = { name: 'a' }
    for (let i = 0; i < 50_000; i++) deep = { inner: deep }
    expect(compileJsonPath('..name')(deep)).toEqual([])
    expect(compileJsonPath('..name')({ name: 'b', deep })).toEqual(['b'])
  })

  test('several queries can share one budget', () => {
    const budget = { left: 20 }
    const find = compileJsonPath('.list[*]')
    expect(find({ list: [1, 2, 3] }, budget)).toEqual([1, 2, 3])
    for (let i = 0; i < 10; i++) find({ list: [1, 2, 3] }, budget)
    expect(find({ list: [1, 2, 3] }, budget)).toEqual([])
  })

  test('any text compiles to a function that does not fail, or is answered with 400', async () => {
    const chars = fc.array(fc.constantFrom(...'.[]()?@*$\'"=!<>:,-0a\\ '), { maxLength: 25 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(chars, fc.jsonValue(), async (path, value) => {
        const compiled = await only400(() => compileJsonPath(path))
        if (!(compiled instanceof ApiError)) expect(Array.isArray(compiled(value))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test('a union takes each member or item once, so that it multiplies nothing', () => {
  const find = compileJsonPath(`.l[*][${Array(1000).fill('0').join()}][${Array(1000).fill('0').join()}]`)
  expect(find({ l: Array.from({ length: 5000 }, () => [[1]]) })).toHaveLength(5000)
})
