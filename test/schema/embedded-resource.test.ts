import { describe, expect, test } from '@jest/globals'
import { deepFreeze } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'

const embedded = { type: 'object', 'x-platform-embedded-resource': true }
const open = { ...embedded, 'x-platform-preserve-unknown-fields': true }
const described = { ...embedded, properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } }
const places = {
  'of members that are described': { schema: described, wrap: (value: unknown) => value },
  'of any members': { schema: open, wrap: (value: unknown) => value },
  'in a list': { schema: { type: 'array', items: described }, wrap: (value: unknown) => [value] },
  'in a map': { schema: { type: 'object', additionalProperties: open }, wrap: (value: unknown) => ({ m: value }) },
}
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { a: 'b' } } }

describe.each(Object.entries(places))('a resource inside another, %s,', (_where, { schema, wrap }) => {
  const compiled = compileSchema({ type: 'object', properties: { inner: schema } })
  const prune = (value: object) => compiled.prune(deepFreeze({ inner: wrap(value) }))
  const fields = (value: object) => compiled.validate(deepFreeze({ inner: wrap(value) })).map(({ field }) => field)

  test('is unchanged when it is valid', () => {
    const value = deepFreeze({ inner: wrap(POD) })
    expect(compiled.prune(value).value).toBe(value)
    expect(compiled.validate(value)).toEqual([])
    expect(fields({ apiVersion: 'apps/v1', kind: 'X' })).toEqual([])
  })

  test('loses the fields that no metadata has, and they are named', () => {
    const { value, unknownFields, malformed } = prune({ ...POD, metadata: { ...POD.metadata, foo: 1 } })
    expect(value).toEqual({ inner: wrap(POD) })
    expect(unknownFields).toEqual([expect.stringMatching(/^inner.*\.metadata\.foo$/)])
    expect(malformed).toBeUndefined()
  })

  test.each([
    ['metadata that is no object', { metadata: 5 }, /metadata/],
    ['a label that is no text', { metadata: { labels: { a: 1 } } }, /metadata\.labels\.a/],
    ['a name that is no text', { metadata: { name: 5 } }, /metadata\.name/],
    ['a time that is none', { metadata: { creationTimestamp: 'x' } }, /metadata\.creationTimestamp/],
    ['a kind that is no text', { kind: 5 }, /kind/],
    ['an apiVersion that is no text', { apiVersion: {} }, /apiVersion/],
  ])('cannot be read with %s, and stays as it is', (_what, wrong, place) => {
    const { value, malformed } = prune({ ...POD, ...wrong })
    expect(malformed).toMatch(place)
    expect(value).toEqual({ inner: wrap({ ...POD, ...wrong }) })
    expect(fields({ ...POD, ...wrong })).not.toEqual([])
  })

  test.each([
    ['no apiVersion', { apiVersion: undefined }, 'apiVersion'],
    ['an empty kind', { kind: '' }, 'kind'],
    ['an apiVersion of too many parts', { apiVersion: 'a/b/c' }, 'apiVersion'],
    ['a kind with a space', { kind: 'My Kind' }, 'kind'],
    ['a kind that begins with a digit', { kind: '9a' }, 'kind'],
    ['a bad label', { metadata: { labels: { 'a b': 'c' } } }, 'metadata.labels'],
    ['a bad annotation', { metadata: { annotations: { 'a b': 'c' } } }, 'metadata.annotations'],
    ['a name that is no path segment', { metadata: { name: 'a/b' } }, 'metadata.name'],
    ['a bad namespace', { metadata: { namespace: 'A_b' } }, 'metadata.namespace'],
  ])('is invalid with %s', (_what, wrong, field) => {
    expect(fields(JSON.parse(JSON.stringify({ ...POD, ...wrong })))).toEqual([expect.stringMatching(new RegExp(`\\.?${field}$`))])
  })
})

test('metadata of the whole object is not validated by the schema', () => {
  const compiled = compileSchema({ type: 'object', properties: {} })
  const value = { apiVersion: 5, kind: null, metadata: { foo: 1 } }
  expect(compiled.prune(value)).toEqual({ value, unknownFields: [] })
})
