import { describe, expect, test } from '@jest/globals'
import { compilePrinterColumns, printerCell, readableColumns } from '../../src/codec/index.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')

describe('printerCell', () => {
  test.each([
    ['string', 'red', 'red'],
    ['string', 3, '3'],
    ['string', true, 'true'],
    ['string', { b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"b":1}'],
    ['string', ['x', 1], '["x",1]'],
    ['integer', 3, 3],
    ['integer', 3.7, 3],
    ['integer', '3', null],
    ['number', 0.5, 0.5],
    ['number', '0.5', null],
    ['boolean', false, false],
    ['boolean', 'true', null],
    ['date', '2020-01-01T00:00:00Z', '6y325d'],
    ['date', 'yesterday', '<invalid>'],
    ['date', 5, null],
    ['object', {}, null],
    ['string', null, null],
    ['string', undefined, null],
  ])('a %s column shows %j as %j', (type, value, cell) => {
    expect(printerCell(type, value, NOW)).toBe(cell)
  })
})

describe('compilePrinterColumns', () => {
  const widget = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', creationTimestamp: '2026-11-20T11:59:55Z' },
  }

  test('a type that declares no columns has its name and age', () => {
    const { columns, cells } = compilePrinterColumns([])
    expect(columns).toMatchObject([
      { name: 'Name', type: 'string', format: 'name' },
      { name: 'Age', type: 'date' },
    ])
    expect(cells(widget, NOW)).toEqual(['a', '5s'])
  })

  test.each([
    [['.a', '.b'], 2],
    [['.a', '.b[', '.c'], 1],
    [['.', '.c'], 0],
    [['.a..b', '.c'], 2],
    [['.a..'], 0],
    [[], 0],
  ])('of %j the columns before the first invalid path are returned', (paths, count) => {
    const columns = paths.map((jsonPath) => ({ name: jsonPath, type: 'string', jsonPath }))
    expect(readableColumns(columns)).toEqual(columns.slice(0, count))
    expect(compilePrinterColumns(readableColumns(columns)).columns).toHaveLength(1 + (count || 1))
  })

  test('declared columns follow the name, without their path; of several values the first is shown', () => {
    const { columns, cells } = compilePrinterColumns([
      { name: 'Count', type: 'integer', jsonPath: '.spec.count', priority: 1 },
      { name: 'First', type: 'string', jsonPath: '.spec.list[*].name' },
      { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    ])
    expect(columns.slice(1)).toEqual([
      { name: 'Count', type: 'integer', priority: 1 },
      { name: 'First', type: 'string' },
      { name: 'Ready', type: 'string' },
    ])
    expect(cells(widget, NOW)).toEqual(['a', null, null, null])
    const full = {
      ...widget,
      spec: { count: 3, list: [{ name: 'x' }, { name: 'y' }] },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    }
    expect(cells(full, NOW)).toEqual(['a', 3, 'x', 'True'])
  })
})
