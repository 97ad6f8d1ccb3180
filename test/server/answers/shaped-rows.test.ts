import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { makeTable, toPartialObjectMetadata } from '../../../src/codec/index.js'
import { type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, defineResource, type ResourceDefinition } from '../../../src/resources/index.js'
import { GrowingBytes } from '../../../src/server/answers/growing-bytes.js'
import { metadataWriter, type RowWriter, tableRowWriter } from '../../../src/server/answers/shaped-rows.js'
import { storedForm } from '../../../src/server/answers/stored-form.js'
import { TableSources } from '../../../src/server/answers/table-sources.js'
import { rowOf } from '../rows.js'

const META = 'meta.platform.io/v1'
const NOW = Date.parse('2024-01-02T03:04:05Z')
const configMaps = builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition
const gadgets = defineResource({
  group: 'example.com',
  kind: 'Gadget',
  versions: [
    { name: 'v1', printerColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }] },
    { name: 'v1beta1', printerColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }] },
  ],
})
const formOf = (definition: ResourceDefinition, drop: boolean, at = 0) =>
  storedForm(definition, definition.versions[at] as (typeof definition.versions)[number], drop)

function written(writeRow: RowWriter, row: ReturnType<typeof rowOf>): unknown {
  const target = new GrowingBytes(1)
  writeRow(row, target)
  return JSON.parse(new TextDecoder().decode(target.take()))
}
const arbitrary = fc.record({
  metadata: fc.record({
    name: fc.constant('a'),
    creationTimestamp: fc.constant('2024-01-02T03:00:00Z'),
    annotations: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
    managedFields: fc.constantFrom([{ manager: 'm', fieldsV1: { 'f:data': { '.': {} } } }], []),
  }),
  data: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
})
const configMap = (content: object): ApiObject => ({ kind: 'ConfigMap', apiVersion: 'v1', ...content }) as ApiObject

describe('rows from bytes equal rows from objects', () => {
  test('in a list of metadata', () => {
    fc.assert(
      fc.property(arbitrary, fc.boolean(), (content, drop) => {
        const form = formOf(configMaps, drop)
        const row = rowOf(configMap(content), 7)
        expect(written(metadataWriter(form, META), row)).toEqual(toPartialObjectMetadata(form.object(row), META))
      }),
    )
  })

  test.each(['None', 'Metadata', 'Object'] as const)('in a table with %s', (includeObject) => {
    fc.assert(
      fc.property(arbitrary, fc.boolean(), (content, drop) => {
        const form = formOf(configMaps, drop)
        const row = rowOf(configMap(content), 7)
        const writeRow = tableRowWriter(form, { metaVersion: META, includeObject, nowMs: NOW, sources: new TableSources() })
        const table = makeTable({
          objects: [form.object(row)],
          definition: form.version.table,
          apiVersion: META,
          includeObject,
          metadata: {},
          nowMs: NOW,
        })
        expect(written(writeRow, row)).toEqual(JSON.parse(JSON.stringify(table.rows[0])))
      }),
    )
  })

  test('also where an object is stored in another version', () => {
    const row = rowOf({ kind: 'Gadget', apiVersion: 'example.com/v1', metadata: { name: 'g' }, spec: { size: 3 } }, 9)
    const writeRow = tableRowWriter(formOf(gadgets, false, 1), {
      metaVersion: META,
      includeObject: 'Object',
      nowMs: NOW,
      sources: new TableSources(),
    })
    expect(written(writeRow, row)).toEqual({
      cells: ['g', 3],
      object: {
        kind: 'Gadget',
        apiVersion: 'example.com/v1beta1',
        metadata: { name: 'g', resourceVersion: '9' },
        spec: { size: 3 },
      },
    })
  })
})

describe('the cached cells of tables', () => {
  const form = formOf(configMaps, false)
  const rows = Array.from({ length: 5 }, (_, i) => rowOf(configMap({ metadata: { name: `c${i}` } }), i + 1))

  const [size = 0] = rows.map(({ jsonLength }) => jsonLength)
  /** Which of the rows have to be made anew. */
  function madeOf(sources: TableSources, which: typeof rows, as = form): (string | undefined)[] {
    const made: (string | undefined)[] = []
    for (const row of which) {
      sources.get(row, as, () => {
        made.push(row.object.metadata.name)
        return { object: row.object, metadata: new Uint8Array(0) }
      })
    }
    return made
  }

  test('is kept by row and form, up to a number of bytes', () => {
    const sources = new TableSources(3 * size)
    expect(madeOf(sources, rows)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
    expect(madeOf(sources, rows.slice(2))).toEqual([])
    expect(madeOf(sources, rows.slice(0, 1))).toEqual(['c0'])
    expect(madeOf(sources, rows.slice(3), formOf(configMaps, true))).toEqual(['c3', 'c4'])
  })

  test('is not kept when it alone is too long', () => {
    const sources = new TableSources(size - 1)
    expect([madeOf(sources, rows), madeOf(sources, rows)]).toEqual(Array(2).fill(['c0', 'c1', 'c2', 'c3', 'c4']))
  })

  test('has ages of the current time', () => {
    const created = '2024-01-02T03:00:00Z'
    const row = rowOf(configMap({ metadata: { name: 'a', creationTimestamp: created } }), 7)
    const sources = new TableSources()
    const cellsAt = (nowMs: number) =>
      (written(tableRowWriter(form, { metaVersion: META, includeObject: 'None', nowMs, sources }), row) as { cells: unknown[] })
        .cells
    expect([cellsAt(NOW), cellsAt(NOW + 60_000)]).toEqual([
      ['a', 0, '4m5s'],
      ['a', 0, '5m5s'],
    ])
  })
})

test('bytes that grow hold all text and bytes in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array())), (parts) => {
      const target = new GrowingBytes(1)
      for (const part of parts) typeof part === 'string' ? target.text(part) : target.bytes(part)
      const wanted = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
      expect([target.length, Buffer.from(target.take()), target.length]).toEqual([wanted.length, wanted, 0])
    }),
  )
})
