import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, defineResource, type ResourceDefinition } from '../../../src/resources/index.js'
import { storedForm } from '../../../src/server/answers/stored-form.js'
import { rowOf } from '../rows.js'

const encoder = new TextEncoder()
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const versionOf = (definition: ResourceDefinition, name?: string) => {
  const found = definition.versions.find((version) => name === undefined || version.name === name)
  if (!found) throw new Error('no such version')
  return found
}
const configMaps = builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition
const form = storedForm(configMaps, versionOf(configMaps))
const configMap = (name: string, data: Record<string, string> = {}): ApiObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'n' },
  data,
})
const list = (rows: ReturnType<typeof rowOf>[], named: boolean, which = form) =>
  JSON.parse(text(which.listBetween(encoder.encode('{"items":['), rows, encoder.encode(']}'), named))) as { items: unknown[] }

describe('stored bytes', () => {
  test('of the version asked for are sent as they are', () => {
    const row = rowOf(configMap('a'), 7)
    expect(text(form.bytes(row))).toBe(text(row.json()))
    expect(text(form.bytesBetween(encoder.encode('<'), row, encoder.encode('>')))).toBe(`<${text(row.json())}>`)
  })

  test('make the same list that objects make, with and without the kind of each item', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string()), { maxLength: 20 }), fc.boolean(), (datas, named) => {
        const rows = datas.map((data, i) => rowOf(configMap(`c${i}`, data), i + 1))
        const wanted = rows.map(({ object: { kind, apiVersion, ...rest } }) => (named ? { kind, apiVersion, ...rest } : rest))
        expect(list(rows, named).items).toEqual(JSON.parse(JSON.stringify(wanted)))
      }),
    )
  })

  test('an empty list is an empty list', () => {
    expect(list([], false)).toEqual({ items: [] })
  })
})

describe('objects stored in another version', () => {
  const schema = { type: 'object', 'x-platform-preserve-unknown-fields': true } as const
  const gadgets = defineResource({
    group: 'example.com',
    kind: 'Gadget',
    versions: [
      { name: 'v2', schema, storage: true },
      { name: 'v1', schema },
    ],
  })
  const gadget = (version: string): ApiObject => ({
    kind: 'Gadget',
    apiVersion: `example.com/${version}`,
    metadata: { name: 'g', namespace: 'n' },
    spec: { size: 1 },
  })

  test.each([
    { stored: 'v2', asked: 'v1' },
    { stored: 'v1', asked: 'v2' },
    { stored: 'v1', asked: 'v1' },
  ])('in $stored are shown in $asked when that is asked for', ({ stored, asked }) => {
    const which = storedForm(gadgets, versionOf(gadgets, asked))
    const row = rowOf(gadget(stored), 3)
    const shown = { ...gadget(asked), metadata: { ...gadget(asked).metadata, resourceVersion: '3' } }
    expect(JSON.parse(text(which.bytes(row)))).toEqual(shown)
    expect(list([row, row], true, which).items).toEqual([shown, shown])
    const line = text(which.bytesBetween(encoder.encode('['), row, encoder.encode(']')))
    expect(JSON.parse(line)).toEqual([shown])
  })
})
