import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../../src/meta/index.js'
import { builtinResources } from '../../../../src/resources/index.js'
import { create, NOW, objectOf, pick, update } from '../../support.js'

const configMaps = pick(builtinResources(platformDialect), 'configmaps')
const configMap = (fields: Readonly<Record<string, unknown>>) => objectOf(configMaps, fields)

const KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

describe('ConfigMap', () => {
  test.each([
    { data: { 'ok.key_1-x': '', '.hidden': 'h' }, causes: [] },
    { data: { 'no spaces': 'x' }, causes: [`data[no spaces]: Invalid value: "no spaces": ${KEY_MESSAGE}`] },
    { data: { '': 'x' }, causes: [`data[]: Invalid value: "": ${KEY_MESSAGE}`] },
    { data: { '.': 'x' }, causes: [`data[.]: Invalid value: ".": must not be '.'`] },
    { data: { '..': 'x' }, causes: [`data[..]: Invalid value: "..": must not be '..'`] },
    { data: { '..a': 'x' }, causes: [`data[..a]: Invalid value: "..a": must not start with '..'`] },
    { data: { ['k'.repeat(254)]: 'x' }, causes: [expect.stringContaining('must be no more than 253 characters')] },
  ])('the names of its entries fit files: $data', ({ data, causes }) => {
    expect(create(configMaps, configMap({ data })).causes).toEqual(causes)
    expect(
      create(configMaps, configMap({ binaryData: Object.fromEntries(Object.keys(data).map((key) => [key, 'AP8='])) })).causes,
    ).toHaveLength(causes.length)
  })

  test('no name is in data and in binaryData', () => {
    const sent = configMap({ data: { same: 'x' }, binaryData: { same: 'AP8=' } })
    expect(create(configMaps, sent).causes).toEqual(['data[same]: Invalid value: "same": duplicate of key present in binaryData'])
  })

  test('there is room for 1 MiB of data, bytes counted as bytes', () => {
    expect(create(configMaps, configMap({ data: { k: 'x'.repeat(1024 * 1024) } })).causes).toEqual([])
    expect(create(configMaps, configMap({ data: { k: 'ü'.repeat(512 * 1024), l: 'x' } })).causes).toEqual([
      '[]: Too long: may not be more than 1048576 bytes',
    ])
    expect(create(configMaps, configMap({ binaryData: { k: 'AAAA'.repeat(349_525) } })).causes).toEqual([])
  })

  test('empty data is dropped', () => {
    const { object } = create(configMaps, configMap({ data: {}, binaryData: {}, immutable: false }))
    expect(object).toEqual(configMap({ immutable: false }))
  })

  test('values that are not base64 are refused', () => {
    expect(configMaps.versions[0]?.schema?.validate(configMap({ binaryData: { k: 'no!' } }))).toMatchObject([
      { reason: 'FieldValueTypeInvalid' },
    ])
  })

  test.each([
    { change: { data: { k: 'w' }, immutable: true }, field: 'data' },
    { change: { data: { k: 'v' } }, field: 'immutable' },
    { change: { data: { k: 'v' }, immutable: false }, field: 'immutable' },
    { change: { data: { k: 'v' }, binaryData: { b: 'AAAA' }, immutable: true }, field: 'binaryData' },
  ])('an immutable one keeps its $field', ({ change, field }) => {
    const live = configMap({ data: { k: 'v' }, immutable: true })
    expect(update(configMaps, live, configMap(change)).causes).toEqual([
      `${field}: Forbidden: field is immutable when \`immutable\` is set`,
    ])
  })

  test('an immutable one still takes metadata', () => {
    const live = configMap({ data: { k: 'v' }, immutable: true })
    expect(update(configMaps, live, { ...live, metadata: { ...live.metadata, labels: { x: 'y' } } }).causes).toEqual([])
  })

  test('its row counts the entries', () => {
    const table = configMaps.versions[0]?.table
    expect(table?.columns.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Data', 'string', ''],
      ['Age', 'string', ''],
    ])
    const object = configMap({ data: { a: '', b: '' }, binaryData: { c: '' } })
    const aged = { ...object, metadata: { ...object.metadata, creationTimestamp: '2024-05-06T07:05:09Z' } }
    expect(table?.cells(aged, NOW)).toEqual(['a', 3, '3m'])
  })
})
