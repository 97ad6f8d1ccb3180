import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeJson, encodeJson, MAX_BODY_DEPTH } from '../../src/codec/index.js'
import { ApiError } from '../../src/meta/index.js'
import { only400, text, utf8 } from './bytes.js'

const decode = (body: string) => decodeJson(utf8(body))
const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join()
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('decodeJson', () => {
  test('a body without repeated members has its value and no duplicate fields', () => {
    expect(decode('{"a": [1, {"b": "c:d{[\\"}"}], "e": null}')).toEqual({
      value: { a: [1, { b: 'c:d{["}' }], e: null },
      duplicateFields: [],
    })
  })

  test.each([
    ['{"data":{"k":"one","k":"two"},"immutable":false,"immutable":true}', ['data.k', 'immutable']],
    ['{"metadata":{"labels":{"a":"b","a":"b"}},"unknown":1}', ['metadata.labels.a']],
    ['{"spec":{"ports":[{"name":"x","name":"y"},{"name":"z","name":"w"}]}}', ['spec.ports[0].name', 'spec.ports[1].name']],
    ['{"a":[[1],[{"b":1,"b":2}]]}', ['a[1][0].b']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"k":1,"k":2,"k":3}', ['k']],
    ['{"a":{"x":1,"x":2},"a":{"x":3}}', ['a.x', 'a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"":1,"":2}', ['']],
    ['{"a\\\\":1,"b":"\\\\\\"","a\\\\":2}', ['a\\']],
  ])('%s repeats %j', (body, duplicateFields) => {
    expect(decode(body)).toEqual({ value: JSON.parse(body), duplicateFields })
  })

  test('of a repeated member the last value counts', () => {
    expect(decode('{"a":{"x":1},"a":{"y":2}}').value).toEqual({ a: { y: 2 } })
  })

  test('repeated members are collected up to one more than an error names', () => {
    const members = Array.from({ length: 24_000 }, (_, i) => `"k${i % 12_000}":1`)
    expect(decode(`{${members.join()}}`).duplicateFields).toHaveLength(10_001)
  })

  test.each([
    ['nonsense', 'nonsense'],
    ['an empty body', ''],
    ['white space', ' \n'],
    ['a body that ends early', '{"metadata":{"name":"a"}'],
    ['an open string', '{"a":"b'],
    ['a string that ends in a backslash', '{"a":"b\\'],
    ['more after the end', '{"metadata":{"name":"a"}} more'],
    ['a NUL byte in a string', '{"a":"\0"}'],
    ['a NUL byte', '\0'],
    ['a byte order mark', '\ufeff{}'],
    ['a number that no double holds', '{"a":1e999}'],
    ['a comment', '{}//'],
    ['a bracket too many', '[]]'],
    ['brackets in the wrong order', '[{]}'],
  ])('%s is answered with 400', async (_, body) => {
    expect(await only400(() => decode(body))).toBeInstanceOf(ApiError)
  })

  test('invalid UTF-8 is answered with 400', async () => {
    const result = await only400(() => decodeJson(Uint8Array.of(0x22, 0xff, 0x22)))
    expect(result).toMatchObject({ status: { code: 400, message: expect.stringContaining('invalid UTF-8') } })
  })

  test('messages do not repeat what the client sent', async () => {
    const result = await only400(() => decode('{"password": hunter2}'))
    expect(result).toMatchObject({
      message: "couldn't get version/kind; json parse error: invalid character 'h' looking for beginning of value",
    })
  })

  test.each([
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['{"a', 'unexpected end of JSON input'],
    ['{"a":"\\u00', "invalid character ' ' in \\u hexadecimal character escape"],
    ['[[], {"a": [1, "]"]}', 'unexpected end of JSON input'],
    ['{"a":"\\', "invalid character ' ' in string escape code"],
    ['nonsense', "invalid character 'o' in literal null (expecting 'u')"],
    ['[tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['[faLse]', "invalid character 'L' in literal false (expecting 'l')"],
    ['[+1]', "invalid character '+' looking for beginning of value"],
    ['[-a]', "invalid character 'a' in numeric literal"],
    ['[01]', "invalid character '1' after array element"],
    ['[1.]', "invalid character ']' after decimal point in numeric literal"],
    ['[1e+]', "invalid character ']' in exponent of numeric literal"],
    ['[1e5.0]', "invalid character '.' after array element"],
    ["['a']", "invalid character '\\'' looking for beginning of value"],
    ['[\\]', "invalid character '\\\\' looking for beginning of value"],
    ['[\v]', "invalid character '\\v' looking for beginning of value"],
    ['[\0]', "invalid character '\\x00' looking for beginning of value"],
    ['[\u007f]', "invalid character '\\x7f' looking for beginning of value"],
    // The first byte of the character.
    ['[é]', "invalid character 'Ã' looking for beginning of value"],
    ['[😀]', "invalid character 'ð' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{"a":{}} more', "invalid character 'm' after top-level value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['[{}:1]', "invalid character ':' after array element"],
    ['["\n"]', "invalid character '\\n' in string literal"],
    ['["\\x"]', "invalid character 'x' in string escape code"],
    ['["\\u00g"]', "invalid character 'g' in \\u hexadecimal character escape"],
    [nested(1_000_000), 'exceeded max depth'],
  ])('a message says what is wrong with a body (%#)', (body, detail) => {
    expect(() => decode(body)).toThrow(`couldn't get version/kind; json parse error: ${detail}`)
  })

  test('nesting is bounded, and what is within the bound can be written again', () => {
    const deepest = decode(nested(MAX_BODY_DEPTH)).value
    expect(text(encodeJson(deepest))).toBe(nested(MAX_BODY_DEPTH))
    expect(() => decode(nested(MAX_BODY_DEPTH + 1))).toThrow('exceeded max depth')
    expect(() => decodeJson(utf8(nested(4)), { maxDepth: 3 })).toThrow('exceeded max depth')
    expect(() => decode('{"a":'.repeat(1_000_000))).toThrow('exceeded max depth')
  })

  test('a flat body is not deep, however long', () => {
    expect(decode(`[${'[],'.repeat(40_000)}[]]`).value).toHaveLength(40_001)
  })

  test('keys from clients are data', () => {
    const { value } = decode('{"__proto__":{"polluted":true},"constructor":1}') as { value: object }
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(text(encodeJson(value))).toBe('{"__proto__":{"polluted":true},"constructor":1}')
  })

  test('a key of a mebibyte is a key, of which a path shows the beginning', () => {
    const key = 'k'.repeat(1 << 20)
    const { value, duplicateFields } = decode(`{"${key}":1,"${key}":2}`)
    expect(value).toEqual({ [key]: 2 })
    expect(duplicateFields).toEqual([`${'k'.repeat(1000)}… (cut)`])
  })

  // Each of these took minutes when the path was put together for each repetition.
  test.each([
    ['one key', (key: string) => `{"spec":{"${key}":{${Array(90_000).fill('"a":1').join()}}}}`, 1],
    ['each of many keys', (key: string) => `{"${key}":{${[0, 1].map(() => keys(25_000)).join()}}}`, 1],
    ['a key of each of many items', (key: string) => `{"${key}":[${Array(20_000).fill('{"a":1,"a":1}').join()}]}`, 1],
    ['a member of a repeated member', (key: string) => `{${Array(10_000).fill('"a":{"x":1,"x":1}').join()},"${key}":1}`, 2],
    ['the long key itself', (key: string) => `{"s":{"${key}":1,"${key}":1,"${key}":1}}`, 1],
  ])('%s may be repeated under a key of a mebibyte', (_, body, count) => {
    const { duplicateFields } = decode(body('k'.repeat(1 << 20)))
    expect(duplicateFields).toHaveLength(count)
    expect(Math.max(...duplicateFields.map((path) => path.length))).toBeLessThan(1010)
  })

  test.each(['null', '[]', '"text"', '1'])('%s is refused where an object is asked for', (body) => {
    expect(() => decodeJson(utf8(body), { objectOnly: true })).toThrow('into an object')
    expect(decode(body).value).toEqual(JSON.parse(body))
  })

  test('any JSON value survives encoding and decoding, with nothing reported twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnpairedSurrogates: true } as object), fc.boolean(), (value, pretty) => {
        const expected = JSON.parse(JSON.stringify(value))
        expect(decodeJson(encodeJson(value, { pretty }))).toMatchObject({ value: expected, duplicateFields: [] })
      }),
    )
  })

  test('random text and random bytes fail with 400 or not at all', async () => {
    const jsonish = fc.array(fc.constantFrom(...'{}[]",:\\ \n1-.eEtruefalsnu'), { maxLength: 40 }).map((chars) => chars.join(''))
    await fc.assert(
      fc.asyncProperty(jsonish, async (body) => void (await only400(() => decode(body)))),
      { numRuns: 1000 },
    )
    await fc.assert(fc.asyncProperty(fc.uint8Array(), async (bytes) => void (await only400(() => decodeJson(bytes)))))
  })

  test('repetitions are found wherever a member is written twice', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', 'x.y', 'é'), { maxLength: 8 })
    fc.assert(
      fc.property(names, names, (outer, inner) => {
        const write = (keys: string[], last: string) => `{${keys.map((key) => `${JSON.stringify(key)}:${last}`).join()}}`
        const repeated = (keys: string[]) => new Set(keys.filter((key, at) => keys.indexOf(key) !== at))
        const body = write(['list'], `[${write(outer, '1')},${write(inner, '[{}]')}]`)
        const expected = [...repeated(outer)].map((key) => `list[0].${key}`)
        for (const key of repeated(inner)) expected.push(`list[1].${key}`)
        expect([...decode(body).duplicateFields].sort()).toEqual(expected.sort())
      }),
    )
  })
})

test('pretty JSON is indented by two spaces', () => {
  expect(text(encodeJson({ a: [1] }, { pretty: true }))).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(text(encodeJson({ a: [1] }))).toBe('{"a":[1]}')
})
