import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  encodeJson,
  encodeYaml,
  indentedListWriter,
  type ListFrame,
  type ListWriter,
  loadProtobufEncoder,
  loadYamlListWriter,
} from '../../src/codec/index.js'
import { platformDialect } from '../../src/meta/index.js'

/** A list of some items, in parts. */
function inParts(writer: ListWriter, items: readonly object[]): Uint8Array {
  const written = items.flatMap((item, index) => [...writer.item(item, index)])
  const length = written.reduce((sum, item) => sum + item.length, 0)
  return Buffer.concat([writer.head(length), ...written, writer.tail])
}

const asText = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

const frames: readonly (readonly [string, ListFrame])[] = [
  ['items', { head: { kind: 'ThingList', apiVersion: 'v1', metadata: { resourceVersion: '5' } }, items: 'items' }],
  ['rows', { head: { kind: 'Table', apiVersion: 'v1', metadata: {}, columnDefinitions: [{ name: 'Name' }] }, items: 'rows' }],
]
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('two\nlines', '- x', '  indented\n\n', 'é\u2028\r\n', '---\na: 1\n', '#', 'yes'),
)
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'))
const item = fc.record({ metadata: fc.record({ name: text }), text, list: fc.array(text, { maxLength: 3 }), json })
const items = fc.array(item, { minLength: 1, maxLength: 4 })

describe.each(frames)('a list whose members are called %s', (_, frame) => {
  test('is the same text in YAML, in parts or as a whole', async () => {
    const writerOf = await loadYamlListWriter()
    await fc.assert(
      fc.asyncProperty(items, async (items) => {
        const whole = await encodeYaml({ ...frame.head, [frame.items]: items })
        expect(asText(inParts(writerOf(frame), items))).toBe(asText(whole))
      }),
      { numRuns: 100 },
    )
  })

  test('is the same text in indented JSON, in parts or as a whole', () => {
    fc.assert(
      fc.property(items, (items) => {
        const whole = encodeJson({ ...frame.head, [frame.items]: items }, { pretty: true })
        expect(asText(inParts(indentedListWriter(frame), items))).toBe(asText(whole))
      }),
    )
  })
})

describe('in protobuf', () => {
  const head = {
    kind: 'ConfigMapList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '5', continue: 'c', remainingItemCount: 7 },
  }

  test.each([1, 3, 400])('a list of %s objects has the same bytes, in parts or as a whole', async (count) => {
    const encoder = await loadProtobufEncoder(platformDialect)
    const objects = Array.from({ length: count }, (_, i) => ({ metadata: { name: `n${i}` }, data: { k: 'v'.repeat(i) } }))
    const writer = encoder.list({ head, items: 'items' })
    expect(writer?.saysLength).toBe(true)
    const whole = encoder.encode({ ...head, items: objects })
    expect(Buffer.from(whole ?? []).equals(writer ? inParts(writer, objects) : Buffer.alloc(0))).toBe(true)
  })

  test('a kind without a message has no list', async () => {
    const encoder = await loadProtobufEncoder(platformDialect)
    expect(encoder.list({ head: { ...head, kind: 'ThingList' }, items: 'items' })).toBeUndefined()
  })
})
