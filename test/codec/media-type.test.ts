import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type MediaRange, parseAccept, parseMediaType } from '../../src/codec/index.js'
import { ApiError } from '../../src/meta/index.js'
import { only400 } from './bytes.js'

const names = (ranges: readonly MediaRange[]) => ranges.map(({ type, subtype }) => `${type}/${subtype}`)

describe('parseMediaType', () => {
  test.each([
    ['application/json', { type: 'application/json', parameters: {} }],
    [' Application/JSON ; Charset="UTF-8"', { type: 'application/json', parameters: { charset: 'UTF-8' } }],
    ['text/x;a="1;\\"2\\",3";b=4;', { type: 'text/x', parameters: { a: '1;"2",3', b: '4' } }],
    ['application/apply-patch+yaml', { type: 'application/apply-patch+yaml', parameters: {} }],
    ['a/b;=1;c;d=', { type: 'a/b', parameters: { d: '' } }],
    ['', undefined],
    ['json', undefined],
    ['a/b/c', undefined],
    ['a /b', undefined],
    ['/', undefined],
    [`a/${'b'.repeat(20_000)}`, undefined],
  ])('%j', (header, media) => {
    expect(parseMediaType(header)).toEqual(media)
  })
})

describe('parseAccept', () => {
  test.each([undefined, '', '  '])('%j means anything', (header) => {
    expect(parseAccept(header)).toEqual([{ type: '*', subtype: '*', parameters: {}, q: 1 }])
  })

  test.each([
    ['text/html,application/json', ['text/html', 'application/json']],
    ['text/html;q=0.9,*/*;q=0.1', ['text/html', '*/*']],
    ['application/json;q=0.2, application/xml', ['application/xml', 'application/json']],
    ['*/*, application/*, application/json', ['application/json', 'application/*', '*/*']],
    ['application/yaml;q=0', []],
    ['application/yaml;q=0, application/json', ['application/json']],
    ['application/json;q=high', ['application/json']],
    ['nonsense, application/json', ['application/json']],
    ['*; q=.2', ['*/*']],
    [',,', []],
  ])('%s prefers %j', (header, preferred) => {
    expect(names(parseAccept(header))).toEqual(preferred)
  })

  test('parameters distinguish a table from plain JSON, in any order', () => {
    const header =
      'application/json;as=Table;v=v1;g=meta.platform.io,application/json;g="meta.platform.io";v=v1beta1;as=Table,application/json'
    expect(parseAccept(header).map(({ parameters }) => parameters)).toEqual([
      { as: 'Table', v: 'v1', g: 'meta.platform.io' },
      { as: 'Table', v: 'v1beta1', g: 'meta.platform.io' },
      {},
    ])
  })

  test.each([`a/b${',a/b'.repeat(64)}`, `a/b;x="${'y'.repeat(20_000)}"`])(
    'an oversized header is answered with 400 (%#)',
    async (header) => {
      expect(await only400(() => parseAccept(header))).toBeInstanceOf(ApiError)
    },
  )

  test('keys from clients are data', () => {
    const [range] = parseAccept('a/b;__proto__=x')
    expect(Object.keys(range?.parameters ?? {})).toEqual(['__proto__'])
  })

  test('any header gives ranges in order of weight, or 400', async () => {
    const chars = fc.array(fc.constantFrom(...'ab/*;=,"\\ q.019'), { maxLength: 60 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(chars, async (header) => {
        const ranges = await only400(() => parseAccept(header))
        if (ranges instanceof ApiError) return
        const weights = ranges.map(({ q }) => q)
        expect(weights).toEqual(weights.toSorted((a, b) => b - a))
        expect(weights.every((q) => q > 0 && q <= 1)).toBe(true)
      }),
    )
  })
})
