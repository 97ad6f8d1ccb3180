import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { withoutManagedFields } from '../../../src/apply/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import { cutManagedFields } from '../../../src/server/answers/managed-fields.js'
import { rowOf } from '../rows.js'

const decoder = new TextDecoder()

/** The object's JSON without its managed fields, cut out of a larger buffer. */
function cut(object: ApiObject): unknown {
  const row = rowOf(object, 7)
  const bytes = new Uint8Array(row.jsonLength + 4).fill(0x21)
  const end = row.writeJson(bytes, 2)
  return JSON.parse(decoder.decode(bytes.subarray(2, cutManagedFields(bytes, 2, end))))
}

const MANAGED = [{ manager: 'a"},{', operation: 'Update', fieldsV1: { 'f:metadata': { 'f:x]}': {}, 'k:{"n":"\\"}': {} } } }]
const objectWith = (metadata: object, rest: object = {}): ApiObject =>
  ({ kind: 'ConfigMap', apiVersion: 'v1', metadata, ...rest }) as ApiObject

describe('managed fields are cut out of bytes', () => {
  test.each([
    ['at the end of the metadata', { name: 'a', managedFields: MANAGED }],
    ['in its midst', { managedFields: MANAGED, name: 'a', labels: { managedFields: 'x' } }],
    ['when they are empty', { name: 'a', managedFields: [] }],
    ['when there is nothing else', { managedFields: MANAGED }],
    [
      'behind texts full of quotes',
      { name: 'a', annotations: { a: '\\","managedFields":[{', 'managedFields"': '}' }, managedFields: MANAGED },
    ],
  ])('%s', (_, metadata) => {
    const { managedFields: _managed, ...rest } = metadata as { managedFields: unknown }
    expect(cut(objectWith(metadata, { data: { k: 'v' } }))).toEqual({
      ...objectWith({ ...rest, resourceVersion: '7' }),
      data: { k: 'v' },
    })
  })

  test('and nothing else is, whatever its name', () => {
    const object = objectWith(
      { name: 'a', annotations: { managedFields: '[]', '"managedFields":': '[' } },
      { spec: { metadata: { managedFields: MANAGED } }, managedFields: MANAGED },
    )
    expect(cut(object)).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: '7' } })
  })

  test('as they are left out of objects', () => {
    const arbitrary = fc.record({
      before: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      managed: fc.array(fc.record({ manager: fc.string(), fieldsV1: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) })),
      after: fc.dictionary(fc.string(), fc.string()),
    })
    fc.assert(
      fc.property(arbitrary, ({ before, managed, after }) => {
        const metadata = { annotations: before, managedFields: managed, labels: after }
        const object = JSON.parse(JSON.stringify(objectWith(metadata, { data: after }))) as ApiObject
        expect(cut(object)).toEqual(withoutManagedFields(rowOf(object, 7).object))
      }),
    )
  })
})
