import { describe, expect, test } from '@jest/globals'
import { decodeJson, decodeProtobuf, decodeYaml } from '../../src/codec/index.js'
import { ApiError, kubernetesDialect } from '../../src/meta/index.js'
import { utf8 } from './bytes.js'
import { encode, envelope } from './protobuf/published.js'

/** What the bounds are, said here once more so that a change of one is seen. */
const MAX_VALUES = 100_000
const MAX_LEXEMES = 160_000
const MAX_LINES = 100_000
const MAX_YAML_BYTES = 2 * 1024 * 1024

const json = async (body: string) => decodeJson(utf8(body)).value
const yaml = async (body: string) => (await decodeYaml(utf8(body))).value
const protobuf = async (apiVersion: string, kind: string, message: string, value: object) =>
  (await decodeProtobuf(envelope(apiVersion, kind, encode(message, value)), kubernetesDialect)).value
const namespace = (metadata: object) => protobuf('v1', 'Namespace', 'Namespace', { metadata })
const versions = (count: number) => {
  const spec = { versions: Array(count).fill({}) }
  return protobuf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'Definition', { spec })
}

const codeOf = async (work: Promise<unknown>): Promise<number> => {
  try {
    await work
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status.code
    throw error
  }
}

const repeat = (part: string, count: number) => Array(count).fill(part).join()

describe('a body has at most 100,000 members and items', () => {
  test.each([
    ['numbers', (count: number) => `[${repeat('1', count - 1)}]`],
    ['members', (count: number) => `{${Array.from({ length: count - 1 }, (_, i) => `"${i}":1`).join()}}`],
    ['lists', (count: number) => `[${repeat('[1]', Math.floor((count - 1) / 2))}]`],
    ['empty objects', (count: number) => `[${repeat('{}', Math.floor((count - 1) / 2))}]`],
    ['repeated members', (count: number) => `{${repeat('"a":1', count - 1)}}`],
  ])('%s in JSON, and in JSON sent as YAML', async (_, body) => {
    expect(await codeOf(json(body(MAX_VALUES)))).toBe(200)
    expect(await codeOf(json(body(MAX_VALUES + 10)))).toBe(413)
    if (body(3).startsWith('{')) {
      expect(await codeOf(yaml(body(MAX_VALUES)))).toBe(200)
      expect(await codeOf(yaml(body(MAX_VALUES + 10)))).toBe(413)
    }
  })

  test('what stands in strings is not counted', async () => {
    expect(await codeOf(json(`{"a":"${'[,'.repeat(500_000)}","b":"\\"${','.repeat(500_000)}"}`))).toBe(200)
  })

  test('finalizers, labels and empty items of a protobuf body', async () => {
    expect(await codeOf(namespace({ finalizers: Array(60_000).fill('a') }))).toBe(200)
    expect(await codeOf(namespace({ finalizers: Array(MAX_VALUES).fill('a') }))).toBe(413)
    const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, '']))
    expect(await codeOf(namespace({ labels: labels(10_000) }))).toBe(200)
    expect(await codeOf(namespace({ labels: labels(MAX_VALUES) }))).toBe(413)
    // An empty version takes two bytes, and has a name and two flags in JSON: five values, with the item and the object.
    expect(await codeOf(versions(16_000))).toBe(200)
    expect(await codeOf(versions(MAX_VALUES / 4))).toBe(413)
  })

  test('all field sets of a protobuf body together', async () => {
    const Raw = utf8(`{"f:a":[${repeat('1', 40_000)}]}`)
    const owned = (count: number) => namespace({ managedFields: Array(count).fill({ fieldsV1: { Raw } }) })
    expect(await codeOf(owned(2))).toBe(200)
    expect(await codeOf(owned(3))).toBe(413)
  })

  test('what aliases of YAML make', async () => {
    const list = (count: number) => `a: &a [${repeat('1', 999)}]\nb: [${repeat('*a', count)}]`
    expect(await codeOf(yaml(list(90)))).toBe(200)
    await expect(yaml(list(200))).rejects.toThrow('excessive aliasing')
  })

  test('what merge keys of YAML make', async () => {
    const map = `a: &a {${Array.from({ length: 999 }, (_, i) => `k${i}: 1`).join()}}\n`
    expect(await codeOf(yaml(`${map}b: {<<: [${repeat('*a', 60)}]}`))).toBe(200)
    await expect(yaml(`${map}b: {<<: [${repeat('*a', 200)}]}`)).rejects.toThrow('excessive aliasing')
    expect(await codeOf(yaml(`a: &a {}\nb: {<<: [${repeat('*a', 10_000)}]}`))).toBe(200)
  })
})

test.each([
  ['JSON', (names: readonly number[]) => json(`{"data":{${names.map((name) => `"${name}":1`).join()}}}`)],
  ['JSON sent as YAML', (names: readonly number[]) => yaml(`{"data":{${names.map((name) => `"${name}":1`).join()}}}`)],
  ['YAML', (names: readonly number[]) => yaml(`data:\n${names.map((name) => `  ${name}: 1\n`).join('')}`)],
  ['protobuf', (names: readonly number[]) => namespace({ labels: Object.fromEntries(names.map((name) => [String(name), ''])) })],
])('an object has at most 1,000 members whose names are large numbers, in %s', async (_, body) => {
  const names = Array.from({ length: 1001 }, (_, i) => 100_000 + i)
  expect(await codeOf(body(names.slice(1)))).toBe(200)
  expect(await codeOf(body(names))).toBe(413)
})

/** Forms of YAML that are cheap to write and dear to read: a start, a part again and again, an end. */
const FORMS: readonly (readonly [string, string, string, string])[] = [
  ['a flow list', 'x: [', 'a,', ']'],
  ['a flow map', '{', 'a: b,', '}'],
  ['a block list', '', '- a\n', ''],
  ['a block list with CRLF', '', '- a\r\n', ''],
  ['empty items', '', '-\n', ''],
  ['complex keys', '', '? a\n', ''],
  ['members without keys', '', ':\n', ''],
  ['lists in lists', '', '- - - a\n', ''],
  ['aliases', 'x: [&a b,', '*a,', ']'],
  ['anchors', 'x: [', '&a b,', ']'],
  ['merge keys', 'a: &a {}\nb:\n', ' <<: *a\n', ''],
  ['tags', 'x: [', '!!str a,', ']'],
  ['unknown tags', 'x: [', '!x a,', ']'],
  ['verbatim tags', 'x: [', '!<a> b,', ']'],
  ['comments', '', '#\n', 'a: b'],
  ['comments behind values', '', 'a: #b\n', ''],
  ['empty lines', 'a: b\n', '\n', ''],
  ['literal scalars', '', '- |\n a\n', ''],
  ['a long literal scalar', 'a: |\n', ' a\n', ''],
  ['a long folded scalar', 'a: >\n', ' a\n\n', ''],
  ['a plain scalar of many lines', 'a: b\n', ' a\n', ''],
  ['a quoted scalar of many lines', 'a: "', '\n', '"'],
  ['a quoted scalar of carriage returns', 'a: "', '\r', '"'],
  ['quoted scalars', 'x: [', '"",', ']'],
  ['documents', '', '--- a\n', ''],
  ['directives', '', '%TAG !a! b\n', '--- a\n'],
  ['directives that are none', '', '%\n', ''],
  // Errors: the first ends it.
  ['commas', 'x: [', ',', ']'],
  ['closing brackets', 'x: ', ']', ''],
  ['closing braces', 'x: [', '}', ''],
  ['colons', '[', ': ', ']'],
  ['characters that start nothing', 'x: [', '@,', ']'],
  ['backticks', 'x: [', '`,', ']'],
  ['anchors without values', 'x: ', '&a ', ''],
  ['anchors without names', 'x: [', '& ', ']'],
  ['aliases without names', 'x: [', '* ', ']'],
  ['missing commas', 'x: [', '"" ', ']'],
]

const sized = (bytes: number, [, start, part, end]: (typeof FORMS)[number]) =>
  start + part.repeat(Math.floor((bytes - start.length - end.length) / part.length)) + end

describe('a YAML text', () => {
  test.each(FORMS)('of %s that fills a body is refused or parsed quickly', async (...form) => {
    // As long as a text may be: what is made of it is bounded by lexemes and lines. Most of these took seconds.
    expect([200, 400, 413]).toContain(await codeOf(yaml(sized(MAX_YAML_BYTES, form))))
  })

  test.each([
    ['bytes', (count: number) => `a: ${'x'.repeat(count - 3)}`, MAX_YAML_BYTES],
    ['line breaks', (count: number) => `a: |\n${' x\n'.repeat(count - 1)}`, MAX_LINES],
    ['lone carriage returns', (count: number) => `a: "${'\r'.repeat(count)}"`, MAX_LINES],
    ['lexemes', (count: number) => `[${'a,'.repeat(Math.floor((count - 10) / 3))}]`, MAX_LEXEMES],
    ['characters in double quotes', (count: number) => `a: "${'x'.repeat(count - 50)}"`, 8 * MAX_LEXEMES],
  ])('has a bound on its %s', async (_, body, most) => {
    expect(await codeOf(yaml(body(most)))).toBe(200)
    expect(await codeOf(yaml(body(most + 20)))).toBe(413)
  })

  test('is read up to its first error', async () => {
    await expect(yaml(`a: b\nc: [d,,${'@,'.repeat(50_000)}]`)).rejects.toThrow('yaml: line 1: Unexpected')
  })

  test('lets others have their turn while it is read', async () => {
    let turns = 0
    let isRead = false
    const count = () => {
      turns++
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    await yaml(definitionText(500_000))
    isRead = true
    expect(turns).toBeGreaterThan(3)
  })
})

/** A definition as tools write it: descriptions folded at 80 characters, four lines a field. */
function definitionText(bytes: number): string {
  const lines = ['apiVersion: apiextensions.k8s.io/v1', 'kind: CustomResourceDefinition', 'properties:']
  let length = 0
  for (let group = 0; length < bytes; group++) {
    const before = lines.length
    lines.push(`  group${group}:`, '    type: object', '    properties:')
    for (let field = 0; field < 20; field++) {
      lines.push(
        `      field${field}:`,
        '        description: Specifies what the field is for, as the authors of a',
        '          definition say it in one or two lines of plain text.',
        '        type: string',
        '        x-kubernetes-list-type: atomic',
      )
    }
    for (const line of lines.slice(before)) length += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

test('a definition of a mebibyte is read as YAML', async () => {
  const text = definitionText(1 << 20)
  const value = (await yaml(text)) as { properties: object }
  expect(text.length).toBeGreaterThan(1 << 20)
  expect(Object.keys(value.properties).length).toBeGreaterThan(200)
})

test('data of other sources than clients has no such bounds', async () => {
  const body = `x:\n${'- a\n'.repeat(52_000)}`
  const { value } = await decodeYaml(utf8(body), { maxValues: Number.POSITIVE_INFINITY })
  expect(value).toMatchObject({ x: { length: 52_000 } })
})

test('a repeated key of YAML is reported by a path and a message of bounded length', async () => {
  const key = 'k'.repeat(100_000)
  const { duplicateFields, duplicateMessages } = await decodeYaml(utf8(`s:\n  ? ${key}\n  : 1\n  ? ${key}\n  : 2\n`))
  expect(duplicateFields).toEqual([`s.${'k'.repeat(998)}… (cut)`])
  expect(duplicateMessages).toEqual([`line 5: key "${'k'.repeat(1000)}… (cut)" already set in map`])
})

test('a repeated key of JSON that is sent as YAML is reported by its line', async () => {
  const decoded = await decodeYaml(utf8('{\n"a": 1,\n"b": {"c": 1, "c": 2},\n"a": 2}'))
  expect(decoded).toEqual({
    value: { a: 2, b: { c: 2 } },
    duplicateFields: ['b.c', 'a'],
    duplicateMessages: ['line 3: key "c" already set in map', 'line 4: key "a" already set in map'],
  })
})
