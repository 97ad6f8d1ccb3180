import { describe, expect, test } from '@jest/globals'
import { makeTable, type TableDefinition, toPartialObjectMetadata } from '../../src/codec/index.js'

const apiVersion = 'meta.platform.io/v1'
const a = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  data: { k: 'v' },
}
const b = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }
const definition: TableDefinition = {
  columns: [
    { name: 'Name', type: 'string', format: 'name', description: 'its name' },
    { name: 'Data', type: 'string', priority: 1 },
  ],
  cells: (object, nowMs) => [object.metadata.name, nowMs],
}
const metadata = { resourceVersion: '7', continue: 'token', remainingItemCount: 1 }

describe('makeTable', () => {
  test('columns are described in full, and each object is a row with its metadata', () => {
    expect(makeTable({ objects: [a, b], definition, apiVersion, metadata, nowMs: 5 })).toEqual({
      kind: 'Table',
      apiVersion,
      metadata,
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name', description: 'its name', priority: 0 },
        { name: 'Data', type: 'string', format: '', description: '', priority: 1 },
      ],
      rows: [
        { cells: ['a', 5], object: { kind: 'PartialObjectMetadata', apiVersion, metadata: a.metadata } },
        { cells: ['b', 5], object: { kind: 'PartialObjectMetadata', apiVersion, metadata: b.metadata } },
      ],
    })
  })

  test.each([
    ['None', null],
    ['Metadata', { kind: 'PartialObjectMetadata', apiVersion, metadata: a.metadata }],
    ['Object', a],
  ] as const)('includeObject=%s carries %j', (includeObject, object) => {
    expect(makeTable({ objects: [a], definition, apiVersion, metadata, nowMs: 0, includeObject }).rows[0]?.object).toEqual(object)
  })

  test('later events of a watch have no column definitions', () => {
    expect(makeTable({ objects: [a], definition, apiVersion, metadata, nowMs: 0, headers: false }).columnDefinitions).toBeNull()
  })

  test('a type without columns has Name and Created At', () => {
    const { columnDefinitions, rows } = makeTable({ objects: [a, b], apiVersion, metadata, nowMs: 0 })
    expect(columnDefinitions).toMatchObject([
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: 'Created At', type: 'date', format: '', priority: 0 },
    ])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', '2026-01-01T00:00:00Z'],
      ['b', null],
    ])
  })
})

test('the metadata-only form keeps metadata and nothing else', () => {
  expect(toPartialObjectMetadata(a, apiVersion)).toEqual({ kind: 'PartialObjectMetadata', apiVersion, metadata: a.metadata })
})
