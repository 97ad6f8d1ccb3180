import { expect, test } from '@jest/globals'
import type { ApiObject } from '../../src/meta/index.js'
import { ShownRow } from '../../src/registry/shown-row.js'
import { collectGarbage } from '../support/collect-garbage.js'
import { fixture } from './support.js'

const decoder = new TextDecoder()

async function storedRow() {
  const { create, registry, at } = await fixture()
  await create('configmaps', { metadata: { name: 'stored' }, data: { a: 'b' } })
  const { row } = await registry.get(at('configmaps/stored'), {})
  if (!row) throw new Error('not stored')
  return row
}

const shown = (content: object): ApiObject => ({
  apiVersion: 'example.com/v2',
  kind: 'Wîdget',
  metadata: { name: 'a' },
  ...content,
})

const written = (row: ShownRow, withoutType: boolean): string => {
  const bytes = new Uint8Array((withoutType ? row.itemLength : row.jsonLength) + 2)
  const end = row.writeJson(bytes, 1, { withoutType })
  expect(end).toBe(bytes.length - 1)
  return decoder.decode(bytes.subarray(1, end))
}

test('the type comes first, and items of lists are written without it', async () => {
  const row = new ShownRow(await storedRow(), shown({ '0': 'zero', spec: { ü: 1 } }))
  const rest = '"0":"zero","metadata":{"name":"a"},"spec":{"ü":1}}'
  const type = '"kind":"Wîdget","apiVersion":"example.com/v2",'
  expect(decoder.decode(row.json())).toBe(`{${type}${rest}`)
  expect(written(row, false)).toBe(`{${type}${rest}`)
  expect(written(row, true)).toBe(`{${rest}`)
  expect(row.beginsWith(new TextEncoder().encode(`{${type}`))).toBe(true)
})

test('rows of a list do not hold their parsed objects, and give them again', async () => {
  const stored = await storedRow()
  const wide = (i: number) => shown({ spec: { items: Array.from({ length: 200 }, (_, k) => ({ k: i + k })) } })
  await collectGarbage()
  const before = process.memoryUsage().heapUsed
  const converted = Array.from({ length: 4000 }, (_, i) => new ShownRow(stored, wide(i)))
  const derived = Array.from({ length: 4000 }, (_, i) => new ShownRow(stored, wide(i), () => wide(i)))
  await collectGarbage()
  expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(30)
  expect([converted[7]?.object, derived[7]?.object]).toEqual([wide(7), wide(7)])
})
