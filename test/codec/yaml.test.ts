import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeYaml, encodeYaml } from '../../src/codec/index.js'
import { ApiError } from '../../src/meta/index.js'
import { only400, text, utf8 } from './bytes.js'

const decode = async (body: string) => (await decodeYaml(utf8(body))).value

describe('decodeYaml', () => {
  test.each([
    ['y', true],
    ['Y', true],
    ['yes', true],
    ['On', true],
    ['true', true],
    ['n', false],
    ['No', false],
    ['off', false],
    ['"yes"', 'yes'],
    ['.', '.'],
    ['-.', '-.'],
    ['{.: {}}', { '.': {} }],
    ['1.', 1],
    ["'no'", 'no'],
    ['~', null],
    ['null', null],
    ['', null],
    ['1', 1],
    ['0x1f', 31],
    ['0777', 511],
    ['1_000', 1000],
    ['0o644', 420],
    ['-0O1_7', -15],
    ['0o8', '0o8'],
    ['0o_', '0o_'],
    ['0o', '0o'],
    ['1e3', 1000],
    ['.5', 0.5],
    ['1.2.3', '1.2.3'],
    ['8080:80', '8080:80'],
    ['1:30', '1:30'],
    ['2020-01-01', '2020-01-01'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['!!str 1', '1'],
    ['!foo bar', 'bar'],
    ['!!str ~', '~'],
    ['!!binary aGk=', 'hi'],
    ['!!float 1', 1],
    ['!!float 0x1F', 31],
    ['!!int "1"', 1],
    ['!!timestamp 2020-01-01', '2020-01-01'],
    ['<<', '<<'],
    // Prefixes may be capital letters, and underscores stand anywhere after a sign or digit.
    ['0X1f', 31],
    ['-0B1', -1],
    ['0_x1', 1],
    ['+_1', 1],
    ['1e5_0', 1e50],
    ['1e_-_5', 1e-5],
    ['1e_5', 1e5],
    ['.5_5', 0.55],
    ['0x_', '0x_'],
    ['.e5', '.e5'],
    ['08', 8],
    ['1e400', '1e400'],
    ['-1e400', '-1e400'],
  ])('the scalar %s reads as %j', async (scalar, value) => {
    expect(await decode(`a: ${scalar}\n`)).toEqual({ a: value })
  })

  // With a pattern that backtracks, these would take half an hour.
  test.each(['1e', '+', '0', '0x', '1.'])('underscores that fill a body after %s are read in linear time', async (start) => {
    const scalar = `${start}${'_'.repeat(2_000_000)}x`
    expect(await decode(`a: ${scalar}\n`)).toEqual({ a: scalar })
  })

  test('a Kubernetes manifest reads as its JSON', async () => {
    const body =
      'apiVersion: v1\nmetadata:\n  name: a\n  labels: {x: "y"}\ndata:\n  # why\n  t: |\n    one\n    two\n  f: >-\n    a\n    b\n'
    expect(await decode(body)).toEqual({
      apiVersion: 'v1',
      metadata: { name: 'a', labels: { x: 'y' } },
      data: { t: 'one\ntwo\n', f: 'a b' },
    })
  })

  test('keys that are not text become text, as booleans of YAML 1.1 do', async () => {
    expect(await decode('y: 1\n8: 2\n1.5: 3\n')).toEqual({ true: 1, 8: 2, 1.5: 3 })
  })

  test('JSON is YAML, and the first document counts', async () => {
    expect(await decode('{"a": {"b": [1, "y"]}}')).toEqual({ a: { b: [1, 'y'] } })
    expect(await decode('---\na: 1\n---\nb: [\n')).toEqual({ a: 1 })
    expect(await decode('')).toBeNull()
    expect(await decode('# nothing\n')).toBeNull()
  })

  test('anchors, aliases and merge keys are resolved; the last of a key wins, and of a list of maps the first', async () => {
    const body =
      'x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\nz: {<<: [*x, *y], a: 3}\nw: {<<: *y}\nu: {a: 3, <<: {a: 4}}\nv: [*x, "<<"]\n'
    expect(await decode(body)).toMatchObject({
      z: { a: 3, b: 1, c: 2 },
      w: { b: 2, c: 2 },
      u: { a: 4 },
      v: [{ a: 1, b: 1 }, '<<'],
    })
  })

  test('a repeated key is reported by path and by line, and its last value counts', async () => {
    const body = 'metadata:\n  name: a\ndata:\n  k: "1"\n  k: "2"\nlist:\n- {x: 1, x: 2, x: 3}\n'
    expect(await decodeYaml(utf8(body))).toEqual({
      value: { metadata: { name: 'a' }, data: { k: '2' }, list: [{ x: 3 }] },
      duplicateFields: ['data.k', 'list[0].x'],
      duplicateMessages: [
        'line 5: key "k" already set in map',
        'line 7: key "x" already set in map',
        'line 7: key "x" already set in map',
      ],
    })
    expect(await decodeYaml(utf8('{"a":1,"a":2}'))).toMatchObject({ value: { a: 2 }, duplicateFields: ['a'] })
  })

  test('a key that is merged and set again is repeated, and the line is that of its value', async () => {
    const body = 'x: &x {a: 1, b: 1}\nw:\n  <<: *x\n  a:\n    c: 1\nz:\n  <<:\n  - *x\n  - {b: 2}\n'
    expect(await decodeYaml(utf8(body))).toEqual({
      value: { x: { a: 1, b: 1 }, w: { a: { c: 1 }, b: 1 }, z: { a: 1, b: 1 } },
      duplicateFields: ['w.a', 'z.b'],
      duplicateMessages: ['line 5: key "a" already set in map', 'line 1: key "b" already set in map'],
    })
  })

  test.each([
    ['a: b: c', 'mapping values are not allowed in this context'],
    ['x: 1\na: b: c', 'line 2: mapping values are not allowed in this context'],
    ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n', 'line 4: found character that cannot start any token'],
    ['{"apiVersion": "v1", "kind": "ConfigMap", ', 'line 1: did not find expected node content'],
    ['a: *nope', "unknown anchor 'nope' referenced"],
    ['a: &a [*a]', "anchor 'a' value contains itself"],
    ['a: .inf', 'a value cannot be written as JSON'],
    ['a: .nan', 'a value cannot be written as JSON'],
    ['? [a]\n: b', 'a map key is not a string'],
    ['a: 1\nb: !!int x', 'cannot decode !!str `x` as a !!int'],
    ['a: !!int 1.5', 'cannot decode !!float `1.5` as a !!int'],
    ['a: !!null x', 'cannot decode !!str `x` as a !!null'],
    ['a: !!bool 1', 'cannot decode !!int `1` as a !!bool'],
    ['a: !!float yes', 'cannot decode !!bool `yes` as a !!float'],
    ['a: !!binary "?"', '!!binary value contains invalid base64 data'],
    ['x: &x [{a: 1}]\ny: {<<: *x}', 'map merge requires map or sequence of maps as the value'],
    ['y: {<<: [[{a: 1}]]}', 'map merge requires map or sequence of maps as the value'],
    ['{<<: 1}', 'map merge requires map or sequence of maps as the value'],
    ['a: \0', 'control characters are not allowed'],
  ])('%j is refused: %s', async (body, detail) => {
    await expect(decode(body)).rejects.toThrow(`error decoding YAML: error converting YAML to JSON: yaml: ${detail}`)
    expect(await only400(() => decode(body))).toBeInstanceOf(ApiError)
  })

  test('invalid UTF-8 is answered with 400', async () => {
    expect(await only400(() => decodeYaml(Uint8Array.of(0x61, 0xff)))).toBeInstanceOf(ApiError)
  })

  test.each([
    ['flow lists', '['.repeat(1_000_000)],
    ['flow maps', '{a: '.repeat(100_000)],
    ['block lists', `${'- '.repeat(100_000)}a`],
    ['keys of keys', `${'? '.repeat(100_000)}a`],
  ])('%s that nest too deep are answered with 400', async (_, body) => {
    await expect(decode(body)).rejects.toThrow('exceeded max depth')
  })

  test('aliases of aliases do not fill the memory', async () => {
    const bomb = ['a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]']
    for (let i = 1; i <= 12; i++)
      bomb.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      )
    await expect(decode(bomb.join('\n'))).rejects.toThrow('excessive aliasing')
    const long = `a: &a "${'x'.repeat(100_000)}"\nb: [${Array(100).fill('*a').join()}]`
    await expect(decode(long)).rejects.toThrow('excessive aliasing')
  })

  test('many aliases of something small are fine', async () => {
    expect(await decode(`a: &a {k: v}\nb: [${Array(1000).fill('*a').join()}]`)).toMatchObject({ b: Array(1000).fill({ k: 'v' }) })
  })

  test('keys from clients are data', async () => {
    const value = (await decode('__proto__: {polluted: true}\nx: {<<: {__proto__: 1}}\n')) as { x: object }
    expect(Object.keys(value)).toEqual(['__proto__', 'x'])
    expect(Object.keys(value.x)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('random text fails with 400 or not at all', async () => {
    const yamlish = fc
      .array(fc.constantFrom(...'-?:,[]{}#&*!|>\'"%@ \n\tab0<.~'), { maxLength: 30 })
      .map((chars) => chars.join(''))
    await fc.assert(
      fc.asyncProperty(yamlish, async (body) => void (await only400(() => decode(body)))),
      { numRuns: 1000 },
    )
  })
})

describe('encodeYaml', () => {
  test('keys are sorted, lists are not indented, and text that looks like something else is quoted', async () => {
    const bytes = await encodeYaml({
      kind: 'X',
      data: { yes: 'no', n: '1', t: '2020-01-01', s: '1:30', m: 'a\nb\n' },
      list: [{ a: 1 }],
    })
    expect(text(bytes)).toBe(
      'data:\n  m: |\n    a\n    b\n  "n": "1"\n  s: "1:30"\n  t: "2020-01-01"\n  "yes": "no"\nkind: X\nlist:\n- a: 1\n',
    )
  })

  test('one object that occurs twice is written twice', async () => {
    const shared = { a: 1 }
    expect(text(await encodeYaml({ v: shared, w: shared }))).toBe('v:\n  a: 1\nw:\n  a: 1\n')
  })

  test.each(['<<', '0o17', '0O17', '-0o1_7', '+0o7', '0o_', '017', 'no', '0X1f', '0B1', '1e5_0', '+_1'])(
    'the text %s stays text, as a key too',
    async (text) => {
      const value = { [text]: { a: text }, b: [{ [text]: text }] }
      expect((await decodeYaml(await encodeYaml(value))).value).toEqual(value)
    },
  )

  // Readers refuse them, drop them, or take them for a line break.
  test.each([
    ['a delete character', 'a\u007f', '"a\\u007f"'],
    ['a next line', 'a\u0085b', '"a\\u0085b"'],
    ['a line separator', 'a\u2028b', '"a\\u2028b"'],
    ['a byte order mark', '\ufeffa', '"\\ufeffa"'],
    ['no character', 'a\uffff', '"a\\uffff"'],
    ['a tab at the start of lines', '\ta\n\tb\n', '"\\ta\\n\\tb\\n"'],
    ['a tab after empty lines', '\n\n\ta', '"\\n\\n\\ta"'],
    ['a line of spaces first', '  \n\n', '"  \\n\\n"'],
  ])('%s is written as an escape', async (_, value, written) => {
    expect(text(await encodeYaml({ a: value }))).toBe(`a: ${written}\n`)
  })

  test('any JSON value in an object survives encoding and decoding', async () => {
    const values = fc
      .oneof(
        fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
        fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '-', '#', ':', 'a', '\u0085', '\u2028') }),
      )
      .map((value) => JSON.parse(JSON.stringify({ a: value, b: [value] })) as unknown)
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        expect(await decodeYaml(await encodeYaml(value))).toMatchObject({ value, duplicateFields: [] })
      }),
      { numRuns: 300 },
    )
  })
})
