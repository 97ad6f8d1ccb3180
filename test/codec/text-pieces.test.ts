import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeYaml, encodeJson, encodeYaml, indentedJson, loadYamlWriter } from '../../src/codec/index.js'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const nested = (depth: number, inner: unknown): object => {
  let value = inner
  for (let level = 0; level < depth; level++) value = level % 3 === 2 ? [value] : { a: value }
  return { spec: value }
}

const writers = {
  YAML: {
    inPieces: async (value: object) => [...piecesOf(await loadYamlWriter(), value)],
    atOnce: async (value: object) => asText(await encodeYaml(value)),
  },
  'indented JSON': {
    inPieces: async (value: object) => [...indentedJson(value)],
    atOnce: async (value: object) => asText(encodeJson(value, { pretty: true })),
  },
}

function* piecesOf(write: (value: object) => Iterator<string, void>, value: object): Generator<string> {
  const texts = write(value)
  for (let text = texts.next(); !text.done; text = texts.next()) yield text.value
}

/** What decides how text is quoted, and where lines end. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'two\nlines',
    '- x',
    '  indented\n\n',
    '\n\n a',
    'é\u2028\r\n',
    '---\na: 1\n',
    '---',
    '%x',
    '#',
    'yes',
    '1',
    '',
  ),
  fc.constantFrom(
    'k'.repeat(1100),
    `${'line\n'.repeat(60)}`,
    'y: "z"',
    'a\u0001, longer than forty characters\nby far, and more\n',
  ),
)
const small = fc.oneof(
  text,
  fc.constantFrom(1, -0.5, true, null),
  fc.constant({}),
  fc.constant([]),
  fc.dictionary(text, text, { maxKeys: 3 }),
)
const wide = fc.oneof(fc.array(small, { maxLength: 150 }), fc.dictionary(text, small, { maxKeys: 40 }))
const wider = fc.oneof(small, wide, fc.array(wide, { maxLength: 4 }), fc.dictionary(text, wide, { maxKeys: 4 }))
const objects = fc
  .dictionary(text, fc.oneof(wider, fc.array(wider, { maxLength: 3 }), fc.dictionary(text, wider, { maxKeys: 3 })), {
    minKeys: 1,
    maxKeys: 3,
  })
  .map((object) => JSON.parse(JSON.stringify(object)) as object)

describe.each(Object.entries(writers))('%s', (_, { inPieces, atOnce }) => {
  test('is the same text in pieces or at once', async () => {
    let severalPieces = 0
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        const pieces = await inPieces(object)
        if (pieces.length > 1) severalPieces++
        expect(pieces.join('')).toBe(await atOnce(object))
      }),
      { numRuns: 150 },
    )
    expect(severalPieces).toBeGreaterThan(20)
  })

  test.each<[string, object]>([
    ['members', { spec: Object.fromEntries(many(30_000, (i) => [`k${i}`, 'v'])) }],
    ['items', { spec: many(30_000, () => ({ name: 'a' })) }],
    ['lists of lists', many(100, () => many(300, () => [1]))],
    ['levels', { spec: many(15, () => nested(900, 1)) }],
  ])('of many %s comes in many pieces, none of which has many lines', async (_what, object) => {
    const pieces = await inPieces(object)
    expect(pieces.length).toBeGreaterThan(100)
    expect(Math.max(...pieces.map((piece) => piece.split('\n').length))).toBeLessThan(1000)
  })

  test('of very many levels is written without indentation, which would make it seven hundred times as long', async () => {
    const object = { spec: many(100, () => nested(900, 1)) }
    const written = (await inPieces(object)).join('')
    expect(written.length).toBeLessThan(JSON.stringify(object).length + 10)
    expect((await decodeYaml(new TextEncoder().encode(written))).value).toEqual(object)
  })
})

test('a text of many lines below many levels takes no more than its lines do', async () => {
  const object = nested(200, 'x\n'.repeat(200_000))
  const written = (await writers.YAML.inPieces(object)).join('')
  expect(written.length).toBeLessThan(2_000_000)
  expect((await decodeYaml(new TextEncoder().encode(written))).value).toEqual(object)
})
