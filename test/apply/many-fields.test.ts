import { describe, expect, test } from '@jest/globals'
import { MAX_FIELDS } from '../../src/apply/fields/limits.js'
import { applyRequest, compileObjectType, managedFieldsAfter, readFieldsV1, writeFieldsV1 } from '../../src/apply/index.js'
import { ApiError, deepFreeze, type JsonObject } from '../../src/meta/index.js'

const text: JsonObject = { type: 'string' }
const spec: JsonObject = {
  type: 'object',
  properties: {
    tags: { type: 'array', items: text, 'x-platform-list-type': 'set' },
    map: { type: 'object', additionalProperties: text },
    entries: {
      type: 'array',
      items: { type: 'object', properties: { name: text, a: text, b: text } },
      'x-platform-list-type': 'map',
      'x-platform-list-map-keys': ['name'],
    },
    whole: { type: 'array', items: text },
  },
}
const type = compileObjectType({ type: 'object', properties: { spec } })
const request = { type, manager: 'm', apiVersion: 'v1', now: '2026-01-02T03:04:05Z' }
const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)
const tags = (count: number) => ({ spec: { tags: names(count) } })

function codeOf(work: () => unknown): number | undefined {
  try {
    work()
  } catch (error) {
    return error instanceof ApiError ? error.status.code : undefined
  }
  return 200
}

describe('an object with more fields than managers may own', () => {
  test.each([
    ['items of a set', tags(MAX_FIELDS + 1)],
    ['keys of a map', { spec: { map: Object.fromEntries(names(MAX_FIELDS + 1).map((name) => [name, ''])) } }],
    ['entries with their fields', { spec: { entries: names(MAX_FIELDS / 4 + 1).map((name) => ({ name, a: '', b: '' })) } }],
  ])('%s: neither an apply nor another write is tracked', (_about, object) => {
    expect(codeOf(() => applyRequest({ ...request, live: undefined, applied: object }))).toBe(413)
    expect(codeOf(() => managedFieldsAfter({ ...request, live: undefined, object }))).toBe(413)
  })

  test('what is owned as a whole is one field, however long it is', () => {
    const object = { spec: { whole: names(2 * MAX_FIELDS) } }
    expect(codeOf(() => applyRequest({ ...request, live: undefined, applied: object }))).toBe(200)
  })

  test('a stored one may become smaller', () => {
    const owner = { manager: 'o', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }
    const metadata = { managedFields: [owner] }
    const live = { metadata, ...tags(2 * MAX_FIELDS) }
    expect(codeOf(() => managedFieldsAfter({ ...request, live, object: { metadata, ...tags(1) } }))).toBe(200)
    expect(codeOf(() => managedFieldsAfter({ ...request, live, object: { metadata, spec: {} } }))).toBe(200)
  })
})

test('frozen JSON is parsed once, and written JSON is not parsed again', () => {
  const fields = deepFreeze({ 'f:spec': { 'f:tags': { 'v:"a-frozen-one"': {} } } })
  const set = readFieldsV1(fields)
  expect(readFieldsV1(fields)).toBe(set)
  expect(readFieldsV1(writeFieldsV1(set))).toBe(set)
})
